// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operators N and K₁ of least/derivative.h as small matrices, for instants of few coordinates
// where nothing is near a decision: rows clearly independent, ZᵀMZ clearly regular. All others are
// refused and belong to Derivative, whose rank rule decides. No heap, no pivoting.

#include "least/task.h"

namespace zwang::least {

class RegularDerivative {
 public:
  static constexpr Index most = 8;  // coordinates

  /// False: refused.
  bool factor(const Task& task) noexcept;

  /// dx = N g + K₁ h for each of `columns` columns; h null where there are no rows.
  void tangent(const double* g, const double* h, Index columns, double* dx) const noexcept;

  /// s = K₁ᵀ(M x − g): for x = ẍ, g = Q the multipliers, for x = dẍ their changes.
  void multipliers(const double* x, const double* g, double* s) const noexcept;

  /// ZᵀMZ is positive or negative definite; without rows, M is.
  bool definite() const noexcept { return definite_; }

 private:
  // For n and m that the compiler knows, for the loops are short; 0: it does not.
  template <Index known>
  Index n() const noexcept {
    return known > 0 ? known : n_;
  }
  template <Index rows>
  Index m() const noexcept {
    return rows > 0 ? rows : m_;
  }
  bool invert_diagonal(const Task& task) noexcept;
  template <Index known, Index rows>
  bool factor_full(const Task& task) noexcept;
  template <Index known, Index rows>
  bool reflect_rows(const double* A) noexcept;
  template <Index known, Index rows>
  void turn_mass(const Task& task) noexcept;
  template <Index known, Index rows>
  bool factor_free() noexcept;
  template <Index known, Index rows>
  void fill_operators() noexcept;
  template <Index known, Index rows>
  void apply(const double* g, const double* h, Index columns, double* dx) const noexcept;
  template <Index known, Index rows>
  void reduce(const double* x, const double* g, double* s) const noexcept;

  Index n_ = 0, m_ = 0;
  bool diagonal_ = false;  // N is, and there are no rows
  bool definite_ = false;
  double M_[most * most];  // n × n; where there are rows
  double N_[most * most];  // n × n
  double K_[most * most];  // n × m
  double R_[most * most];  // upper triangle, R_jl at j·most + l: Aᵀ = Y R
  double Q_[most * most];  // n × n, row-major: Y, then Z
  double P_[most * most];  // n × n: QᵀMQ; its lower right block becomes the factors of ZᵀMZ
};

}  // namespace zwang::least
