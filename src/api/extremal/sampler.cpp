// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/sampler.h"

#include <algorithm>
#include <cmath>

#include "api/extremal/unknowns.h"
#include "api/run/columns.h"
#include "bvp/gauss.h"

namespace zwang {

namespace {

using motion::not_there;
using record::Column;

ExtremalLayout lay_out(const equations::Equations& equations, Index observables, bool several,
                       bool regular, bool details) {
  const equations::TwoEnds& ends = equations.two_ends;
  ExtremalLayout layout;
  Index next = 0;
  const auto take = [&next](Index count) { return (next += count) - count; };
  if (several) layout.number = take(1);
  layout.t = take(1);
  layout.q = take(equations.n);
  layout.v = take(equations.n);
  if (details) {
    layout.acceleration = take(equations.n);
    if (regular && equations.m > 0) layout.deviation = take(equations.n);
    layout.constraints = motion::lay_out_sample(equations, 0, true).constraints;
    for (motion::ConstraintColumns& group : layout.constraints) {
      group.force = take(static_cast<Index>(group.coordinates.size()));
      group.multiplier = take(group.rows);
      group.power = not_there;
    }
  }
  if (ends.lambdas > 0) layout.lambda = take(ends.lambdas);
  if (ends.variational) {
    layout.integrand = take(1);
    layout.energy = take(1);
  }
  layout.observables = take(observables);
  layout.width = next;
  return layout;
}

std::string lambda_name(const Model& model, std::size_t row) {
  for (const ConstraintRows& rows : model.constraints()) {
    if (row < rows.first || row >= rows.first + rows.count) continue;
    const std::string place = rows.count == 1 ? "" : "," + std::to_string(row - rows.first + 1);
    return "lambda(" + rows.name + place + ")";
  }
  return "lambda";
}

}  // namespace

ExtremalLayout extremal_layout(const equations::Equations& equations, Index observables,
                               bool several, bool regular) {
  ExtremalLayout all = lay_out(equations, observables, several, regular, true);
  if (all.width <= most_detailed_columns) return all;
  return lay_out(equations, observables, several, regular, false);
}

std::vector<Column> name_columns(const Model& model, const equations::Equations& equations,
                                 const ExtremalLayout& layout) {
  std::vector<Column> columns;
  columns.reserve(layout.width);
  const auto of_each = [&](const char* behind, const char* meaning) {
    for (const std::string& q : model.coordinates()) columns.push_back({q + behind, meaning, ""});
  };
  if (layout.number != not_there) {
    columns.push_back(
        our_column(model, "extremal", "number of the extremal, smallest action first"));
  }
  columns.push_back({model.description().time.text, "independent variable", ""});
  of_each("", "coordinate");
  of_each("'", "rate");
  if (layout.acceleration != not_there) of_each("''", "acceleration");
  if (layout.deviation != not_there) {
    for (const std::string& q : model.coordinates()) {
      columns.push_back(our_column(model, "deviation." + q, "acceleration minus the free one"));
    }
  }
  for (const motion::ConstraintColumns& group : layout.constraints) {
    add_constraint_columns(model, group, columns);
  }
  if (layout.lambda != not_there) {
    for (const Index row : equations.two_ends.lambda_rows) {
      columns.push_back({lambda_name(model, static_cast<std::size_t>(row)),
                         "multiplier of a velocity-level equation in the integrand", ""});
    }
  }
  if (layout.integrand != not_there) {
    columns.push_back(our_column(model, "integrand", "the integrand F"));
    columns.push_back(our_column(model, "energy", "rates times momenta minus the integrand"));
  }
  for (const std::string& name : model.observables()) columns.push_back({name, "observable", ""});
  add_units(model, columns);
  return columns;
}

namespace {

// The larger; no number where either is none.
double worse(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

}  // namespace

ExtremalSampler::ExtremalSampler(const equations::Equations& equations)
    : equations_(equations), numbers_(equations), instant_(equations), v_(equations.n) {}

void ExtremalSampler::take(const extremal::Found& found) {
  const equations::TwoEnds& ends = equations_.two_ends;
  found_ = &found;
  z_.resize(found.curve.size());
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
  for (Index i = 0; i < n; ++i) v_[i] = z_[n + i] / length;
  for (std::size_t k = 0; k < ends.lambda_slots.size(); ++k) {
    numbers_.set(ends.lambda_slots[k], z_[2 * n + k]);
  }
}

State ExtremalSampler::state(double tau) {
  place(tau);
  return {t_, {z_.begin(), z_.begin() + equations_.n}, v_};
}

const instant::Sample& ExtremalSampler::instant(double tau) {
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
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) {
      const auto& touched = columns.coordinates;
      const auto place = std::lower_bound(touched.begin(), touched.end(), A.column[e]);
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
  const double begin = curve.mesh[i], theta = (tau_ - begin) / (*beyond - begin);
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
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) size += numbers_.A()[e] * numbers_.A()[e];
    size = size > 0 ? std::sqrt(size) : 1;
    if (equations_.rows[i].level == equations::Level::position)
      left.position = worse(left.position, std::abs(numbers_.residual()[i]) / size);
    if (equations_.rows[i].level != equations::Level::acceleration)
      left.velocity = worse(left.velocity, std::abs(numbers_.rate()[i]) / size);
  }
  return left;
}

}  // namespace zwang
