// SPDX-License-Identifier: Apache-2.0
#pragma once
// F = v·Mv/2 + x·Nv − x·Kx/2 with rows A x = 0, D v + E x = 0 and integrals of c x + d v, from
// t = 0 to T, along the extremal x = 0: linear problems of constant coefficients. Their equations,
//   M x'' + Dᵀλ' − Aᵀm = (N − Nᵀ) v − K x + Eᵀλ + cᵀμ,   D x'' = −E v,   A x'' = 0,
// are solved once, by Eigen; z = (x, dx/dτ, λ, I), p = μ.

#include "bvp/curve.h"
#include "support/random.h"
#include "variation/fields/jacobi_plan.h"

namespace zwang::test {

class LinearQuadratic {
 public:
  explicit LinearQuadratic(Index n)
      : M(Matrix::Identity(n, n)),
        N(Matrix::Zero(n, n)),
        K(Matrix::Zero(n, n)),
        A(0, n),
        D(0, n),
        E(0, n),
        c(0, n),
        d(0, n) {}

  Matrix M, N, K, A, D, E, c, d;
  double T = 1;

  Index n() const { return M.rows(); }
  Index velocities() const { return D.rows(); }
  Index integrals() const { return c.rows(); }
  Index size() const { return 2 * n() + velocities() + integrals(); }

  /// Behind the last change of a matrix; what follows lives as long as this.
  void prepare(Index intervals = 8);
  bvp::Bvp bvp;
  variation::Functional functional;
  bvp::Curve curve;
  variation::JacobiPlan plan() const;

 private:
  static LinearQuadratic& of(void* self) { return *static_cast<LinearQuadratic*>(self); }
  static bool slopes(void* self, double, const double*, const double*, const double*, const double*,
                     double* F, double* F_x, double* F_v, double* F_xx, double* F_xv,
                     double* F_vv) noexcept;
  Matrix gz_, gp_;
};

inline void put(const Matrix& from, double* to) { std::copy_n(from.data(), from.size(), to); }

inline void LinearQuadratic::prepare(Index intervals) {
  const Index n = this->n(), l = velocities(), k = integrals(), r = A.rows(), s = size();
  Matrix kkt = Matrix::Zero(n + l + r, n + l + r), right = Matrix::Zero(n + l + r, s + k);
  kkt.topLeftCorner(n, n) = M;
  kkt.block(0, n, n, l) = D.transpose();
  kkt.block(0, n + l, n, r) = -A.transpose();
  kkt.block(n, 0, l, n) = D;
  kkt.block(n + l, 0, r, n) = A;
  right.block(0, 0, n, n) = -K;
  right.block(0, n, n, n) = (N - N.transpose()) / T;
  right.block(0, 2 * n, n, l) = E.transpose();
  right.block(0, s, n, k) = c.transpose();
  right.block(n, n, l, n) = -E / T;
  const Matrix answer = kkt.completeOrthogonalDecomposition().solve(right);
  Matrix all = Matrix::Zero(n + l + k, s + k);
  all.topRows(n) = T * T * answer.topRows(n);
  all.middleRows(n, l) = T * answer.middleRows(n, l);
  all.block(n + l, 0, k, n) = T * c;
  all.block(n + l, n, k, n) = d;
  gz_ = all.leftCols(s);
  gp_ = all.rightCols(k);

  bvp.n = n;
  bvp.extra = l + k;
  bvp.parameters = k;
  bvp.self = functional.self = this;
  bvp.set = [](void*, const double*) noexcept { return true; };
  bvp.slopes = [](void* self, double, const double* z, double* g, double* gz, double* gp) noexcept {
    const LinearQuadratic& q = of(self);
    Eigen::Map<Vector>(g, q.gz_.rows()) = q.gz_ * Eigen::Map<const Vector>(z, q.size());
    put(q.gz_, gz);
    put(q.gp_, gp);
    return true;
  };
  functional.n = n;
  functional.rows = r;
  functional.velocities = l;
  functional.integrals = k;
  functional.slopes = slopes;
  functional.position_rows = [](void* self, double, const double*, double* phi,
                                double* A_) noexcept {
    std::fill_n(phi, of(self).A.rows(), 0.0);
    put(of(self).A, A_);
    return true;
  };
  functional.curvature = [](void* self, double, const double*, const double*, double* C) noexcept {
    std::fill_n(C, of(self).n() * of(self).n(), 0.0);
    return true;
  };
  functional.velocity_rows = [](void* self, double, const double*, const double*, double* f,
                                double* f_x, double* f_v) noexcept {
    std::fill_n(f, of(self).D.rows(), 0.0);
    put(of(self).E, f_x);
    put(of(self).D, f_v);
    return true;
  };
  functional.integral_rows = [](void* self, double, const double*, const double*, double* G,
                                double* G_x, double* G_v) noexcept {
    std::fill_n(G, of(self).c.rows(), 0.0);
    put(of(self).c, G_x);
    put(of(self).d, G_v);
    return true;
  };
  curve = bvp::make_curve(bvp, 5, intervals);
}

inline bool LinearQuadratic::slopes(void* self, double, const double*, const double*, const double*,
                                    const double*, double* F, double* F_x, double* F_v,
                                    double* F_xx, double* F_xv, double* F_vv) noexcept {
  const LinearQuadratic& q = of(self);
  *F = 0;
  std::fill_n(F_x, q.n(), 0.0);
  std::fill_n(F_v, q.n(), 0.0);
  put(-q.K, F_xx);
  put(q.N, F_xv);
  put(q.M, F_vv);
  return true;
}

inline variation::JacobiPlan LinearQuadratic::plan() const {
  variation::JacobiPlan plan;
  plan.bvp = &bvp;
  plan.functional = &functional;
  plan.curve = &curve;
  plan.t1 = T;
  plan.lambdas = velocities();
  plan.integrals = integrals();
  return plan;
}

/// Random, with so many rows of each kind, a position row written twice; to be prepared.
inline LinearQuadratic random_quadratic(Random& random, Index n, Index rows, Index velocities,
                                        Index integrals) {
  LinearQuadratic q(n);
  q.M = random_mass(random, n, 3);
  q.N = random_matrix(random, n, n);
  const Matrix K = random_matrix(random, n, n);
  q.K = 2 * (K + K.transpose()) + 5 * Matrix::Identity(n, n);
  q.A = random_matrix(random, rows + (rows > 0), n);
  if (rows > 0) q.A.row(rows) = -2 * q.A.row(0);
  q.D = random_matrix(random, velocities, n);
  q.E = random_matrix(random, velocities, n);
  q.c = random_matrix(random, integrals, n);
  q.d = random_matrix(random, integrals, n);
  q.T = random.uniform(0.5, 2);
  return q;
}

}  // namespace zwang::test
