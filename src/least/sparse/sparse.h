// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant of a large system: thousands of coordinates, M diagonal or in small blocks, few
// entries in each row of A. LDLᵀ of the damped dual and proximal steps down to rounding
// (doc/theory/kernel.md): no rank is decided to find the motion, and a chain costs O(n).

#include <vector>

#include "least/sparse/sparse_dual.h"
#include "least/sparse/sparse_rows.h"
#include "zwang/instant.h"
#include "zwang/status.h"

namespace zwang::least {

/// What a solve writes; the arrays have their sizes from the start.
struct SparseAnswer {
  SparseAnswer(Index n, Index m);

  std::vector<double> acceleration;    // n  ẍ
  std::vector<double> force_lagrange;  // n  F^L = Aᵀλ
  std::vector<double> force_coulomb;   // n  F^C
  std::vector<double> multipliers;     // m  λ, of least norm where rows are redundant
  std::vector<double> residual;        // m  b − A ẍ
  Index rank = 0;                      //    as sure as SparseDual::rank says
  Status status = Status::ok;
};

/// The pattern is analysed at construction, which allocates; solving neither allocates nor throws.
class SparseSolver {
 public:
  /// mass_blocks: sizes of the diagonal blocks of M; empty: M is diagonal.
  explicit SparseSolver(SparsePattern pattern, std::vector<Index> mass_blocks = {},
                        RankTolerance tolerance = RankTolerance::instant);

  /// M: n numbers, or its blocks one after the other; A_values: in the order of the pattern;
  /// C (n) or null: ideal constraints; W (m) or null: every weight 1.
  Status solve(const double* M, const double* Q, const double* A_values, const double* b,
               const double* C, const double* W, SparseAnswer& out) noexcept;

  /// The same M and A again, whose factors are kept. A_values must still be there.
  Status solve_again(const double* Q, const double* b, const double* C, const double* W,
                     SparseAnswer& out) noexcept;

  /// x ← K₁ b with the same M and A, by one damped step: right to about 1e-10 where rows are plainly
  /// independent, for those who look at what is left and ask again.
  void step_towards(const double* b, double* x) noexcept;

  /// The last answer in weighed units: Lᵀẍ, L⁻¹F^L, L⁻¹F^C (of −M where M is negative).
  const std::vector<double>& u() const noexcept { return u_; }
  const std::vector<double>& yL() const noexcept { return yL_; }
  const std::vector<double>& yC() const noexcept { return yC_; }

  /// The smallest positive pivot of the equilibrated rows' products: 1/√ of it is at most their κ.
  double least_pivot() const noexcept { return dual_.least_pivot(); }

  /// Off-diagonal entries of the factor: what one solve costs.
  Index factor_entries() const noexcept { return dual_.entries(); }

 private:
  void prepare(const double* Q, const double* b, const double* C) noexcept;
  bool meet(const double* demand, double* u, double* y, double allowed) noexcept;
  Status meet_rows(const double* b, const double* W) noexcept;
  double allowed() const noexcept;
  double usual_damping() const noexcept;
  double unmet(const double* demand, const double* u) noexcept;
  double take_off_contradiction(const double* W) noexcept;
  void shorten_multipliers() noexcept;
  void finish(const double* b, bool nonideal, SparseAnswer& out) noexcept;
  Status fail(Status status, SparseAnswer& out) noexcept;

  SparsePattern pattern_;
  RankTolerance tolerance_;
  WeighedRows rows_;
  SparseDual dual_;
  const double* A_ = nullptr;
  int sign_ = 0;
  Index rank_ = 0;
  double damping_ = 0;  // that the rows were factored with
  double size_ = 0;     // of what the rows are asked for, in weighed units
  std::vector<double> g_, c_, u_, yL_, yC_, motion_;                   // n
  std::vector<double> demand_, lambda_, rest_, taken_, Omega_, null_;  // m
};

}  // namespace zwang::least
