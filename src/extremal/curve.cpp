// SPDX-License-Identifier: Apache-2.0
#include "extremal/curve.h"

#include "base/contract.h"

namespace zwang::extremal {

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

}  // namespace zwang::extremal
