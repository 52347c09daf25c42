// SPDX-License-Identifier: Apache-2.0
#include "support/bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/algebra.h"

namespace zwang::test {

namespace {

struct Spectrum {
  double largest = 0, smallest = 1;  // of the `rank` singular values that count
  double kappa() const { return largest == 0 ? 1 : largest / smallest; }
};

Spectrum spectrum(const Matrix& A, Index rank) {
  if (rank == 0) return {};
  const Vector sigma = singular_values(A);
  return {sigma(0), sigma(rank - 1)};
}

/// ‖M⁻¹‖ where M is definite, else ‖(ZᵀMZ)⁻¹‖.
double inverse_norm(const System& s, const Matrix& rows, Index rank) {
  if (s.n() == 0) return 0;
  const Vector mu = eigenvalues(s.M), size = mu.cwiseAbs();
  const bool one_sign = mu(0) > 0 || mu(s.n() - 1) < 0;
  if (one_sign && size.minCoeff() > 1e-14 * size.maxCoeff()) return 1 / size.minCoeff();
  if (rank == s.n()) return 0;
  const Matrix Z = null_space(rows, rank);
  return 1 / eigenvalues(Z.transpose() * s.M * Z).cwiseAbs().minCoeff();
}

}  // namespace

Bound rounding_bound(const System& s, const Vector& xdd, Index rank, bool contradictory,
                     bool squares) {
  Matrix rows = s.A;
  Vector rhs = s.b;
  for (Index i = 0; i < s.m(); ++i) {
    const double size = s.A.row(i).stableNorm();
    double scale = size > 0 ? 1 / size : 0;
    if (contradictory) scale = s.W.size() ? std::sqrt(s.W(i)) : 1;
    rows.row(i) *= scale;
    rhs(i) *= scale;
  }
  const Spectrum A = spectrum(rows, rank);
  const Spectrum plain = spectrum(s.A, rank);
  const double kappa = A.kappa(), H = inverse_norm(s, rows, rank);
  const double M = s.n() ? s.M.norm() : 0, x = xdd.norm();
  const double force = s.Q.norm() + s.C.norm() + M * x;
  const double gap = contradictory ? (rhs - rows * xdd).norm() : 0;
  const double demand = A.largest == 0 ? 0 : (rhs.norm() + kappa * gap) / A.largest;
  const double c = 2 * std::numeric_limits<double>::epsilon() *
                   static_cast<double>(std::max({s.m(), s.n(), Index{4}}));
  Bound bound{};
  bound.kappa_A = kappa;
  bound.kappa_M = M * H;
  bound.acceleration = c * ((1 + M * H) * kappa * (x + demand) + H * kappa * force);
  if (squares) bound.acceleration *= 10 * kappa;
  bound.force = M * bound.acceleration + c * force;
  if (A.largest > 0) bound.multipliers = (bound.force + c * plain.kappa() * force) / plain.smallest;
  bound.residual = s.A.norm() * bound.acceleration + c * (s.b.norm() + s.A.norm() * x);
  const double deviation = x + H * s.Q.norm();
  bound.gauss =
      M * bound.acceleration * (2 * deviation + bound.acceleration) + c * M * deviation * deviation;
  return bound;
}

}  // namespace zwang::test
