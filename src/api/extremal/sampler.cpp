// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/sampler.h"

#include <algorithm>
#include <cmath>

#include "api/extremal/unknowns.h"
#include "bvp/gauss.h"

namespace zwang {

namespace {

// The larger; no number where either is none.
double worse(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

}  // namespace

ExtremalSampler::ExtremalSampler(const equations::Equations& equations)
    : equations_(equations), numbers_(equations), instant_(equations), v_(at(equations.n)) {}

void ExtremalSampler::take(const extremal::Found& found) {
  const equations::TwoEnds& ends = equations_.two_ends;
  found_ = &found;
  z_.resize(at(found.curve.size()));
  set_unknowns(equations_, found.unknowns, numbers_);
  for (std::size_t k = 0; k < ends.mu_slots.size(); ++k) {
    numbers_.set(ends.mu_slots[k], found.mu[k]);
  }
}

// z holds dx/dτ, everything else wants dx/dt.
void ExtremalSampler::place(double tau) {
  const equations::TwoEnds& ends = equations_.two_ends;
  const Index n = equations_.n;
  const double length = found_->t1 - found_->t0;
  tau_ = tau;
  t_ = tau < 1 ? found_->t0 + tau * length : found_->t1;
  bvp::evaluate(found_->curve, tau, z_.data());
  for (Index i = 0; i < n; ++i) v_[at(i)] = z_[at(n + i)] / length;
  for (std::size_t k = 0; k < ends.lambda_slots.size(); ++k) {
    numbers_.set(ends.lambda_slots[k], z_[at(2 * n) + k]);
  }
}

State ExtremalSampler::state(double tau) {
  place(tau);
  return {t_, {z_.begin(), z_.begin() + equations_.n}, v_};
}

const ExtremalInstant& ExtremalSampler::instant(double tau) {
  place(tau);
  numbers_.evaluate(equations::Stage::dynamics, t_, z_.data(), v_.data());
  instant_.solve(numbers_);
  return instant_;
}

// Its part of Aᵀλ.
void ExtremalSampler::fill_constraint(const motion::ConstraintColumns& columns, double* row) {
  const equations::Pattern& A = equations_.A();
  double* const force = row + columns.force;
  std::fill_n(force, columns.coordinates.size(), 0.0);
  for (Index k = 0; k < columns.rows; ++k) {
    const Index i = columns.first_row + k;
    const double lambda = instant_.multipliers()[i];  // [XUMK94 13]
    row[columns.multiplier + k] = lambda;
    for (Index e = A.begin[at(i)]; e < A.begin[at(i + 1)]; ++e) {
      const auto& touched = columns.coordinates;
      const auto place = std::lower_bound(touched.begin(), touched.end(), A.column[at(e)]);
      force[place - touched.begin()] += numbers_.A()[e] * lambda;
    }
  }
}

void ExtremalSampler::fill(double tau, const ExtremalLayout& layout, double* row) {
  ++uses_.instants[static_cast<std::size_t>(instant(tau).method())];
  ++uses_.in_full;
  const double *const q = z_.data(), *const v = v_.data();
  const Index n = equations_.n;
  row[layout.t] = t_;
  std::copy_n(q, n, row + layout.q);
  std::copy_n(v, n, row + layout.v);
  if (layout.acceleration != motion::not_there) {
    std::copy_n(instant_.acceleration(), n, row + layout.acceleration);
  }
  if (layout.deviation != motion::not_there) {
    std::copy_n(instant_.deviation(), n, row + layout.deviation);  // [XUMK94 79]
  }
  for (const motion::ConstraintColumns& columns : layout.constraints) {
    fill_constraint(columns, row);
  }
  const equations::TwoEnds& ends = equations_.two_ends;
  if (layout.lambda != motion::not_there) {
    std::copy_n(z_.data() + 2 * n, ends.lambdas, row + layout.lambda);
  }
  if (layout.integrand != motion::not_there) {
    numbers_.evaluate(equations::Stage::density, t_, q, v);
    row[layout.integrand] = *numbers_.integrand();
    row[layout.energy] = -numbers_.densities()[ends.integrals];
  }
  if (layout.observables < layout.width) {
    numbers_.set_accelerations(instant_.acceleration());
    numbers_.evaluate(equations::Stage::observe, t_, q, v);
    std::copy_n(numbers_.observables(), layout.width - layout.observables,
                row + layout.observables);
  }
}

// How far x″ of the polynomial that the sample lies on, which takes the values `rates` at the Gauss
// points, is from the acceleration.
double ExtremalSampler::bend_less_acceleration() const {
  const bvp::Curve& curve = found_->curve;
  const auto beyond = std::upper_bound(curve.mesh.begin() + 1, curve.mesh.end() - 1, tau_);
  const Index i = beyond - curve.mesh.begin() - 1;
  const double begin = curve.mesh[at(i)], theta = (tau_ - begin) / (*beyond - begin);
  double value[bvp::most_stages];
  bvp::values_at(bvp::gauss(curve.stages), theta, value);
  const double length = found_->t1 - found_->t0;
  double most = 0;
  for (Index j = 0; j < curve.n; ++j) {
    double sum = 0;
    for (Index k = 0; k < curve.stages; ++k)
      sum += value[k] * curve.rates_of(i)[k * (curve.n + curve.extra) + j];
    most = worse(most, std::abs(sum / (length * length) - instant_.acceleration()[j]));
  }
  return most;
}

ExtremalResiduals ExtremalSampler::residuals() {
  ExtremalResiduals left;
  left.equation = bend_less_acceleration();
  if (equations_.m == 0) return left;
  numbers_.evaluate(equations::Stage::projection, t_, z_.data(), v_.data());
  const equations::Pattern& A = equations_.A();
  for (Index i = 0; i < equations_.m; ++i) {
    double size = 0;
    for (Index e = A.begin[at(i)]; e < A.begin[at(i + 1)]; ++e)
      size += numbers_.A()[e] * numbers_.A()[e];
    size = size > 0 ? std::sqrt(size) : 1;
    if (equations_.rows[at(i)].level == equations::Level::position)
      left.position = worse(left.position, std::abs(numbers_.residual()[i]) / size);
    if (equations_.rows[at(i)].level != equations::Level::acceleration)
      left.velocity = worse(left.velocity, std::abs(numbers_.rate()[i]) / size);
  }
  return left;
}

}  // namespace zwang
