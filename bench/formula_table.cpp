// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "formula_results.h"

namespace bench {
namespace {

/// "168 (0.85)": ns per instance, and over the time of the hand-written form.
std::string cell(const FormulaOutcome& outcome, const char* name, std::size_t lanes) {
  const FormulaTiming* timing = outcome.best(name, lanes);
  if (!timing) return "-";
  const FormulaTiming* hand = outcome.best("hand", 1);
  char text[48];
  std::snprintf(text, sizeof text, "%.*f (%.2f)", timing->nanoseconds < 100 ? 1 : 0,
                timing->nanoseconds, hand ? timing->nanoseconds / hand->nanoseconds : 0.0);
  return text;
}

void print_evaluation(const std::vector<FormulaOutcome>& outcomes) {
  if (outcomes.empty()) return;
  constexpr struct {
    const char* title;
    const char* name;
    std::size_t lanes;
  } columns[] = {{"native 1", "native", 1},        {"native 4", "native", 4},
                 {"native 8", "native", 8},        {"interpr. 1", "interpreter", 1},
                 {"interpr. 8", "interpreter", 8}, {"interpr. 32", "interpreter", 32}};
  std::printf("Evaluation of [M, Q, A, b], ns per instance (ratio to hand); lanes\n\n");
  std::printf("  %-16s%8s%9s", "", "instr.", "hand");
  for (const auto& column : columns) std::printf("%14s", column.title);
  std::printf("\n");
  for (const FormulaOutcome& o : outcomes) {
    const FormulaTiming* hand = o.best("hand", 1);
    std::printf("  %-16s%8zu%9.1f", o.model.c_str(), o.instructions, hand ? hand->nanoseconds : 0);
    for (const auto& column : columns)
      std::printf("%14s", cell(o, column.name, column.lanes).c_str());
    std::printf("  %s\n", hand ? hand->form.c_str() : "");
  }
  for (const FormulaOutcome& o : outcomes) {
    for (const FormulaTiming& t : o.timings) {
      if (t.right()) continue;
      std::printf("  wrong outputs, not timed: %s, %s %zu, relative difference %.1e\n",
                  o.model.c_str(), t.name.c_str(), t.lanes, t.difference);
    }
  }
  std::printf("\n");
}

void print_compilation(const std::vector<CompileOutcome>& outcomes) {
  if (outcomes.empty()) return;
  std::printf("From formulas to native code, us per node\n\n  %-16s%10s%14s%16s%10s%10s%12s\n", "",
              "nodes", "instructions", "build + derive", "lower", "emit", "compile");
  for (const CompileOutcome& o : outcomes) {
    const auto nodes = static_cast<double>(o.nodes);
    std::printf("  %-16s%10zu%14zu%16.3f%10.3f%10.3f%12.3f\n", o.model.c_str(), o.nodes,
                o.instructions, o.build_per_node(), o.lower / nodes, o.emit / nodes,
                o.compile_per_node());
  }
  std::printf("\n");
}

void print_families(const std::vector<FamilyOutcome>& outcomes) {
  if (outcomes.empty()) return;
  std::printf("One tape at many places, ns per row\n\n  %-16s%10s%10s%10s\n", "rows", "ours",
              "hand", "ratio");
  for (const FamilyOutcome& o : outcomes) {
    if (o.right())
      std::printf("  %-16zu%10.2f%10.2f%10.2f\n", o.places, o.nanoseconds, o.by_hand, o.ratio());
    else
      std::printf("  %-16zu     wrong: relative difference %.1e\n", o.places, o.difference);
  }
  std::printf("\n");
}

void print_verdicts(const std::vector<FormulaVerdict>& verdicts) {
  if (verdicts.empty()) return;
  std::printf("Targets of formulas\n\n  %-30s%-18s%10s%10s\n", "", "", "at most", "measured");
  std::size_t met = 0;
  for (const FormulaVerdict& v : verdicts) {
    if (v.met()) ++met;
    char measured[32] = "-";
    if (v.measured > 0) std::snprintf(measured, sizeof measured, "%.2f", v.measured);
    std::printf("  %-30s%-18s%10.2f%10s  %s\n", v.target.c_str(), v.subject.c_str(), v.asked,
                measured, v.met() ? "met" : "NOT MET");
  }
  std::printf("\n  %zu of %zu met\n\n", met, verdicts.size());
}

}  // namespace

void print_results(const FormulaResults& results) {
  print_evaluation(results.evaluation);
  print_compilation(results.compilation);
  if (results.start && results.start->right()) {
    std::printf("Start of a program to its first numbers, chain 10: %.2f ms of CPU time\n\n",
                results.start->milliseconds);
  } else if (results.start) {
    std::printf("Start of a program to its first numbers: wrong, relative difference %.1e\n\n",
                results.start->difference);
  }
  print_families(results.families);
  print_verdicts(verdicts(results));
}

}  // namespace bench
