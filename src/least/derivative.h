// SPDX-License-Identifier: Apache-2.0
#pragma once
// How ẍ answers to changes of M, Q, A, b, C, as long as the rows keep their rank: two operators,
//   ẍ = N (Q + C) + K₁ b,   N: force → acceleration,   K₁: demand → acceleration,
// factored once per instant, then applied to as many directions as there are. (doc/theory/kernel.md)
//
//   dẍ = N (dQ + dC − dM ẍ + dAᵀλ) + K₁ (db − dA ẍ) + K₁ W⁻¹ K₁ᵀ dAᵀ W r
// with any λ for which M ẍ − Q − C = Aᵀλ (where C acts this is not the multiplier of F^L alone), and
// r = b − A ẍ, not zero only where rows contradict each other. K₁ fits in the norm of the weights.

#include <vector>

#include "least/workspace.h"
#include "linalg/definite.h"

namespace zwang::least {

class Derivative {
 public:
  Derivative(Index n, Index m);

  /// Factors at one instant; nothing of the task is looked at later. Directions that the tolerance
  /// cuts count as redundant: near-singular ones, which a step solves damped, then answer as free
  /// motions do. False where ẍ has no derivative: ZᵀMZ singular, or numbers out of range.
  bool factor(const Task& task, RankTolerance tolerance) noexcept;

  Index rank() const noexcept { return ws_.rows.rank; }

  /// How far the last independent row stands out from the others, rows equilibrated: from 1, when
  /// it is orthogonal to them, down to the tolerance.
  double least_pivot() const noexcept { return ws_.rows.least_pivot; }

  /// dx = N g + K₁ h + K₁W⁻¹K₁ᵀ p for each of `columns` columns, one after the other in each array:
  ///   g = dQ + dC − dM ẍ + dAᵀλ  (n),   h = db − dA ẍ  (m),   p = dAᵀ W r  (n).
  /// Any of g, h, p may be null: zero. p is not looked at where no row is redundant, for then r = 0.
  void tangent(const double* g, const double* h, const double* p, Index columns,
               double* dx) noexcept;

  /// The same turned round, for wᵀdẍ = ⟨Q̄, dQ⟩ + … : u = N w (n), s = K₁ᵀw (m), t = K₁W⁻¹s (n);
  ///   Q̄ = C̄ = u,   b̄ = s,   M̄ = −(u ẍᵀ + ẍ uᵀ)/2,   Ā = λ uᵀ − s ẍᵀ + W r tᵀ.
  /// Any of u, s, t may be null: not asked for. For w = M ẍ − Q − C, s is such a λ as is wanted above.
  void adjoint(const double* w, double* u, double* s, double* t) noexcept;

 private:
  bool factor_weighed(const Task& task, RankTolerance tolerance) noexcept;
  bool factor_null(const Task& task, RankTolerance tolerance) noexcept;
  bool factor_lanes(const Task& task, RankTolerance tolerance) noexcept;
  void fill_rotated_mass(const Task& task) noexcept;
  void keep(const Task& task) noexcept;

  // x = S Q_h ω: S = L⁻ᵀ or τ, Q_h the reflectors of the rows; ω₁ (rank) is what the rows ask for.
  void turn_in(const double* x, double* omega) noexcept;
  void turn_out(double* omega, double* x) noexcept;
  void solve_free(double* omega) noexcept;  // ω₂ ← H⁻¹ω₂
  void couple(double* omega) noexcept;      // ω₂ ← ω₂ − (ZᵀMY) ω₁
  void decouple(double* omega) noexcept;  // ω₂ ← H⁻¹ω₂, then ω₁ ← ω₁ − (YᵀMZ) ω₂

  // T, the rows in terms of ω₁ (m × rank): their least squares, its transpose, and (TᵀWT)⁻¹.
  void meet(const double* h, double* z) noexcept;
  void meet_transposed(double* z, double* s) noexcept;
  void meet_twice(double* z, double* out) noexcept;

  Workspace ws_;
  Task shape_;                       // sizes and blocks, for the triangles; no numbers
  std::vector<std::size_t> blocks_;  // room for n
  int sign_ = 1;                     // ±1: M = ± L Lᵀ; 0: the null-space form
  linalg::AnySymmetric H_;           // ZᵀMZ of the null-space form
  linalg::TallQr tall_;              // of W^(1/2) T where rows are redundant
  AlignedArray rotated_;             // n × ldn: Q_hᵀ(τMτ)Q_h
  AlignedArray weight_;              // m: √W
  AlignedArray omega_, other_, free_, demand_, spare_;
};

}  // namespace zwang::least
