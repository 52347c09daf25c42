// SPDX-License-Identifier: Apache-2.0
// Controls: what they must be, and what they exert.

#include <algorithm>
#include <cmath>

#include "instant/laws.h"
#include "instant/laws_detail.h"

namespace zwang::instant {

using equations::Pattern;
using of_laws::at;

void Laws::add_controls(equations::Workspace& numbers) noexcept {
  const Pattern& B = equations_.B();
  std::fill_n(control_force_.data(), equations_.n, 0.0);
  for (Index k = 0; k < B.rows(); ++k) {
    for (Index e = B.begin[at(k)]; e < B.begin[at(k) + 1]; ++e) {
      control_force_.data()[B.column[at(e)]] += numbers.B()[e] * u_.data()[k];
    }
  }
}

// What the controls must be so that the wanted relations hold, at the ẍ(0) of `now`.
void Laws::find_controls(equations::Workspace& numbers, const Instant& now) noexcept {
  const Index n = equations_.n, controls = equations_.B().rows();
  std::fill_n(B_.data(), controls * n, 0.0);
  for (Index k = 0; k < controls; ++k) {
    for (Index e = equations_.B().begin[at(k)]; e < equations_.B().begin[at(k) + 1]; ++e) {
      B_.data()[k * n + equations_.B().column[at(e)]] = numbers.B()[e];
    }
  }
  least::ServoTask task;
  task.n = n;
  task.rows = static_cast<Index>(servo_rows_.size());
  task.controls = controls;
  task.A = servo_A_.data();
  task.b = servo_b_.data();
  task.xdd = now.acceleration.data();
  task.B = B_.data();
  task.weights = equations_.control_weights.data();
  task.row_weights = servo_weights_.data();
  const least::Task instant = kernel_.task(numbers);
  task.instant = &instant;
  const least::ServoAnswer& answer =
      servo_solver_.solve(derivative_, task, RankTolerance::stepping);
  std::copy_n(answer.u, controls, u_.data());
  controls_are_unique_ = answer.unique;
  servo_residual_ = 0;
  for (Index k = 0; k < task.rows; ++k) {
    servo_residual_ = std::max(servo_residual_, std::abs(answer.residual[k]));
  }
}

}  // namespace zwang::instant
