// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collocation on one interval, linearised, with the rates K at its Gauss points eliminated:
//   X_j = x + c_j h v + h² Σ_k abar_jk Kx_k,  V_j = v + h Σ_k a_jk Kx_k,  W_j = w + h Σ_k a_jk Kw_k,
//   K_j = g(τ_j, X_j, V_j, W_j, p),
//   z_next = (x + h v + h² Σ_k bbar_k Kx_k,  v + h Σ_k b_k Kx_k,  w + h Σ_k b_k Kw_k).

#include <vector>

#include "base/index.h"
#include "bvp/bvp.h"
#include "bvp/curve.h"
#include "bvp/gauss.h"
#include "bvp/residual.h"
#include "bvp/scales.h"

namespace zwang::bvp {

// Products of short vectors on the way of every step.

/// Σ a b in four sums side by side: one would wait for each of its terms.
inline double product(Index count, const double* a, const double* b) noexcept {
  double sum[4] = {};
  Index k = 0;
  for (; k + 4 <= count; k += 4)
    for (Index l = 0; l < 4; ++l) sum[l] += a[k + l] * b[k + l];
  for (; k < count; ++k) sum[0] += a[k] * b[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

enum class Condensed { good, not_finite, singular };

/// dK = U (dz, dp, 1), with dz and dp measured in scales.
struct Condenser {
  explicit Condenser(const Bvp& bvp);

  /// From now on so many Gauss points. Room is kept.
  void set_stages(Index s);

  Index columns() const { return bvp->size() + bvp->parameters + 1; }  // of U
  Index stage_rows() const { return table->s * bvp->rates(); }         // of U
  Index width() const { return stage_rows() + columns() + 7; }  // of S, as linalg/lanes.h wants it
  Index rung_columns() const { return 2 * bvp->size() + bvp->parameters + 1; }

  const Bvp* bvp;
  const Gauss* table = nullptr;
  std::vector<double> S;          // the stages' matrix, and behind every row its right sides
  std::vector<Index> order;       // step k of the elimination exchanged rows k and order[k]
  std::vector<double> ends;       // size × columns: the end of the interval's polynomial
  std::vector<double> z;          // at one stage
  std::vector<double> g, gz, gp;  // at all stages
  // Where K_jr stands among the unknowns: at j·m + r, or before all others those that no equation
  // knows (of cyclic coordinates, of integrals): then elimination passes them by.
  std::vector<Index> place;
  bool in_order = false;  // none stands before others
};

/// U (stage_rows × columns, row-major) and the rung (C D E f, column-major) of a Ladder for interval
/// i. The right sides are those of the residual, or where it is null the curve's own.
Condensed condense(Condenser& c, const Curve& curve, Index i, const Residual* residual,
                   const Scales& scales, double* U, double* rung) noexcept;

/// What condense() left of the stages' matrix, to solve with it again.
struct StageFactors {
  double* LU = nullptr;    // stage_rows², row-major
  Index* order = nullptr;  // 2 stage_rows: exchanges, then places
};
void keep_factors(const Condenser& c, const StageFactors& to) noexcept;

/// x ← S⁻¹x, stage_rows, by way of as much scratch.
void solve_stages(Index stage_rows, const StageFactors& factors, double* x,
                  double* scratch) noexcept;

}  // namespace zwang::bvp
