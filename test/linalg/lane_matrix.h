// SPDX-License-Identifier: Apache-2.0
#pragma once
// A matrix in lanes with everything that row_qr writes to, filled with NaN where it must not read.

#include "linalg/sets.h"

namespace zwang::test {

struct LaneMatrix {
  Index rows, lanes, extra, ldx, ldv;
  AlignedArray X, V, gamma, scale, norms, exact, w, demand, z;
  std::vector<Index> order;
  linalg::RowQr qr;
  Index rank = -1;

  /// The rows of A are the pivotable lanes, those of B only transformed; b is asked for.
  explicit LaneMatrix(const Matrix& A, const Matrix& B = Matrix(), const Vector& b = Vector())
      : rows(A.cols()),
        lanes(A.rows()),
        extra(B.rows()),
        ldx(padded(std::max<Index>(lanes + extra, 1))),
        ldv(padded(std::max<Index>(rows, 1))),
        X(rows * ldx),
        V(std::min(rows, lanes) * ldv),
        gamma(std::min(rows, lanes)),
        scale(ldx),
        norms(ldx),
        exact(ldx),
        w(2 * ldx),
        demand(ldx),
        z(ldx),
        order(static_cast<std::size_t>(ldx)) {
    for (AlignedArray* scratch : {&V, &gamma, &scale, &norms, &exact, &w, &z})
      for (Index i = 0; i < scratch->size(); ++i) scratch->data()[i] = kNan;
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < lanes; ++j) at(i, j) = A(j, i);
      for (Index j = 0; j < extra; ++j) at(i, lanes + j) = B(j, i);
    }
    for (Index j = 0; j < b.size(); ++j) demand.data()[j] = b(j);
    qr.rows = rows;
    qr.lanes = lanes;
    qr.X = X.data();
    qr.ldx = ldx;
    qr.V = V.data();
    qr.ldv = ldv;
    qr.gamma = gamma.data();
    qr.scale = scale.data();
    qr.norms = norms.data();
    qr.exact = exact.data();
    qr.w = w.data();
    qr.order = order.data();
    if (b.size()) qr.demand = demand.data(), qr.z = z.data();
  }
  LaneMatrix(const LaneMatrix&) = delete;

  double& at(Index i, Index j) { return X.data()[i * ldx + j]; }

  Index factor(const linalg::Kernels& set, double tolerance, bool equilibrate = true) {
    qr.tolerance = tolerance;
    qr.equilibrate = equilibrate;
    return rank = set.row_qr(qr);
  }

  /// |R_kk|·√scale, what the rank rule looks at.
  double pivot(Index k) { return std::abs(at(k, k)) * std::sqrt(scale.data()[k]); }

  /// Lane j as R says it is: what lies below the triangle is 0.
  Vector reduced(Index j) {
    Vector r(rows);
    for (Index i = 0; i < rows; ++i) r(i) = i > j && j < rank ? 0 : at(i, j);
    return r;
  }

  /// H_0 … H_(rank−1) x by plain loops.
  Vector reflected(Vector x) {
    for (Index k = rank; k-- > 0;) {
      double t = 0;
      for (Index i = k; i < rows; ++i) t += V.data()[k * ldv + i] * x(i);
      for (Index i = k; i < rows; ++i) x(i) -= gamma.data()[k] * t * V.data()[k * ldv + i];
    }
    return x;
  }
};

}  // namespace zwang::test
