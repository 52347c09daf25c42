// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

namespace zwang::extremal {

namespace {

// Rates at the ends over the largest between. A shift by δ misses an end by the rate there times δ: the
// action knows it with the square of this.
constexpr double rest = 1e-5;
constexpr double zero = 1e-12;  // of F, by rounding

double speed_at(const bvp::Curve& curve, Index k) {
  double most = 0;
  for (Index i = 0; i < curve.n; ++i) most = std::max(most, std::abs(curve.at(k)[curve.n + i]));
  return most;
}

// Of ẍ: |g|. A negative number where there is none.
double pull_at(Question& question, double tau, const std::vector<double>& z) {
  const Index count = question.shape().n + question.shape().extra();
  std::vector<double> g(count);
  if (!question.rate(tau, z.data(), g.data())) return -1;
  double most = 0;
  for (Index i = 0; i < question.shape().n; ++i) most = std::max(most, std::abs(g[i]));
  return most;
}

// Whoever stands still at an end stays there: curves that come to nothing seldom begin like that.
bool ends_in_balance(Question& question, const bvp::Curve& curve) {
  double most = 0;
  for (Index k = 1; k < curve.intervals(); ++k) {
    most =
        std::max(most, pull_at(question, curve.mesh[k], {curve.at(k), curve.at(k) + curve.size()}));
  }
  for (const Index k : {Index{0}, curve.intervals()}) {
    std::vector<double> still(curve.at(k), curve.at(k) + curve.size());
    std::fill_n(still.begin() + curve.n, curve.n, 0.0);
    const double pull = pull_at(question, curve.mesh[k], still);
    if (pull < 0 || pull > rest * most) return false;
  }
  return true;
}

// F or a row, along the curve.
bool knows_time(Question& question, const bvp::Curve& curve) {
  const equations::Equations& equations = question.equations();
  const Index F_t = question.shape().integrals + 1;  // among the densities
  for (Index k = 1; k < curve.intervals(); k += 1 + curve.intervals() / 16) {
    const double tau = curve.mesh[k];
    question.evaluate(equations::Stage::density, tau, curve.at(k));
    const double* const densities = question.numbers().densities();
    const double F = *question.numbers().integrand();
    if (!(std::abs(densities[F_t]) <= zero * (1 + std::abs(F)))) return true;
    std::vector<double> still(curve.at(k), curve.at(k) + curve.size());
    std::fill_n(still.begin() + curve.n, curve.n, 0.0);
    question.evaluate(equations::Stage::projection, tau, still.data());
    const double* const rate = question.numbers().rate();
    if (std::any_of(rate, rate + equations.m, [](double x) { return x != 0; })) return true;
  }
  return false;
}

}  // namespace

bool may_leave_at_any_time(Question& question, const bvp::Curve& curve) {
  if (!question.two_ends().variational || !question.end_rows().all_fixed()) return false;
  if (curve.mesh.empty() || question.shape().integrals + question.shape().lambdas > 0) return false;
  double most = 0;
  for (Index k = 0; k <= curve.intervals(); ++k) most = std::max(most, speed_at(curve, k));
  const double ends = std::max(speed_at(curve, 0), speed_at(curve, curve.intervals()));
  question.set(curve.p.data());
  return std::isfinite(most) && ends <= rest * most && ends_in_balance(question, curve) &&
         !knows_time(question, curve);
}

}  // namespace zwang::extremal
