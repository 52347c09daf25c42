// SPDX-License-Identifier: Apache-2.0
#include "extremal/local_error.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "extremal/dense.h"

namespace zwang::extremal {

namespace {

/// P_s(2θ − 1) by Rodrigues: the product over its zeros, 1 at θ = 1.
double legendre(const Gauss& g, double theta) {
  double P = 1;
  for (Index k = 0; k < g.s; ++k) P *= (theta - g.c[k]) / (1 - g.c[k]);
  return P;
}

/// The largest of |∫_0^θ P_s| and of |∫∫ P_s| within [0, 1], by Simpson's rule on a grid: three
/// digits are plenty.
struct Integrals {
  double once = 0, twice = 0;
};

Integrals integrals_of(const Gauss& g) {
  constexpr int kGrid = 200;
  constexpr double h = 1.0 / kGrid;
  double once = 0, twice = 0;
  Integrals largest;
  for (int i = 0; i < kGrid; ++i) {
    const double theta = i * h;
    const double P0 = legendre(g, theta), P1 = legendre(g, theta + h / 2),
                 P2 = legendre(g, theta + h);
    twice += h * once + h * h * (P0 + 2 * P1) / 6;
    once += h * (P0 + 4 * P1 + P2) / 6;
    largest.once = std::fmax(largest.once, std::fabs(once));
    largest.twice = std::fmax(largest.twice, std::fabs(twice));
  }
  return largest;
}

class Estimate {
 public:
  Estimate(const Curve& curve, const Scales& scales)
      : curve_(curve),
        scales_(scales),
        g_(gauss(curve.stages)),
        largest_(integrals_of(g_)),
        rate_(static_cast<std::size_t>(curve.n + curve.extra)) {}

  /// In interval i, from the rate at the Gauss point j of interval `beside`.
  double error(Index i, Index beside, Index j) {
    const double h = width(i), there = curve_.mesh[beside] + g_.c[j] * width(beside);
    const double theta = (there - curve_.mesh[i]) / h;
    rate_within(curve_, i, weights_at(g_, theta), rate_.data());
    const Index n = curve_.n, m = n + curve_.extra;
    const double *K = curve_.rates_of(beside) + j * m, P = legendre(g_, theta);
    double error = 0;
    for (Index r = 0; r < m; ++r) {
      const double G = std::fabs((K[r] - rate_[r]) / P);
      error = std::fmax(error, h * largest_.once * G / scales_.z[n + r]);
      if (r < n) error = std::fmax(error, h * h * largest_.twice * G / scales_.z[r]);
    }
    return error;
  }

 private:
  double width(Index i) const { return curve_.mesh[i + 1] - curve_.mesh[i]; }

  const Curve& curve_;
  const Scales& scales_;
  const Gauss& g_;
  Integrals largest_;
  std::vector<double> rate_;
};

}  // namespace

std::vector<double> local_errors(const Curve& curve, const Scales& scales) {
  const Index N = curve.intervals();
  expects(N >= 2);
  Estimate estimate(curve, scales);
  std::vector<double> errors(static_cast<std::size_t>(N));
  for (Index i = 0; i < N; ++i) {
    if (i > 0) errors[i] = estimate.error(i, i - 1, curve.stages - 1);
    if (i + 1 < N) errors[i] = std::fmax(errors[i], estimate.error(i, i + 1, 0));
  }
  return errors;
}

}  // namespace zwang::extremal
