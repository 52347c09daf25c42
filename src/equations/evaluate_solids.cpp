// SPDX-License-Identifier: Apache-2.0
// The part of an evaluation that solids add: from what programs filled in over (q, X) to the arrays
// over q.

#include "base/contract.h"
#include "equations/evaluate.h"

namespace zwang::equations {

void Workspace::want_mass() noexcept {
  if (has_mass_ || !solids_) return;
  solids_->reduce_mass(numbers_.data(), M());
  has_mass_ = true;
}

void Workspace::want_force() noexcept {
  if (has_force_ || !solids_) return;
  solids_->reduce_applied(numbers_.data(), Q());
  has_force_ = true;
}

void Workspace::reduce(const Stage& stage) noexcept {
  const Solids& solids = *equations_->solids;
  const Layout& to = equations_->layout;
  double* const x = numbers_.data();
  const bool dynamics = &stage == &equations_->dynamics;
  if (dynamics || &stage == &equations_->projection) {
    solids_->reduce_rows(solids.A_rows, x + solids.written.A, x + to.A, equations_->A.entries());
    has_mass_ = false;
    sums_are_wanted_ ? want_mass() : solids_->reduce_other_mass(x, x + to.M);
  }
  if (dynamics) {
    solids_->reduce_demand(x + solids.written.A, x + solids.written.b, x + to.A, x + to.b);
    has_force_ = false;
    if (sums_are_wanted_) want_force();
  } else if (&stage == &equations_->energy) {
    x[to.energy] = x[solids.written.energy] + solids_->energy();
  } else if (&stage == &equations_->nonideal) {
    solids_->reduce_force(x + solids.written.C, x + to.C);
    solids_->reduce_rows(solids.C_slope_rows, x + solids.written.C_slope, x + to.C_slope,
                         equations_->C_slope.entries());
  } else if (&stage == &equations_->control) {
    solids_->reduce_rows(solids.B_rows, x + solids.written.B, x + to.B, equations_->B.entries());
  } else if (&stage == &equations_->by_parameter) {
    reduce_by_parameter();
  }
}

void Workspace::reduce_by_parameter() noexcept {
  expects(tangent_ != nullptr && tangent_->by_parameter() != nullptr);
  double *const numbers = numbers_.data(), *const x = x_.data();
  SolidsByParameter& by = *tangent_->by_parameter();
  run_blocks(equations_->derivatives);
  run_blocks(equations_->dynamics);
  for (Index k = 0; k < by.parameters(); ++k) {
    by.form(k, numbers, acceleration_.data(), x + equations_->tangent.multipliers_begin);
    if (!by.moves_rates()) continue;
    // (∂f/∂X) ∂X of rows of rates, by differences of order 4.
    const double h = by.step(x);
    const double steps[] = {h, -h, 2 * h, -2 * h, 0}, weights[] = {8, -8, -1, 1, 0};
    for (int s = 0; s < 5; ++s) {
      by.shift(steps[s], x);
      run_blocks(equations_->projection);
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
