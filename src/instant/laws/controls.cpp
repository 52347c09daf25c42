// SPDX-License-Identifier: Apache-2.0
// Controls: what they must be, and what they exert.

#include <algorithm>
#include <cmath>

#include "instant/laws/detail.h"
#include "instant/laws/laws.h"

namespace zwang::instant {

using equations::Pattern;
using of_laws::room;

namespace {

std::vector<Index> servo_rows(const equations::Equations& equations) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == equations::Kind::servo) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

}  // namespace

Controls::Controls(const equations::Equations& equations)
    : solver(equations.n, static_cast<Index>(servo_rows(equations).size()),
             static_cast<Index>(equations.control_slots.size())),
      rows(servo_rows(equations)) {
  const Index n = equations.n, wanted = static_cast<Index>(rows.size());
  const auto controls = static_cast<Index>(equations.control_slots.size());
  A = AlignedArray(room(wanted * n));
  b = AlignedArray(room(wanted));
  weights = AlignedArray(room(wanted));
  B = AlignedArray(room(controls * n));
  u = AlignedArray(room(controls));
  u_before = AlignedArray(room(controls));
  force = AlignedArray(room(n));
  Q = AlignedArray(room(n));
}

void Laws::add_controls(equations::Workspace& numbers) noexcept {
  const Pattern& B = equations_.B();
  std::fill_n(controls_.force.data(), equations_.n, 0.0);
  for (Index k = 0; k < B.rows(); ++k) {
    for (Index e = B.begin[k]; e < B.begin[k + 1]; ++e) {
      controls_.force.data()[B.column[e]] += numbers.B()[e] * controls_.u.data()[k];
    }
  }
}

// What the controls must be so that the wanted relations hold, at the ẍ(0) of `now`.
void Laws::find_controls(equations::Workspace& numbers, const Instant& now) noexcept {
  const Index n = equations_.n, controls = equations_.B().rows();
  std::fill_n(controls_.B.data(), controls * n, 0.0);
  for (Index k = 0; k < controls; ++k) {
    for (Index e = equations_.B().begin[k]; e < equations_.B().begin[k + 1]; ++e) {
      controls_.B.data()[k * n + equations_.B().column[e]] = numbers.B()[e];
    }
  }
  least::ServoTask task;
  task.n = n;
  task.rows = static_cast<Index>(controls_.rows.size());
  task.controls = controls;
  task.A = controls_.A.data();
  task.b = controls_.b.data();
  task.xdd = now.acceleration.data();
  task.B = controls_.B.data();
  task.weights = equations_.control_weights.data();
  task.row_weights = controls_.weights.data();
  const least::Task instant = kernel_.task(numbers);
  task.instant = &instant;
  const least::ServoAnswer& answer =
      controls_.solver.solve(derivative_, task, RankTolerance::stepping);
  std::copy_n(answer.u, controls, controls_.u.data());
  controls_.unique = answer.unique;
  controls_.residual = 0;
  for (Index k = 0; k < task.rows; ++k) {
    controls_.residual = std::max(controls_.residual, std::abs(answer.residual[k]));
  }
}

}  // namespace zwang::instant
