// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything that was measured about formulas, and the targets that the library sets itself.

#include <optional>
#include <string>
#include <vector>

#include "formula_compile.h"
#include "formula_family.h"
#include "formula_race.h"
#include "formula_start.h"

namespace bench {

struct FormulaResults {
  std::vector<FormulaOutcome> evaluation;
  std::vector<CompileOutcome> compilation;
  std::optional<StartOutcome> start;
  std::vector<FamilyOutcome> families;

  bool right() const;
};

struct FormulaVerdict {
  std::string target, subject;
  double asked = 0;     // at most
  double measured = 0;  // 0 if there was no right answer

  bool met() const { return measured > 0 && measured <= asked; }
};

std::vector<FormulaVerdict> verdicts(const FormulaResults& results);

/// Adds the results to the object in `path`, which write_json has written; false if it cannot.
bool add_json(const std::string& path, const FormulaResults& results);

void print_results(const FormulaResults& results);

}  // namespace bench
