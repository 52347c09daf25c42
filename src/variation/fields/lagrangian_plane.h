// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fields at one point of an extremal as positions W and momenta P, in coordinates that the rows
// leave free. With Z an orthonormal basis of what A leaves free:
//   W = (Zᵀδx, δI),   P = (Zᵀδp, −δμ),   δp = F_vv δv + F_vx δx + f_vᵀδλ + G_vᵀδμ.
// An integral is a coordinate of its own, I' = G, whose momentum is −μ. Fields that begin with the
// same condition form a Lagrangian plane: WᵀP is symmetric, all along.

#include "linalg/gram_schmidt.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::variation {

/// Columns are (δz, δp), size + parameters long, in the user's units; W and P are in those of
/// FieldScales, which leave WᵀP as it is.
class LagrangianPlane {
 public:
  LagrangianPlane(const JacobiPlan& plan, const FieldScales& scales);

  /// Goes to τ, where the extremal has z. False: no numbers there, or dependent velocity rows.
  bool take(double tau, const double* z) noexcept;

  Index length() const { return length_; }                    // of a column
  Index rank() const { return rank_; }                        // of A
  Index size() const { return n_ - rank_ + integrals_; }      // of W and P: rows, and columns
  const std::vector<double>& G_v() const { return at_.G_v; }  // integrals × n
  void position(const double* column, double* w) const noexcept;
  void momentum(const double* column, double* p) const noexcept;
  /// The columns with W = 0: x does not move. size() of them.
  void vertical(double* columns) const noexcept;
  /// Columns along which x moves in all directions that A leaves free, n − rank() of them.
  bool horizontal(double* columns);

 private:
  const JacobiPlan& plan_;
  const FieldScales& scales_;
  Index n_, lambdas_, integrals_, length_, rank_ = 0;
  double span_;
  PlannedPoint at_;
  linalg::RowSpace rows_;    // of A, then f_v; the rest of a basis behind them
  std::vector<Index> kept_;  // rows of A that are independent
  bool slope_of_row(Index k, double* slope);

  std::vector<double> x_, row_;
  mutable std::vector<double> dp_;
};

}  // namespace zwang::variation
