// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far the numbers of a run may be from those of the exact motion.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

/// An estimate, not a bound, of the error that has accumulated up to the end of a run: from a second run
/// of the same motion with smaller errors of its steps. What both runs share, it does not see: a wrong model,
/// something too short for either to notice, a rest that only a disturbance would leave.
struct RunError {
  struct Value {
    /// As the column is called; "joint(crank).force.x"; the time where an event ended it; "min(bob.x)" and
    /// "max(bob.x)" of peaks; "start(bob.x)" where the start is an equilibrium.
    std::string name;
    double value = 0;
    double error = 0;  // value ± error; NaN: unknown
  };
  std::vector<Value> values;   // at the end, and of the run as a whole
  std::vector<double> events;  // of the times of Summary::events, in their order; NaN: unknown

  /// From this time on the two runs have no digits in common, or take different events.
  std::optional<double> unknown_after;
  double growth =
      0;  // until then, where errors grew exponentially: their logarithm per unit of time
  std::string message;   // a sentence
  double tolerance = 0;  // of the second run; 0: it had half the step
  double step = 0;       // of the second run, where steps are fixed
  long evaluations = 0;  // of the second run

  /// Of a value by its name; nothing where it is unknown.
  std::optional<double> of(std::string_view name) const;
};

}  // namespace zwang
