// SPDX-License-Identifier: Apache-2.0
#include "estimate/singular.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "estimate/compress.h"
#include "linalg/vector.h"

namespace zwang::estimate {

namespace {

// Makes columns a and b orthogonal; false: they were.
bool rotate(Index n, double* a, double* b, double* va, double* vb) {
  const double aa = linalg::dot(a, a, n), bb = linalg::dot(b, b, n), ab = linalg::dot(a, b, n);
  if (!(std::abs(ab) > 1e-16 * std::sqrt(aa * bb))) return false;
  const double zeta = (bb - aa) / (2 * ab);
  const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::hypot(1.0, zeta));
  const double c = 1 / std::hypot(1.0, t), s = c * t;
  for (Index i = 0; i < n; ++i) {
    const double x = a[i], y = b[i], vx = va[i], vy = vb[i];
    a[i] = c * x - s * y;
    b[i] = s * x + c * y;
    va[i] = c * vx - s * vy;
    vb[i] = s * vx + c * vy;
  }
  return true;
}

}  // namespace

Singular singular_values(Index m, Index n, const std::vector<double>& J) {
  std::vector<double> R = compress(m, n, J), V(at(n * n), 0.0);
  for (Index k = 0; k < n; ++k) V[at(k * n + k)] = 1;
  bool turned = true;
  for (int sweep = 0; sweep < 60 && turned; ++sweep) {
    turned = false;
    for (Index a = 0; a < n; ++a) {
      for (Index b = a + 1; b < n; ++b) {
        turned =
            rotate(n, R.data() + a * n, R.data() + b * n, V.data() + a * n, V.data() + b * n) ||
            turned;
      }
    }
  }
  std::vector<Index> order(at(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<double> length;
  for (Index k = 0; k < n; ++k) length.push_back(linalg::norm(R.data() + k * n, n));
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return length[at(a)] > length[at(b)]; });
  Singular result;
  for (const Index k : order) {
    result.values.push_back(length[at(k)]);
    result.vectors.insert(result.vectors.end(), V.begin() + k * n, V.begin() + (k + 1) * n);
  }
  return result;
}

}  // namespace zwang::estimate
