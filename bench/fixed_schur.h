// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Schur complement with compile-time sizes: the fastest peer at small full-rank systems.

#include "eigen_pool.h"

namespace bench {

/// ẍ as one writes it down: Y = M⁻¹Aᵀ, (A Y) λ = b − A a, ẍ = a + Y λ.
struct SchurByInverse {
  template <int n, int m>
  static Eigen::Matrix<double, n, 1> motion(const FixedSystem<n, m>& s) {
    const Eigen::LLT<Eigen::Matrix<double, n, n>> llt(s.M);
    const Eigen::Matrix<double, n, 1> a = llt.solve(s.Q);
    const Eigen::Matrix<double, n, m> Y = llt.solve(s.A.transpose());
    const Eigen::Matrix<double, m, m> S = s.A * Y;
    const Eigen::Matrix<double, m, 1> lambda = S.llt().solve(s.b - s.A * a);
    return a + Y * lambda;
  }
};

/// The same with half the triangular solves: Dᵀ = L⁻¹Aᵀ, (D Dᵀ) λ = b − D w, ẍ = L⁻ᵀ(w + Dᵀλ).
struct SchurByFactor {
  template <int n, int m>
  static Eigen::Matrix<double, n, 1> motion(const FixedSystem<n, m>& s) {
    const Eigen::LLT<Eigen::Matrix<double, n, n>> llt(s.M);
    Eigen::Matrix<double, n, 1> x = llt.matrixL().solve(s.Q);
    const Eigen::Matrix<double, n, m> Dt = llt.matrixL().solve(s.A.transpose());
    const Eigen::Matrix<double, m, m> S = Dt.transpose() * Dt;
    const Eigen::Matrix<double, m, 1> lambda = S.llt().solve(s.b - Dt.transpose() * x);
    x.noalias() += Dt * lambda;
    llt.matrixU().solveInPlace(x);
    return x;
  }
};

}  // namespace bench
