// SPDX-License-Identifier: Apache-2.0
#include "motion/rest/small_motions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/spectrum.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

using Entries = std::vector<double>;

constexpr Index most_coordinates = 100;  // beyond, the eigenvalues take too long

// C ← A B, n × n, column-major.
Entries product(Index n, const Entries& A, const Entries& B) {
  Entries C(A.size(), 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index k = 0; k < n; ++k) {
      const double factor = B[j * n + k];
      if (factor == 0) continue;
      for (Index i = 0; i < n; ++i) {
        C[j * n + i] += A[k * n + i] * factor;
      }
    }
  }
  return C;
}

}  // namespace

bool SmallMotions::form(RightSide& side, double t, const std::vector<double>& q) {
  instant::Jacobian* const jacobian = side.prepare_jacobian();
  if (!jacobian) return false;
  n = side.equations().n;
  const std::vector<double> v(q.size(), 0.0);
  const Instant& now = side.full_instant(t, q.data(), v.data());
  side.fill_mass();
  if (!jacobian->form(side.numbers(), now, t, q.data(), v.data())) return false;
  rank = jacobian->rank();
  const auto square = static_cast<std::size_t>(n * n);
  P.resize(square);
  jacobian->tangent_projector(side.numbers(), P.data());  // I − K₁A [UK92 7]
  by_q.assign(jacobian->by_coordinate(0), jacobian->by_coordinate(0) + square);
  by_v.assign(jacobian->by_rate(0), jacobian->by_rate(0) + square);
  by_q = product(n, P, product(n, by_q, P));
  by_v = product(n, P, product(n, by_v, P));
  return true;
}

// Eigenvalues of x' = P v, v' = P ∂ẍ/∂q P x + P ∂ẍ/∂v P v in units of their own time. Directions
// across the constraints give zeros, rank of them for x and for v each; more zeros are freedom.
Stability judge_stability(const SmallMotions& motions, int order, double& growth) {
  growth = 0;
  if (motions.n > most_coordinates) return Stability::unknown;
  const bool second = order == 2;
  const double by_q = linalg::largest(motions.by_q), by_v = linalg::largest(motions.by_v);
  const double rate = second ? std::sqrt(by_q) + by_v : by_q;
  const Index n = motions.n, rank = motions.rank, size = second ? 2 * n : n;
  if (rank == n) return Stability::stable;
  if (rate == 0) return Stability::neutral;
  Entries matrix(static_cast<std::size_t>(size * size), 0.0);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(j * n + i);
      const auto entry = [&](Index row, Index column) -> double& {
        return matrix[column * size + row];
      };
      if (!second) entry(i, j) = motions.by_q[k] / rate;
      if (!second) continue;
      entry(i, n + j) = motions.P[k];
      entry(n + i, j) = motions.by_q[k] / (rate * rate);
      entry(n + i, n + j) = motions.by_v[k] / rate;
    }
  }
  const auto spectrum = linalg::eigenvalues(size, matrix);
  if (spectrum.empty()) return Stability::unknown;
  Index zeros = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (const std::complex<double>& lambda : spectrum) {
    if (std::abs(lambda) <= 1e-6) ++zeros;  // a double zero scatters by the root of rounding
    most = std::max(most, lambda.real());
  }
  growth = std::max(0.0, most) * rate;
  if (most > 1e-6) return Stability::unstable;
  growth = 0;
  return zeros > (second ? 2 : 1) * rank ? Stability::neutral : Stability::stable;
}

}  // namespace zwang::motion
