// SPDX-License-Identifier: Apache-2.0
#pragma once
// The least pivots of the rows at both ends of a step tell whether they can become dependent in between:
// on the way down to zero and up again they would change by their sum. Four times what they do change
// by, in this step and in the one before, is not enough for that far from such poses, and then
// looking costs nothing.

#include <algorithm>
#include <cmath>
#include <vector>

namespace zwang::motion {

class PivotWatch {
 public:
  /// After a step of length dt that ends at this pivot: whether it stayed far from zero.
  bool stays_far(double dt, double pivot) noexcept {
    const double before = pivot_, longer = dt / dt_;
    const double change = std::abs(pivot - before);
    const double most = std::max(change, change_ * std::max(1.0, longer));
    const bool known = before > 0.02 && pivot > 0.02 && dt_ > 0;
    pivot_ = pivot;
    change_ = change;
    dt_ = dt;
    return known && before + pivot > 4 * most;
  }

  /// The motion was changed from outside.
  void forget() noexcept { dt_ = 0; }

  void save(std::vector<double>& memory) const {
    for (const double x : {pivot_, change_, dt_}) memory.push_back(x);
  }
  /// Returns where the next one's memory begins.
  std::size_t restore(const std::vector<double>& memory, std::size_t next) {
    for (double* const x : {&pivot_, &change_, &dt_}) *x = memory[next++];
    return next;
  }

 private:
  double pivot_ = 0;            // where the last step ended
  double change_ = 0, dt_ = 0;  // in the last step, and how long that was
};

}  // namespace zwang::motion
