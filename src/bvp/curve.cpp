// SPDX-License-Identifier: Apache-2.0
#include "bvp/curve.h"

#include <algorithm>
#include <utility>

#include "base/contract.h"

namespace zwang::bvp {

Curve make_curve(const Bvp& bvp, Index stages, Index intervals) {
  expects(intervals >= 1);
  Curve curve;
  curve.n = bvp.n;
  curve.extra = bvp.extra;
  curve.stages = stages;
  curve.mesh.resize(intervals + 1);
  for (Index i = 0; i <= intervals; ++i)
    curve.mesh[i] = static_cast<double>(i) / static_cast<double>(intervals);
  curve.z.resize((intervals + 1) * bvp.size());
  curve.rates.resize(intervals * stages * bvp.rates());
  curve.p.resize(bvp.parameters);
  return curve;
}

void combine(const Curve& a, double lambda, const Curve& b, Curve& to) noexcept {
  for (std::size_t k = 0; k < a.z.size(); ++k) to.z[k] = a.z[k] + lambda * b.z[k];
  for (std::size_t k = 0; k < a.rates.size(); ++k) to.rates[k] = a.rates[k] + lambda * b.rates[k];
  for (std::size_t k = 0; k < a.p.size(); ++k) to.p[k] = a.p[k] + lambda * b.p[k];
}

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
    if (r < n) z[r] = from[r] + (reach * from[n + r] + h * h * twice);  // [ENDS 5]
    z[n + r] = from[n + r] + h * once;                                  // v, and w behind it
  }
}

void evaluate(const Curve& curve, double tau, double* z) noexcept {
  const auto above = std::upper_bound(curve.mesh.begin() + 1, curve.mesh.end() - 1, tau);
  const Index i = above - curve.mesh.begin() - 1;
  const double h = curve.mesh[i + 1] - curve.mesh[i];
  value_within(curve, i, weights_at(gauss(curve.stages), (tau - curve.mesh[i]) / h), z);
}

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
  to.z.resize((to.intervals() + 1) * to.size());
  to.rates.resize(to.intervals() * stages * (to.n + to.extra));
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
