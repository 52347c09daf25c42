// SPDX-License-Identifier: Apache-2.0
#include "support/printed.h"

namespace zwang::test {

Printed printed(const System& system, Index rank) {
  const auto& [M, Q, A, b, C, W, mass, blocks] = system;
  const auto [half, inverse_half] = root(M);
  Printed p;
  p.a = inverse(M) * Q;    // [UK92 2]
  p.e = b - A * p.a;       // [FKNU05 3]
  p.D = A * inverse_half;  // [FKNU05 2]
  const Matrix D_plus = pinv(p.D, rank);
  p.K = half * D_plus;           // [UK92 5a]
  p.K1 = inverse_half * D_plus;  // [UK92 5c']
  p.R = Matrix::Identity(Q.size(), Q.size()) - D_plus * p.D;
  const Vector force = C.size() ? C : Vector(Vector::Zero(Q.size()));
  p.F_L = p.K * p.e;                                                     // [FKNU05 20]
  p.F_C = half * p.R * inverse_half * force;                             // [FKNU05 21]
  p.xdd = p.a + p.K1 * p.e + inverse_half * p.R * inverse_half * force;  // [FKNU05 16]
  return p;
}

PrintedBellman printed_bellman(const Matrix& C, const Vector& d, Index r) {
  const Index n = C.cols();
  const Matrix C_r = C.leftCols(r);
  const Matrix S = inverse(C_r.transpose() * C_r);
  PrintedBellman p;
  p.R.resize(static_cast<std::size_t>(n) + 1);
  p.beta = Matrix::Zero(C.rows(), n);
  Matrix R = C_r * S * S * C_r.transpose();  // [KNUX99 13]
  p.R[static_cast<std::size_t>(r)] = R;      // [KNUX99 26]
  Vector scale(n);
  for (Index k = r; k < n; ++k) {
    p.beta.col(k) = R * C.col(k);  // [KNUX99 21]
    scale(k) = 1 + C.col(k).dot(p.beta.col(k));
    R -= p.beta.col(k) * p.beta.col(k).transpose() / scale(k);  // [KNUX99 22]
    p.R[static_cast<std::size_t>(k) + 1] = R;                   // [KNUX99 27-29]
  }
  p.y = Vector::Zero(n);
  Vector rest = d;  // [KNUX99 25]
  for (Index k = n; k-- > r;) {
    p.y(k) = p.beta.col(k).dot(rest) / scale(k);  // [KNUX99 30-32]
    rest -= C.col(k) * p.y(k);
  }
  p.y.head(r) = S * C_r.transpose() * rest;  // [KNUX99 33]
  return p;
}

}  // namespace zwang::test
