// SPDX-License-Identifier: Apache-2.0
#include "bvp/curve.h"

#include "base/contract.h"

namespace zwang::bvp {

Curve make_curve(const Bvp& bvp, Index stages, Index intervals) {
  expects(intervals >= 1);
  Curve curve;
  curve.n = bvp.n;
  curve.extra = bvp.extra;
  curve.stages = stages;
  curve.mesh.resize(static_cast<std::size_t>(intervals + 1));
  for (Index i = 0; i <= intervals; ++i)
    curve.mesh[i] = static_cast<double>(i) / static_cast<double>(intervals);
  curve.z.resize(static_cast<std::size_t>((intervals + 1) * bvp.size()));
  curve.rates.resize(static_cast<std::size_t>(intervals * stages * bvp.rates()));
  curve.p.resize(static_cast<std::size_t>(bvp.parameters));
  return curve;
}

void combine(const Curve& a, double lambda, const Curve& b, Curve& to) noexcept {
  for (std::size_t k = 0; k < a.z.size(); ++k) to.z[k] = a.z[k] + lambda * b.z[k];
  for (std::size_t k = 0; k < a.rates.size(); ++k) to.rates[k] = a.rates[k] + lambda * b.rates[k];
  for (std::size_t k = 0; k < a.p.size(); ++k) to.p[k] = a.p[k] + lambda * b.p[k];
}

}  // namespace zwang::bvp
