// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "formula_results.h"

namespace bench {
namespace {

void judge(std::vector<FormulaVerdict>& verdicts, const char* target, const FormulaOutcome& outcome,
           std::size_t lanes, double asked) {
  if (asked == 0) return;
  const FormulaTiming* hand = outcome.best("hand", 1, "-O3");
  const FormulaTiming* ours = outcome.best("native", lanes);
  const double measured = hand && ours ? ours->nanoseconds / hand->nanoseconds : 0;
  verdicts.push_back({target, outcome.model, asked, measured});
}

}  // namespace

bool FormulaResults::right() const {
  const auto ours_right = [](const FormulaOutcome& o) {
    return std::ranges::all_of(
        o.timings, [](const FormulaTiming& t) { return t.name == "hand" || t.right(); });
  };
  return std::ranges::all_of(evaluation, ours_right) &&
         std::ranges::all_of(families, &FamilyOutcome::right) && (!start || start->right());
}

std::vector<FormulaVerdict> verdicts(const FormulaResults& results) {
  std::vector<FormulaVerdict> verdicts;
  for (const FormulaOutcome& o : results.evaluation)
    judge(verdicts, "native, 1 lane : hand", o, 1, o.asked.one_lane);
  for (const FormulaOutcome& o : results.evaluation)
    judge(verdicts, "native, 8 lanes : hand", o, 8, o.asked.eight_lanes);
  for (const CompileOutcome& o : results.compilation)
    verdicts.push_back({"compile, us per node", o.model, 0.3, o.compile_per_node()});
  if (results.start)
    verdicts.push_back(
        {"start to first numbers, ms", "chain 10", 5.0, results.start->milliseconds});
  for (const FamilyOutcome& o : results.families) {
    if (o.places < 30000) continue;
    verdicts.push_back({"one tape, many places : hand", std::to_string(o.places) + " rows", 2.0,
                        o.right() ? o.ratio() : 0});
  }
  return verdicts;
}

}  // namespace bench
