// SPDX-License-Identifier: Apache-2.0
#include "bvp/residual.h"

#include <algorithm>
#include <cmath>

#include "bvp/curve.h"

namespace zwang::bvp {

void Residual::resize(const Bvp& bvp, Index s, Index intervals) {
  stages.resize(intervals * s * bvp.rates());
  joints.resize(intervals * bvp.size());
  ends.resize(bvp.conditions());
  z.resize(bvp.size());
}

void gather_rates(const GaussWeights& weights, Index s, Index n, Index extra, double h,
                  const double* K, double* to) noexcept {
  const Index m = n + extra;
  for (Index r = 0; r < m; ++r) {
    double once = 0, twice = 0;
    for (Index k = 0; k < s; ++k) {
      once += weights.once[k] * K[k * m + r];
      twice += weights.twice[k] * K[k * m + r];
    }
    if (r < n) to[r] = h * h * twice;  // [ENDS 5]
    to[n + r] = h * once;
  }
}

void joint_of(const Curve& curve, Index i, double* joint) noexcept {
  const Index n = curve.n;
  const double h = curve.mesh[i + 1] - curve.mesh[i];
  const double *z = curve.at(i), *next = curve.at(i + 1);
  gather_rates(gauss(curve.stages).end, curve.stages, n, curve.extra, h, curve.rates_of(i), joint);
  // Neighbours are subtracted first, which is exact where they are near each other.
  for (Index r = 0; r < n; ++r)
    joint[r] = (next[r] - z[r]) - (h * z[n + r] + joint[r]);  // [ENDS 7]
  for (Index r = n; r < curve.size(); ++r) joint[r] = (next[r] - z[r]) - joint[r];
}

bool fill_residual(const Bvp& bvp, const Curve& curve, Residual& residual) noexcept {
  const Gauss& g = gauss(curve.stages);
  const Index N = curve.intervals(), m = bvp.rates();
  if (!bvp.set(bvp.self, curve.p.data())) return false;
  for (Index i = 0; i < N; ++i) {
    const double h = curve.mesh[i + 1] - curve.mesh[i];
    for (Index j = 0; j < g.s; ++j) {
      const Index at = (i * g.s + j) * m;
      value_within(curve, i, g.stage[j], residual.z.data());
      if (!bvp.rate(bvp.self, curve.mesh[i] + g.c[j] * h, residual.z.data(),
                    residual.stages.data() + at))
        return false;
      for (Index r = at; r < at + m; ++r) {
        residual.stages[r] -= curve.rates[r];  // [ENDS 6]
        if (!std::isfinite(residual.stages[r])) return false;
      }
    }
    joint_of(curve, i, residual.joints.data() + i * bvp.size());
  }
  return bvp.ends(bvp.self, curve.at(0), curve.at(N), residual.ends.data(), nullptr, nullptr,
                  nullptr);
}

}  // namespace zwang::bvp
