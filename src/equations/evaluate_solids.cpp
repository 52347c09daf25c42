// SPDX-License-Identifier: Apache-2.0
// The part of an evaluation that solids add: from what programs filled in over (q, X) to the arrays
// over q.

#include "base/contract.h"
#include "equations/evaluate.h"

namespace zwang::equations {

void Workspace::fill_mass() noexcept {
  if (solids_) solids_->reduce_mass(numbers_.data(), M());
}

void Workspace::fill_force() noexcept {
  if (solids_) solids_->reduce_applied(numbers_.data(), Q());
}

void Workspace::reduce(Stage stage, Sums sums) noexcept {
  const Solids& solids = *equations_->solids;
  const auto reduce_rows = [&](const RowMap& map, Array array) {
    solids_->reduce_rows(map, written(array), (*this)[array],
                         equations_->layout.pattern(array).entries());
  };
  const bool filled = sums == Sums::filled;
  switch (stage) {
    case Stage::dynamics:
      reduce_rows(solids.A_rows, Array::A);
      filled ? fill_mass() : solids_->reduce_other_mass(numbers_.data(), M());
      solids_->reduce_demand(written(Array::A), written(Array::b), A(), b());
      if (filled) fill_force();
      return;
    case Stage::projection:
      reduce_rows(solids.A_rows, Array::A);
      filled ? fill_mass() : solids_->reduce_other_mass(numbers_.data(), M());
      return;
    case Stage::energy:
      *energy() = *written(Array::energy) + solids_->energy();
      return;
    case Stage::nonideal:
      solids_->reduce_force(written(Array::C), C());
      return reduce_rows(solids.C_slope_rows, Array::C_slope);
    case Stage::control:
      return reduce_rows(solids.B_rows, Array::B);
    case Stage::by_parameter:
      return reduce_by_parameter();
    default:
      return;  // the same over q
  }
}

void Workspace::reduce_by_parameter() noexcept {
  expects(tangent_ != nullptr && tangent_->by_parameter() != nullptr);
  double *const numbers = numbers_.data(), *const x = x_.data();
  SolidsByParameter& by = *tangent_->by_parameter();
  run(Stage::derivatives);
  run(Stage::dynamics);
  for (Index k = 0; k < by.parameters(); ++k) {
    by.form(k, numbers, acceleration_.data(), x + equations_->tangent.multipliers_begin);
    if (!by.moves_rates()) continue;
    // (∂f/∂X) ∂X of rows of rates, by differences of order 4.
    const double h = by.step(x);
    const double steps[] = {h, -h, 2 * h, -2 * h, 0}, weights[] = {8, -8, -1, 1, 0};
    for (int s = 0; s < 5; ++s) {
      by.shift(steps[s], x);
      run(Stage::projection);
      by.add_to_rates(k, weights[s] / (12 * h), numbers);
    }
  }
}

double Workspace::kinetic(const double* v) noexcept {
  if (solids_) return solids_->kinetic(numbers_.data(), v, x_.data());
  const double* block = M();
  double twice = 0;
  for (const std::size_t size : equations_->mass_blocks) {
    const auto width = static_cast<Index>(size);
    for (Index i = 0; i < width; ++i) {
      double momentum = 0;
      for (Index j = 0; j < width; ++j) momentum += block[i * width + j] * v[j];
      twice += v[i] * momentum;
    }
    block += width * width;
    v += width;
  }
  return 0.5 * twice;
}

}  // namespace zwang::equations
