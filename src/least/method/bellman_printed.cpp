// SPDX-License-Identifier: Apache-2.0
// [KNUX99] section 3, line by line.

#include "least/method/bellman_printed.h"

#include <limits>

#include "linalg/symmetric.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

using Vector = std::vector<double>;

using linalg::dot;

Vector times(const Vector& R, const double* x, Index m) {
  Vector y(static_cast<std::size_t>(m), 0);
  for (Index i = 0; i < m; ++i) y[static_cast<std::size_t>(i)] = dot(R.data() + i * m, x, m);
  return y;
}

/// (C_rᵀC_r)⁻¹C_rᵀ, r×m: the squared matrix is what the paper asks for.
std::vector<Vector> left_inverse(Index m, Index r, const Vector& C) {
  const auto size = static_cast<std::size_t>(r);
  Vector square(size * size), scratch(size);
  for (Index i = 0; i < r; ++i)
    for (Index j = 0; j < r; ++j)
      square[static_cast<std::size_t>(i * r + j)] = dot(C.data() + i * m, C.data() + j * m, m);
  std::vector<Index> order(size);
  std::vector<unsigned char> pair(size);
  const linalg::Symmetric f{r, square.data(), r, order.data(), pair.data(), 0};
  const linalg::SymmetricInertia inertia = linalg::factor_symmetric(f);
  std::vector<Vector> columns;
  for (Index i = 0; i < m; ++i) {
    Vector x(size);
    for (Index k = 0; k < r; ++k)
      x[static_cast<std::size_t>(k)] = C[static_cast<std::size_t>(k * m + i)];
    linalg::solve_symmetric(f, inertia, x.data(), scratch.data());
    // The paper's inverse does not exist: say so instead of taking a part of it.
    if (inertia.zero > 0) x.assign(size, std::numeric_limits<double>::quiet_NaN());
    columns.push_back(x);
  }
  return columns;
}

}  // namespace

PrintedRecursion shortest_as_printed(Index m, Index n, Index r, const Vector& C, const Vector& d) {
  PrintedRecursion sweep;
  const std::vector<Vector> P = left_inverse(m, r, C);
  Vector R(static_cast<std::size_t>(m * m));
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      R[static_cast<std::size_t>(i * m + j)] =
          dot(P[static_cast<std::size_t>(i)].data(), P[static_cast<std::size_t>(j)].data(),
              r);  // [KNUX99 26]
  sweep.value_matrices.push_back(R);
  for (Index k = r; k < n; ++k) {
    const double* c_k = C.data() + k * m;
    const Vector beta = times(R, c_k, m);  // [KNUX99 21]
    const double denominator = 1 + dot(c_k, beta.data(), m);
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < m; ++j)
        R[static_cast<std::size_t>(i * m + j)] -= beta[static_cast<std::size_t>(i)] *
                                                  beta[static_cast<std::size_t>(j)] /
                                                  denominator;  // [KNUX99 22,27-29]
    sweep.beta.push_back(beta);
    sweep.denominator.push_back(denominator);
    sweep.value_matrices.push_back(R);
  }
  sweep.y.assign(static_cast<std::size_t>(n), 0);
  Vector rest = d;  // [KNUX99 25]
  for (Index k = n; k-- > r;) {
    const auto stage = static_cast<std::size_t>(k - r);
    const double y_k = dot(sweep.beta[stage].data(), rest.data(), m) / sweep.denominator[stage];
    sweep.y[static_cast<std::size_t>(k)] = y_k;  // [KNUX99 30-32]
    for (Index i = 0; i < m; ++i)
      rest[static_cast<std::size_t>(i)] -= C[static_cast<std::size_t>(k * m + i)] * y_k;
  }
  for (Index k = 0; k < r; ++k)
    for (Index i = 0; i < m; ++i)
      sweep.y[static_cast<std::size_t>(k)] +=
          P[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] *
          rest[static_cast<std::size_t>(i)];  // [KNUX99 11,33]
  return sweep;
}

}  // namespace zwang::least
