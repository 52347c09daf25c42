// SPDX-License-Identifier: Apache-2.0
#include "support/random.h"

#include <cmath>

namespace zwang::test {

Vector random_vector(Random& random, Index n) {
  Vector v(n);
  for (Index i = 0; i < n; ++i) v(i) = random.normal();
  return v;
}

Matrix random_matrix(Random& random, Index rows, Index columns) {
  Matrix A(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) A(i, j) = random.normal();
  return A;
}

Vector random_integers(Random& random, Index n, Index size) {
  Vector v(n);
  for (Index i = 0; i < n; ++i) v(i) = static_cast<double>(random.integer(-size, size));
  return v;
}

Matrix random_orthogonal(Random& random, Index n) {
  if (n == 0) return Matrix(0, 0);
  return Matrix(random_matrix(random, n, n).householderQr().householderQ());
}

Matrix with_singular_values(Random& random, Index rows, Index columns, const Vector& sigma) {
  const Matrix U = random_orthogonal(random, rows), V = random_orthogonal(random, columns);
  const Index k = sigma.size();
  return U.leftCols(k) * sigma.asDiagonal() * V.leftCols(k).transpose();
}

Vector spread(Index count, double kappa) {
  Vector sigma(count);
  for (Index i = 0; i < count; ++i)
    sigma(i) =
        count == 1 ? 1 : std::pow(kappa, -static_cast<double>(i) / static_cast<double>(count - 1));
  return sigma;
}

Matrix random_mass(Random& random, Index n, double kappa) {
  const Matrix U = random_orthogonal(random, n);
  const Matrix M = U * spread(n, kappa).asDiagonal() * U.transpose();
  return (M + M.transpose()) / 2;
}

namespace {

constexpr std::int64_t prime = 2147483629;  // the largest below 2^31 but two

std::int64_t inverse(std::int64_t x) {  // x^(p−2), Fermat
  std::int64_t power = x, result = 1;
  for (std::int64_t e = prime - 2; e; e >>= 1) {
    if (e & 1) result = result * power % prime;
    power = power * power % prime;
  }
  return result;
}

}  // namespace

Index integer_rank(const Matrix& A) {
  Eigen::Matrix<std::int64_t, -1, -1> B(A.rows(), A.cols());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j)
      B(i, j) = ((static_cast<std::int64_t>(A(i, j)) % prime) + prime) % prime;
  Index r = 0;
  for (Index j = 0; j < B.cols() && r < B.rows(); ++j) {
    Index k = r;
    while (k < B.rows() && B(k, j) == 0) ++k;
    if (k == B.rows()) continue;
    B.row(k).swap(B.row(r));
    const std::int64_t scale = inverse(B(r, j));
    for (Index i = r + 1; i < B.rows(); ++i) {
      const std::int64_t factor = B(i, j) * scale % prime;
      if (factor == 0) continue;
      for (Index l = j; l < B.cols(); ++l) B(i, l) = (B(i, l) + (prime - factor) * B(r, l)) % prime;
    }
    ++r;
  }
  return r;
}

Matrix random_of_rank(Random& random, Index rows, Index columns, Index r) {
  for (;;) {
    Matrix left(rows, r), right(r, columns);
    for (Index i = 0; i < rows; ++i) left.row(i) = random_integers(random, r, 2).transpose();
    for (Index i = 0; i < r; ++i) right.row(i) = random_integers(random, columns, 2).transpose();
    const Matrix A = left * right;
    if (integer_rank(A) == r) return A;
  }
}

}  // namespace zwang::test
