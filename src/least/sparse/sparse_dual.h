// SPDX-License-Identifier: Apache-2.0
#pragma once
// The damped dual of sparse rows: Ĝ = D̂D̂ᵀ, D̂ with rows of length 1, and what can be done with
// LDLᵀ of Ĝ plus a damping without ever deciding on a rank.

#include <vector>

#include "least/sparse/sparse_rows.h"
#include "linalg/sparse/sparse_ldl.h"

namespace zwang::least {

class SparseDual {
 public:
  explicit SparseDual(const SparsePattern& D);

  /// Ĝ from D̂.
  void fill(const SparseRows& D) noexcept;

  /// Factors Ĝ + μI.
  void damp(double mu) noexcept;
  double damping() const noexcept { return mu_; }

  /// x ← (Ĝ + μI)⁻¹x.
  void solve(double* x) noexcept { linalg::solve_ldl(pattern_, damped_, x); }

  /// How many eigenvalues of Ĝ exceed 1e-11: the directions with a singular value of D̂ above 3e-6.
  /// By Sylvester's law from the signs of the pivots of Ĝ − 1e-11·I, so exact up to the rounding of
  /// Ĝ (about 1e-15 √m): sure where the spectrum has a gap there, and blind to weaker directions.
  /// All of them where no pivot of Ĝ + μI is small. After damp().
  Index rank() noexcept;
  /// Whether rank() found no small pivot.
  bool plain() const noexcept { return plain_; }

  /// The smallest of the positive pivots that rank() saw.
  double least_pivot() const noexcept { return least_pivot_; }

  /// y with D̂ᵀy = 0 such that v − Ωy, which v becomes, lies in the range of D̂: y = U(UᵀΩU)⁻¹Uᵀv, U a
  /// basis of the left null vectors. Ω > 0 may spread over many orders; 0 marks a vanished row.
  void null_part(const SparseRows& D, const double* Omega, double* v, double* y) noexcept;

  Index entries() const noexcept { return pattern_.entries(); }  // of the factor

 private:
  SparseDual(const SparsePattern& D, const SparsePattern& gram);
  // Ĝ + νΩ/c on the rows with Ω ≤ c, the others being off.
  void damp_weighted(const double* Omega, double c) noexcept;
  void solve_weighted(double* x) noexcept;
  // v ← v less what some motion meets, Uᵀv kept to rounding.
  void strip(const SparseRows& D, double* v) noexcept;
  // y ← the part of y that no motion sees, D̂ᵀy = 0 to rounding, for a y that is nearly so.
  void project(const SparseRows& D, double* y) noexcept;
  // null_ ← z ≈ U(UᵀΩU)⁻¹Uᵀv on the rows that are on; returns vᵀz.
  double precondition(const SparseRows& D, double c, const double* v) noexcept;
  void null_step(const double* Omega, double alpha, double* v, double* y) noexcept;
  // Refinement, or conjugate gradients, for UᵀΩU on the rows with Ω ≤ c, taken off v and added to y.
  void null_steps(const SparseRows& D, const double* Omega, double c, double* v,
                  double* y) noexcept;

  Index m_;
  SparsePattern gram_;  // strict lower triangle of Ĝ
  linalg::LdlPattern pattern_;
  linalg::SparseLdl damped_, other_;  // Ĝ + μI; and the matrix of the moment
  std::vector<double> G_, diagonal_, shifted_, scattered_, motion_, step_, null_, direction_,
      stripped_;
  std::vector<unsigned char> on_;
  bool plain_ = false;
  double mu_ = 0, least_pivot_ = 1;
};

}  // namespace zwang::least
