// SPDX-License-Identifier: Apache-2.0
#include "support/quad.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace zwang::test {

Quad square_root(Quad x) {
  if (x <= 0) return 0;
  // Powers of 4 bring x near 1 so that double holds the start whatever x is.
  Quad scale = 1;
  while (x > 1e30) x *= Quad(0x1p-80), scale *= Quad(0x1p40);
  while (x < 1e-30) x *= Quad(0x1p80), scale *= Quad(0x1p-40);
  Quad s = std::sqrt(static_cast<double>(x));
  for (int i = 0; i < 3; ++i) s = (s + x / s) / 2;
  return s * scale;
}

QuadVector quad(const Vector& v) { return QuadVector(v.data(), v.data() + v.size()); }

QuadMatrix quad_rows(const Matrix& M) {
  QuadMatrix rows;
  for (Index i = 0; i < M.rows(); ++i) rows.push_back(quad(M.row(i).transpose()));
  return rows;
}

Vector rounded(const QuadVector& v) {
  Vector x(static_cast<Index>(v.size()));
  for (std::size_t i = 0; i < v.size(); ++i) x(static_cast<Index>(i)) = static_cast<double>(v[i]);
  return x;
}

Quad dot(const QuadVector& x, const QuadVector& y) {
  Quad sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

Quad norm(const QuadVector& x) { return square_root(dot(x, x)); }

QuadVector plus(const QuadVector& x, Quad factor, const QuadVector& y) {
  QuadVector z(x);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += factor * y[i];
  return z;
}

QuadVector times(const QuadMatrix& rows, const QuadVector& x) {
  QuadVector y;
  for (const QuadVector& row : rows) y.push_back(dot(row, x));
  return y;
}

QuadVector combine(const QuadMatrix& rows, const QuadVector& c, std::size_t length) {
  QuadVector sum(length, Quad(0));
  for (std::size_t i = 0; i < rows.size(); ++i) sum = plus(sum, c[i], rows[i]);
  return sum;
}

QuadVector orthogonal_part(const QuadMatrix& basis, QuadVector v) {
  for (int pass = 0; pass < 2; ++pass)
    for (const QuadVector& q : basis) v = plus(v, -dot(q, v), q);
  return v;
}

namespace {

/// The largest entry of H[k…, k…].
std::pair<std::size_t, std::size_t> pivot(const QuadMatrix& H, std::size_t k) {
  std::size_t row = k, column = k;
  for (std::size_t i = k; i < H.size(); ++i)
    for (std::size_t j = k; j < H.size(); ++j)
      if (absolute(H[i][j]) > absolute(H[row][column])) row = i, column = j;
  return {row, column};
}

}  // namespace

QuadVector solve_square(QuadMatrix H, QuadVector g, Quad scale) {
  const std::size_t n = H.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t k = 0; k < n; ++k) {
    const auto [row, column] = pivot(H, k);
    if (absolute(H[row][column]) <= Quad(1e-25) * scale) return {};
    std::swap(H[k], H[row]);
    std::swap(g[k], g[row]);
    for (QuadVector& line : H) std::swap(line[k], line[column]);
    std::swap(order[k], order[column]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Quad factor = H[i][k] / H[k][k];
      H[i] = plus(H[i], -factor, H[k]);
      g[i] -= factor * g[k];
    }
  }
  QuadVector x(n);
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) g[k] -= H[k][j] * x[order[j]];
    x[order[k]] = g[k] / H[k][k];
  }
  return x;
}

}  // namespace zwang::test
