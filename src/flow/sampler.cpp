// SPDX-License-Identifier: Apache-2.0
#include "flow/sampler.h"

#include <algorithm>

namespace zwang::motion {

namespace {

// The coordinates that rows first … first + count − 1 touch.
std::vector<Index> touched(const equations::Pattern& A, Index first, Index count) {
  std::vector<Index> columns(A.column.begin() + A.begin[first],
                             A.column.begin() + A.begin[first + count]);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

// Rows of one constraint stand together.
std::vector<ConstraintColumns> group_rows(const equations::Equations& equations) {
  std::vector<ConstraintColumns> groups;
  for (Index i = 0; i < equations.m; ++i) {
    const equations::Kind kind = equations.rows[i].kind;
    // Controls and friction have columns of their own.
    if (equations.rows[i].constraint == equations::no_constraint) continue;
    if (kind == equations::Kind::servo) continue;
    const bool another =
        groups.empty() || equations.rows[i].constraint != equations.rows[i - 1].constraint;
    if (another) groups.emplace_back().first_row = i;
    ++groups.back().rows;
  }
  for (ConstraintColumns& group : groups) {
    group.coordinates = touched(equations.A(), group.first_row, group.rows);
  }
  return groups;
}

}  // namespace

SampleLayout lay_out_sample(const equations::Equations& equations, Index observables,
                            bool details) {
  const bool second = equations.order == 2;
  SampleLayout layout;
  Index next = 0;
  const auto take = [&next](Index count) { return (next += count) - count; };
  layout.t = take(1);
  layout.q = take(equations.n);
  layout.v = take(equations.n);
  if (details) {
    if (second) layout.acceleration = take(equations.n);
    layout.constraints = group_rows(equations);
    for (ConstraintColumns& group : layout.constraints) {
      group.force = take(static_cast<Index>(group.coordinates.size()));
      group.multiplier = take(group.rows);
      if (second) group.power = take(1);
    }
  }
  if (second) {
    layout.energy = take(3);
    layout.work = take(3);
  }
  layout.gauss = take(1);
  layout.rank = take(1);
  if (details && equations.has(equations::Stage::nonideal)) layout.nonideal = take(equations.n);
  if (!equations.control_slots.empty()) {
    layout.controls = take(static_cast<Index>(equations.control_slots.size()) + 1);
  }
  layout.observables = take(observables);
  layout.width = next;
  return layout;
}

Sampler::Sampler(RightSide& side, SampleLayout layout)
    : side_(side),
      layout_(std::move(layout)),
      observables_(layout_.width - layout_.observables),
      place_(at(side.equations().n), 0) {}

// Its part of Aᵀλ.
void Sampler::fill_constraint(const ConstraintColumns& columns, const Instant& now, const double* v,
                              double* row) noexcept {
  const equations::Pattern& A = side_.equations().A();
  const double* const values = side_.numbers().A();
  double* const force = row + columns.force;
  for (std::size_t k = 0; k < columns.coordinates.size(); ++k) {
    place_[columns.coordinates[k]] = static_cast<Index>(k);
    force[k] = 0;
  }
  for (Index k = 0; k < columns.rows; ++k) {
    const Index i = columns.first_row + k;
    // Where non-ideal forces act: of the reaction as it is, not as it would be without them.
    const double lambda = side_.laws() ? side_.laws()->multipliers()[i] : now.multipliers[i];
    row[columns.multiplier + k] = lambda;
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) {
      force[place_[A.column[e]]] += values[e] * lambda;  // [XUMK94 13]
    }
  }
  if (columns.power == not_there) return;
  double power = 0;
  for (std::size_t k = 0; k < columns.coordinates.size(); ++k) {
    power += force[k] * v[columns.coordinates[k]];
  }
  row[columns.power] = power;
}

const Instant& Sampler::fill(double t, const double* y, double* row, bool books) noexcept {
  const equations::Equations& equations = side_.equations();
  const instant::StateLayout state = side_.layout();
  const Index n = state.n;
  const double* const q = y + state.q();
  const Instant& now = side_.full_instant(t, q, y + state.v());
  // The rates of a first-order system are what its instant says.
  const double* const v = equations.order == 2 ? y + state.v() : now.acceleration.data();
  row[layout_.t] = t;
  std::copy(q, q + n, row + layout_.q);
  std::copy(v, v + n, row + layout_.v);
  if (layout_.acceleration != not_there) {
    std::copy(now.acceleration.begin(), now.acceleration.end(), row + layout_.acceleration);
  }
  for (const ConstraintColumns& columns : layout_.constraints) {
    fill_constraint(columns, now, v, row);
  }
  row[layout_.gauss] = now.gauss;  // [UK92 6]
  row[layout_.rank] = static_cast<double>(now.rank);
  if (books && layout_.energy != not_there) {
    const double kinetic_energy = side_.numbers().kinetic(v);  // before other numbers are filled in
    side_.numbers().evaluate(equations::Stage::energy, t, q, v);
    row[layout_.energy] = *side_.numbers().energy();
    row[layout_.energy + 1] = kinetic_energy;
    row[layout_.energy + 2] = *side_.numbers().energy() - kinetic_energy;
    row[layout_.work] = y[state.applied_work()];
    row[layout_.work + 1] = y[state.constraint_work()];
    row[layout_.work + 2] = y[state.nonideal_work()];
  }
  if (layout_.nonideal != not_there) {
    std::copy_n(side_.laws()->nonideal_force(), n, row + layout_.nonideal);
  }
  if (layout_.controls != not_there) {
    const auto count = static_cast<Index>(equations.control_slots.size());
    std::copy_n(side_.laws()->controls(), count, row + layout_.controls);
    row[layout_.controls + count] = side_.laws()->servo_residual();
    side_.numbers().set_controls(side_.laws()->controls());
  }
  if (observables_ > 0) {
    side_.numbers().set_accelerations(now.acceleration.data());
    side_.numbers().evaluate(equations::Stage::observe, t, q, v);
    const double* const values = side_.numbers().observables();
    std::copy(values, values + observables_, row + layout_.observables);
  }
  if (layout_.controls != not_there) side_.numbers().set_controls(nullptr);
  return now;
}

}  // namespace zwang::motion
