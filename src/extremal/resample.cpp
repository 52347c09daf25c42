// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "extremal/dense.h"

namespace zwang::extremal {

Curve resample(const Curve& curve, std::vector<double> mesh) {
  const Gauss& g = gauss(curve.stages);
  const Index d = curve.size(), m = curve.n + curve.extra;
  Curve to;
  to.n = curve.n;
  to.extra = curve.extra;
  to.stages = curve.stages;
  to.p = curve.p;
  to.mesh = std::move(mesh);
  const Index N = to.intervals();
  to.z.resize(static_cast<std::size_t>((N + 1) * d));
  to.rates.resize(static_cast<std::size_t>(N * to.stages * m));

  Index k = 0;  // the old interval; both meshes rise
  const auto weights = [&](double tau) {
    while (k + 1 < curve.intervals() && curve.mesh[k + 1] <= tau) ++k;
    return weights_at(g, (tau - curve.mesh[k]) / (curve.mesh[k + 1] - curve.mesh[k]));
  };
  for (Index i = 0; i <= N; ++i) {
    if (to.mesh[i] == curve.mesh.back()) {  // the polynomial's own end has one rounding more
      std::copy_n(curve.at(curve.intervals()), d, to.at(i));
      continue;
    }
    const GaussWeights at_point = weights(to.mesh[i]);
    value_within(curve, k, at_point, to.at(i));
    if (i == N) break;
    for (Index j = 0; j < g.s; ++j) {
      const double tau = to.mesh[i] + g.c[j] * (to.mesh[i + 1] - to.mesh[i]);
      const GaussWeights at_stage = weights(tau);
      rate_within(curve, k, at_stage, to.rates_of(i) + j * m);
    }
  }
  return to;
}

}  // namespace zwang::extremal
