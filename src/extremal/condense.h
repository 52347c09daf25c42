// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collocation on one interval, linearised, with the rates K at its Gauss points eliminated:
//   X_j = x + c_j h v + h² Σ_k abar_jk Kx_k,  V_j = v + h Σ_k a_jk Kx_k,  W_j = w + h Σ_k a_jk Kw_k,
//   K_j = g(τ_j, X_j, V_j, W_j, p),
//   z_next = (x + h v + h² Σ_k bbar_k Kx_k,  v + h Σ_k b_k Kx_k,  w + h Σ_k b_k Kw_k).

#include <vector>

#include "extremal/bvp.h"
#include "extremal/curve.h"
#include "extremal/gauss.h"
#include "extremal/residual.h"
#include "extremal/scales.h"

namespace zwang::extremal {

enum class Condensed { good, not_finite, singular };

/// dK = U (dz, dp, 1), with dz and dp measured in scales.
struct Condenser {
  Condenser(const Bvp& bvp, const Gauss& gauss);

  Index columns() const { return bvp->size() + bvp->parameters + 1; }  // of U
  Index stage_rows() const { return table->s * bvp->rates(); }         // of U
  Index rung_columns() const { return 2 * bvp->size() + bvp->parameters + 1; }

  const Bvp* bvp;
  const Gauss* table;
  std::vector<double> S;  // the stages' matrix, then its factors
  std::vector<Index> order;
  std::vector<double> z, g, gz, gp;  // at one stage
};

/// U (stage_rows × columns) and the rung (C D E f) of a Ladder for interval i, both column-major. The
/// right sides are those of the residual, or where it is null the curve's own.
Condensed condense(Condenser& c, const Curve& curve, Index i, const Residual* residual,
                   const Scales& scales, double* U, double* rung) noexcept;

}  // namespace zwang::extremal
