// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "bvp/dense.h"

namespace zwang::bvp {

namespace {

/// A curve like this one, with room for the mesh that it is given and so many stages.
Curve like(const Curve& curve, std::vector<double> mesh, Index stages) {
  Curve to;
  to.n = curve.n;
  to.extra = curve.extra;
  to.stages = stages;
  to.p = curve.p;
  to.terms = curve.terms;
  to.mesh = std::move(mesh);
  to.z.resize(static_cast<std::size_t>((to.intervals() + 1) * to.size()));
  to.rates.resize(static_cast<std::size_t>(to.intervals() * stages * (to.n + to.extra)));
  return to;
}

/// g ← Σ value_k K_k, of m components.
void mix(Index s, Index m, const double* value, const double* K, double* g) noexcept {
  for (Index r = 0; r < m; ++r) {
    g[r] = 0;
    for (Index k = 0; k < s; ++k) g[r] += value[k] * K[k * m + r];
  }
}

}  // namespace

Curve resample(const Curve& curve, std::vector<double> mesh, Index stages) {
  if (stages == 0) stages = curve.stages;
  if (mesh == curve.mesh) return restage(curve, stages);
  const Gauss &g = gauss(curve.stages), &fresh = gauss(stages);
  const Index d = curve.size(), m = curve.n + curve.extra;
  Curve to = like(curve, std::move(mesh), stages);
  const Index N = to.intervals();

  Index k = 0;  // the old interval; both meshes rise
  const auto theta_at = [&](double tau) {
    while (k + 1 < curve.intervals() && curve.mesh[k + 1] <= tau) ++k;
    return (tau - curve.mesh[k]) / (curve.mesh[k + 1] - curve.mesh[k]);
  };
  for (Index i = 0; i <= N; ++i) {
    if (to.mesh[i] == curve.mesh.back()) {  // the polynomial's own end has one rounding more
      std::copy_n(curve.at(curve.intervals()), d, to.at(i));
      continue;
    }
    const double theta = theta_at(to.mesh[i]);
    if (theta == 0)
      std::copy_n(curve.at(k), d, to.at(i));
    else
      value_within(curve, k, weights_at(g, theta), to.at(i));
    if (i == N) break;
    for (Index j = 0; j < stages; ++j) {
      double value[most_stages];
      values_at(g, theta_at(to.mesh[i] + fresh.c[j] * (to.mesh[i + 1] - to.mesh[i])), value);
      mix(g.s, m, value, curve.rates_of(k), to.rates_of(i) + j * m);
    }
  }
  return to;
}

Curve restage(const Curve& curve, Index stages) {
  if (stages == curve.stages) return curve;
  const Gauss &g = gauss(curve.stages), &fresh = gauss(stages);
  const Index m = curve.n + curve.extra;
  Curve to = like(curve, curve.mesh, stages);
  to.z = curve.z;
  for (Index j = 0; j < stages; ++j) {
    double value[most_stages];
    values_at(g, fresh.c[j], value);
    for (Index i = 0; i < curve.intervals(); ++i)
      mix(g.s, m, value, curve.rates_of(i), to.rates_of(i) + j * m);
  }
  return to;
}

}  // namespace zwang::bvp
