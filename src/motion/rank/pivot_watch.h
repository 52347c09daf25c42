// SPDX-License-Identifier: Apache-2.0
#pragma once
// The least pivots of the rows at both ends of a step tell whether they can become dependent in between:
// on the way down to zero and up again they would change by their sum. Four times what they do change
// by, in this step and in the one before, is not enough for that far from such poses, and then
// looking costs nothing.

#include <algorithm>
#include <cmath>

namespace zwang::motion {

struct PivotWatch {
  double pivot = 0;           // where the last step ended
  double change = 0, dt = 0;  // in the last step, and how long that was; 0: not known

  /// The motion was changed from outside.
  void forget() noexcept { dt = 0; }

  template <class Self, class Visit>
  static void fields(Self& x, Visit& visit) {
    visit("pivots", 1, x.pivot, x.change, x.dt);
  }
};

/// After a step of length dt that ends at this pivot: whether it stayed far from zero.
inline bool stays_far(PivotWatch& last, double dt, double pivot) noexcept {
  const double before = last.pivot, longer = dt / last.dt;
  const double change = std::abs(pivot - before);
  const double most = std::max(change, last.change * std::max(1.0, longer));
  const bool known = before > 0.02 && pivot > 0.02 && last.dt > 0;
  last = {pivot, change, dt};
  return known && before + pivot > 4 * most;
}

}  // namespace zwang::motion
