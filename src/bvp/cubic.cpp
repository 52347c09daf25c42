// SPDX-License-Identifier: Apache-2.0
#include "bvp/cubic.h"

#include "bvp/gauss.h"

namespace zwang::bvp {

void cubic_rates(Curve& curve) noexcept {
  const Gauss& g = gauss(curve.stages);
  const Index n = curve.n, m = n + curve.extra;
  for (Index i = 0; i < curve.intervals(); ++i) {
    const double h = curve.mesh[i + 1] - curve.mesh[i];
    const double *z0 = curve.at(i), *z1 = curve.at(i + 1);
    for (Index j = 0; j < g.s; ++j) {
      double* K = curve.rates_of(i) + j * m;
      const double six = 6 * g.c[j];
      for (Index r = 0; r < n; ++r)
        K[r] =
            ((6 - 2 * six) * (z1[r] - z0[r]) / h - (4 - six) * z0[n + r] - (2 - six) * z1[n + r]) /
            h;
      for (Index r = n; r < m; ++r) K[r] = (z1[n + r] - z0[n + r]) / h;
    }
  }
}

}  // namespace zwang::bvp
