// SPDX-License-Identifier: Apache-2.0
#pragma once
// The papers, and which of their equations a run used: what was counted decides, not what was asked.

#include <string>
#include <vector>

#include "instant/uses.h"
#include "report/words/section.h"
#include "zwang/model.h"

namespace zwang {

/// What was used of one paper.
struct PaperUse {
  std::string key, equations, what, how_often;  // HTML
};

/// Of the equations of a model, and of the instants that were solved with them.
std::vector<PaperUse> papers_used(const Model& model, const instant::Uses& uses);

/// Their table, and the titles of the papers in it.
void add_papers(const std::vector<PaperUse>& uses, PageSection& section);

/// "12,345 instants"; the word in the plural.
std::string counted(long count, const std::string& things);

}  // namespace zwang
