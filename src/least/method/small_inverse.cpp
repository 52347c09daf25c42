// SPDX-License-Identifier: Apache-2.0
// Jacobi's rotations: for three rows nothing is simpler or more exact.

#include "least/method/small_inverse.h"

#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"

namespace zwang::least {

/// G ← JᵀGJ, V ← V J with the rotation that makes G_pq zero.
static void rotate(Index size, double* G, double* V, Index p, Index q) {
  if (G[p * size + q] == 0) return;
  const double theta = (G[q * size + q] - G[p * size + p]) / (2 * G[p * size + q]);
  const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  for (Index i = 0; i < size; ++i) {
    const double g = G[i * size + p], h = G[i * size + q];
    G[i * size + p] = c * g - s * h;
    G[i * size + q] = s * g + c * h;
    const double v = V[i * size + p], u = V[i * size + q];
    V[i * size + p] = c * v - s * u;
    V[i * size + q] = s * v + c * u;
  }
  for (Index i = 0; i < size; ++i) {
    const double g = G[p * size + i], h = G[q * size + i];
    G[p * size + i] = c * g - s * h;
    G[q * size + i] = s * g + c * h;
  }
}

void shortest_symmetric(Index size, double* G, const double* w, double* x) noexcept {
  expects(size <= 3);
  double V[9] = {};
  for (Index i = 0; i < size; ++i) V[i * size + i] = 1;
  for (int sweep = 0; sweep < 10; ++sweep)  // quadratic: five are enough for rounding
    for (Index p = 0; p < size; ++p)
      for (Index q = p + 1; q < size; ++q) rotate(size, G, V, p, q);
  double largest = 0;
  for (Index k = 0; k < size; ++k) largest = std::fmax(largest, G[k * size + k]);
  for (Index i = 0; i < size; ++i) x[i] = 0;
  for (Index k = 0; k < size; ++k) {
    const double eigenvalue = G[k * size + k];
    if (!(eigenvalue > linalg::instant_tolerance(size, size) * largest)) continue;
    double along = 0;
    for (Index i = 0; i < size; ++i) along += V[i * size + k] * w[i];
    for (Index i = 0; i < size; ++i) x[i] += V[i * size + k] * along / eigenvalue;
  }
}

}  // namespace zwang::least
