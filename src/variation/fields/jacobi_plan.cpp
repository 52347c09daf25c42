// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/jacobi_plan.h"

#include <algorithm>
#include <cmath>

namespace zwang::variation {

PlannedPoint::PlannedPoint(const JacobiPlan& plan)
    : FunctionalPoint(*plan.functional), v(plan.functional->n) {}

bool PlannedPoint::take(const JacobiPlan& plan, double tau, const double* z) noexcept {
  const Functional& of = *plan.functional;
  const double span = plan.t1 - plan.t0;
  t = plan.t0 + tau * span;
  for (Index i = 0; i < of.n; ++i) v[i] = z[of.n + i] / span;
  return take_slopes(of, t, z, v.data(), z + 2 * of.n, plan.curve->p.data()) &&
         take_positions(of, t, z) && take_velocities(of, t, z, v.data()) &&
         take_integrals(of, t, z, v.data());
}

namespace {

double power_of_two_near(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent);
}

/// 1/x, or 1 where that says nothing.
double inverse(double x) { return x > 0 && std::isfinite(1 / x) ? power_of_two_near(1 / x) : 1; }

/// The largest entry of row k, in the units of x.
double length_of(const std::vector<double>& rows, Index k, const std::vector<double>& scale) {
  const Index n = static_cast<Index>(scale.size());
  double largest = 0;
  for (Index i = 0; i < n; ++i) largest = std::fmax(largest, std::fabs(rows[k * n + i]) * scale[i]);
  return largest;
}

/// Of a coordinate without F_ii: what its row holds.
double weight_of(const std::vector<double>& F_vv, Index n, Index i) {
  double weight = std::fabs(F_vv[i * n + i]);
  for (Index j = 0; weight == 0 && j < n; ++j) weight = std::fabs(F_vv[i * n + j]);
  return weight;
}

}  // namespace

bool measure(const JacobiPlan& plan, FieldScales& scales) {
  const Index n = plan.functional->n, points = plan.curve->intervals() + 1;
  PlannedPoint at(plan);
  std::vector<double> weight(n), rows(plan.lambdas), integrals(plan.integrals);
  for (Index i = 0; i < points; ++i) {
    if (!at.take(plan, plan.curve->mesh[i], plan.curve->at(i))) return false;
    for (Index k = 0; k < n; ++k) weight[k] = std::fmax(weight[k], weight_of(at.F_vv, n, k));
  }
  scales.x.resize(n);
  for (Index k = 0; k < n; ++k) scales.x[k] = inverse(std::sqrt(weight[k]));

  const double span = std::fabs(plan.t1 - plan.t0);
  for (Index i = 0; i < points; ++i) {
    if (!at.take(plan, plan.curve->mesh[i], plan.curve->at(i))) return false;
    for (Index j = 0; j < plan.lambdas; ++j)
      rows[j] = std::fmax(rows[j], length_of(at.f_v, j, scales.x));
    for (Index k = 0; k < plan.integrals; ++k)
      integrals[k] = std::fmax(
          integrals[k], span * length_of(at.G_x, k, scales.x) + length_of(at.G_v, k, scales.x));
  }
  // δλ moves δx by T f_v δλ, an integral by T² G_x δμ: both shall be 1.
  scales.lambda.resize(plan.lambdas);
  scales.integral.resize(plan.integrals);
  scales.mu.resize(plan.integrals);
  for (Index j = 0; j < plan.lambdas; ++j) scales.lambda[j] = inverse(span * rows[j]);
  for (Index k = 0; k < plan.integrals; ++k) {
    scales.integral[k] = 1 / inverse(integrals[k]);
    scales.mu[k] = inverse(span * integrals[k]);
  }
  return true;
}

}  // namespace zwang::variation
