// SPDX-License-Identifier: Apache-2.0
#include "bvp/dense.h"

#include <algorithm>

namespace zwang::bvp {

void value_within(const Curve& curve, Index i, const GaussWeights& weights, double* z) noexcept {
  const Index n = curve.n, m = n + curve.extra;
  const double h = curve.mesh[i + 1] - curve.mesh[i], reach = weights.theta * h;
  const double *from = curve.at(i), *K = curve.rates_of(i);
  for (Index r = 0; r < m; ++r) {
    double once = 0, twice = 0;
    for (Index k = 0; k < curve.stages; ++k) {
      once += weights.once[k] * K[k * m + r];
      twice += weights.twice[k] * K[k * m + r];
    }
    if (r < n) z[r] = from[r] + (reach * from[n + r] + h * h * twice);
    z[n + r] = from[n + r] + h * once;  // v, and w behind it
  }
}

void rate_within(const Curve& curve, Index i, const GaussWeights& weights, double* g) noexcept {
  const Index m = curve.n + curve.extra;
  const double* K = curve.rates_of(i);
  for (Index r = 0; r < m; ++r) {
    g[r] = 0;
    for (Index k = 0; k < curve.stages; ++k) g[r] += weights.value[k] * K[k * m + r];
  }
}

void evaluate(const Curve& curve, double tau, double* z) noexcept {
  const auto above = std::upper_bound(curve.mesh.begin() + 1, curve.mesh.end() - 1, tau);
  const Index i = above - curve.mesh.begin() - 1;
  const double h = curve.mesh[i + 1] - curve.mesh[i];
  value_within(curve, i, weights_at(gauss(curve.stages), (tau - curve.mesh[i]) / h), z);
}

}  // namespace zwang::bvp
