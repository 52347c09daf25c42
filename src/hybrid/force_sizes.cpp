// SPDX-License-Identifier: Apache-2.0
#include "hybrid/force_sizes.h"

#include <algorithm>
#include <cmath>

namespace zwang::motion {

ForceSizes::ForceSizes(const equations::Equations& equations)
    : equations_(equations),
      mass_(at(equations.n)),
      own_(at(equations.n)),
      acceleration_(equations.rows.size()),
      force_(equations.rows.size()) {}

// Applied forces, friction, and the reactions there are: what presses nothing lies between those that do.
void ForceSizes::measure_coordinates(RightSide& side) noexcept {
  equations::Workspace& numbers = side.numbers();
  const equations::Pattern& A = equations_.A();
  const double* M = numbers.M();
  std::size_t j = 0;
  for (const std::size_t block : equations_.mass_blocks) {
    for (std::size_t i = 0; i < block; ++i) mass_[j++] = std::abs(M[i * block + i]);
    M += block * block;
  }
  for (std::size_t i = 0; i < own_.size(); ++i) own_[i] = std::abs(numbers.Q()[i]);
  if (side.laws()) {
    const double *const lambda = side.laws()->multipliers(), *const C =
                                                                 side.laws()->nonideal_force();
    for (std::size_t i = 0; i < own_.size(); ++i)
      if (std::isfinite(C[i])) own_[i] += std::abs(C[i]);
    for (std::size_t i = 0; i < force_.size(); ++i) {
      if (!side.mode().acts[i] || !std::isfinite(lambda[i])) continue;
      for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e)
        own_[at(A.column[e])] += std::abs(numbers.A()[e] * lambda[i]);
    }
  }
  for (std::size_t i = 0; i < own_.size(); ++i) own_[i] = mass_[i] > 0 ? own_[i] / mass_[i] : 0;
}

void ForceSizes::measure(RightSide& side, const RowSizes& rows, double t,
                         const double* y) noexcept {
  const instant::StateLayout layout = side.layout();
  equations::Workspace& numbers = side.numbers();
  // Reactions are those of this state: the last ones that were found may be a sample's, and what is found would depend on
  // how many there are.
  if (side.laws()) side.full_instant(t, y + layout.q(), y + layout.v());
  numbers.evaluate(equations::Stage::dynamics, t, y + layout.q(), y + layout.v());
  measure_coordinates(side);
  const equations::Pattern& A = equations_.A();
  for (std::size_t i = 0; i < force_.size(); ++i) {
    double a = std::abs(numbers.b()[i]), inverse_mass = 0;
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) {
      const std::size_t j = at(A.column[e]);
      a += std::abs(numbers.A()[e]) * own_[j];
      if (mass_[j] > 0) inverse_mass += numbers.A()[e] * numbers.A()[e] / mass_[j];
    }
    const double length = rows.length(static_cast<Index>(i)),
                 speed = rows.speed(static_cast<Index>(i));
    if (length > 0) a = std::max(a, speed * speed / length);
    acceleration_[i] = a;
    force_[i] = inverse_mass > 0 ? a / inverse_mass : 0;
  }
}

double ForceSizes::acceleration(const equations::Sliding& slip) const noexcept {
  const auto first = acceleration_.begin() + slip.first_row;
  return slip.rows > 0 ? *std::max_element(first, first + slip.rows) : 0;
}

double ForceSizes::force(const equations::Sliding& slip) const noexcept {
  const auto first = force_.begin() + slip.first_row;
  return slip.rows > 0 ? *std::max_element(first, first + slip.rows) : 0;
}

}  // namespace zwang::motion
