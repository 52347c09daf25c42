// SPDX-License-Identifier: Apache-2.0
// The QR of tall matrices whose rows differ by many orders, against Gram–Schmidt in quad.

#include "linalg/tall_qr.h"

#include <algorithm>

#include "linalg/sets.h"
#include "support/expect.h"
#include "support/quad.h"

namespace zwang::test {
namespace {

std::vector<double> columns_of(const Matrix& T) {
  std::vector<double> numbers;
  for (Index k = 0; k < T.cols(); ++k)
    for (Index i = 0; i < T.rows(); ++i) numbers.push_back(T(i, k));
  return numbers;
}

struct Factored : linalg::Tall {
  explicit Factored(const Matrix& tall) : Tall(columns_of(tall), tall.rows(), tall.cols()) {}
  Vector least_squares(Vector b) {
    Vector z(view.columns);
    linalg::least_squares(view, b.data(), z.data());
    return z;
  }
  Vector shortest(Vector z) {
    Vector x(view.rows);
    linalg::shortest(view, z.data(), x.data());
    return x;
  }
};

/// T = Q R by Gram–Schmidt in quad.
struct QuadQr {
  QuadMatrix Q, R;  // R by columns
  explicit QuadQr(const Matrix& T) {
    for (const QuadVector& column : quad_rows(T.transpose())) {
      QuadVector q = orthogonal_part(Q, column);
      const Quad length = norm(q);
      for (Quad& x : q) x /= length;
      Q.push_back(q);
      R.push_back(times(Q, column));
    }
  }
  Vector least_squares(const Vector& b) const {
    QuadVector z = times(Q, quad(b));
    for (std::size_t k = z.size(); k-- > 0;) {
      z[k] /= R[k][k];
      for (std::size_t i = 0; i < k; ++i) z[i] -= R[k][i] * z[k];
    }
    return rounded(z);
  }
  Vector shortest(const Vector& z) const {
    QuadVector f = quad(z);
    for (std::size_t k = 0; k < f.size(); ++k) {
      for (std::size_t i = 0; i < k; ++i) f[k] -= R[k][i] * f[i];
      f[k] /= R[k][k];
    }
    return rounded(combine(Q, f, Q.empty() ? 0 : Q[0].size()));
  }
};

struct Drawing {
  Random random;
  Matrix T;
  explicit Drawing(std::uint64_t seed) : random(seed) {
    const Index columns = random.integer(1, 12), rows = columns + random.integer(0, 20);
    T = with_singular_values(random, rows, columns, spread(columns, 10));
  }
  /// Rows times 10^(−9 … 9).
  void grade() {
    for (Index i = 0; i < T.rows(); ++i) T.row(i) *= std::pow(10.0, random.uniform(-9, 9));
  }
};

std::string seed_is(std::uint64_t seed) { return "seed " + std::to_string(seed); }

TEST(TallQr, SolvesLeastSquaresAndShortest) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed_is(seed));
    Drawing d(seed);
    Factored qr(d.T);
    const QuadQr twin(d.T);
    const Vector b = random_vector(d.random, d.T.rows()), z = random_vector(d.random, d.T.cols());
    // κ = 10: a residual enters with κ², and ‖T‖ = 1.
    EXPECT_TRUE(near(qr.least_squares(b), twin.least_squares(b), 1e-12 * b.norm()));
    EXPECT_TRUE(near(qr.shortest(z), twin.shortest(z), 1e-12 * z.norm()));
  }
}

TEST(TallQr, BasisIsOrthonormalAndSpansTheRange) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed_is(seed));
    Drawing d(seed);
    Factored qr(d.T);
    const Index r = d.T.cols();
    Matrix U(d.T.rows(), r);
    for (Index k = 0; k < r; ++k) {
      Vector column(d.T.rows());
      linalg::basis_column(qr.view, k, column.data());
      U.col(k) = column;
    }
    EXPECT_TRUE(near(Matrix(U.transpose() * U), Matrix::Identity(r, r), 1e-13));
    EXPECT_TRUE(near(Matrix(U * (U.transpose() * d.T)), d.T, 1e-13));
    for (Index k = 0; k < r; ++k) {  // T P = U R
      const Index column = qr.view.column_order[k];
      EXPECT_NEAR(U.col(k).dot(d.T.col(column)), qr.view.diagonal[k], 1e-13);
    }
  }
}

// Cox and Higham: R taken back by the reflectors misses each row by rounding of that row alone.
TEST(TallQr, ErrorOfARowIsRelativeToThatRow) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed_is(seed));
    Drawing d(seed);
    d.grade();
    Factored qr(d.T);
    const Index rows = d.T.rows(), r = d.T.cols();
    for (Index j = 0; j < r; ++j) {
      QuadVector x(static_cast<std::size_t>(rows), Quad(0));
      for (Index i = 0; i < j; ++i) x[std::size_t(i)] = qr.view.T[j * rows + i];
      x[std::size_t(j)] = qr.view.diagonal[j];
      for (Index k = j + 1; k-- > 0;) {
        QuadVector v(x.size(), Quad(0));
        for (Index i = k; i < rows; ++i) v[std::size_t(i)] = qr.view.T[k * rows + i];
        x = plus(x, -2 * dot(v, x) / dot(v, v), v);
      }
      for (Index i = 0; i < rows; ++i) {
        const Index row = qr.view.row_order[i], column = qr.view.column_order[j];
        EXPECT_NEAR(static_cast<double>(x[std::size_t(i)]), d.T(row, column),
                    1e-13 * d.T.row(row).cwiseAbs().maxCoeff());
      }
    }
  }
}

// A heavy row beside light ones in least squares: rows of 1e9 and 1e-9 that agree, and a fight
// among the light ones that only they may feel.
TEST(TallQr, GradedLeastSquaresKeepsTheLightRows) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed_is(seed));
    Random random(seed);
    const Index heavy = random.integer(1, 4), light = random.integer(5, 9), columns = heavy + 2;
    Matrix T = random_matrix(random, heavy + light, columns);
    T.topRows(heavy) = random_orthogonal(random, columns).topRows(heavy) * 1e9;
    T.bottomRows(light) *= 1e-9;
    Vector b(heavy + light);
    b << T.topRows(heavy) * random_vector(random, columns), 1e-9 * random_vector(random, light);
    for (Index i = heavy + light; i-- > 1;) {  // in any order
      const Index j = random.integer(0, i);
      T.row(i).swap(T.row(j));
      std::swap(b(i), b(j));
    }
    const Vector twin = QuadQr(T).least_squares(b);
    EXPECT_TRUE(near(Factored(T).least_squares(b), twin, 1e-11 * (1 + twin.norm())));
  }
}

TEST(TallQr, RowsAreSortedBySizeAndEqualOnesKeepTheirOrder) {
  Factored qr(matrix({{1, 0}, {4, 1}, {0, 1}, {-4, 2}, {0, -9}}));
  EXPECT_EQ(std::vector<Index>(qr.view.row_order, qr.view.row_order + 5),
            (std::vector<Index>{4, 1, 3, 0, 2}));
  EXPECT_EQ(std::vector<Index>(qr.view.column_order, qr.view.column_order + 2),
            (std::vector<Index>{1, 0}));
}

TEST(TallQr, SquareAndSingleColumnsAreTallToo) {
  EXPECT_TRUE(near(Factored(matrix({{0, 2}, {1, 0}})).least_squares(vector({4, 3})), vector({3, 2}),
                   1e-15));
  EXPECT_TRUE(
      near(Factored(matrix({{3}, {4}})).least_squares(vector({1, 2})), vector({11.0 / 25}), 1e-15));
  EXPECT_TRUE(near(Factored(matrix({{3}, {4}})).shortest(vector({50})), vector({6, 8}), 1e-14));
}

}  // namespace
}  // namespace zwang::test
