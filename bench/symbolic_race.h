// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a mechanism to its motion, set-up included, against SymPy with SciPy (symbolic_sympy.py): a four-bar and a
// double pendulum, ten seconds each.

#include <string>
#include <vector>

namespace bench {

struct SymbolicRun {
  double setup = 0, motion = 0;  // CPU seconds; 0: it failed
  double difference = 0;         // of the angles at the end, from ours at a tolerance of 1e-12

  double seconds() const { return setup + motion; }
  bool right() const { return seconds() > 0 && difference < 1e-4; }
};

struct SymbolicOutcome {
  std::string name;
  SymbolicRun ours, plain, tuned;
};

struct SymbolicResults {
  std::vector<SymbolicOutcome> outcomes;
  bool sympy = true;  // installed

  bool right() const;
  /// peer : ours, of all together; NaN where the peer has no answer.
  double ratio(SymbolicRun SymbolicOutcome::*peer) const;
};

SymbolicResults race_symbolic(int rounds);

void print_results(const SymbolicResults& results);

/// Adds the results to the object in `path`, as formula_results.h does; false if it cannot.
bool add_json(const std::string& path, const SymbolicResults& results);

}  // namespace bench
