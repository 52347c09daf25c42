// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the extremals of a model hold: their samples, one extremal after the other.

#include <string>
#include <vector>

#include "instant/uses.h"
#include "record/table.h"
#include "zwang/extremal.h"

namespace zwang {

struct Extremals::Parts {
  Model model;
  ExtremalSummary summary;
  record::Table table;
  std::vector<std::string> columns;  // that are shown, the first of the table's
  instant::Uses uses;                // of the samples
};

}  // namespace zwang
