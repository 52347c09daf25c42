// SPDX-License-Identifier: Apache-2.0
// The linear system with two ends, against solutions that were there before their equations.

#include "linalg/ladder.h"

#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Columns = Eigen::MatrixXd;  // column-major, as rungs are

/// Rungs and ends with a known solution.
struct Planted {
  Index d, np, N, sides;
  std::vector<Columns> rungs;  // (C D E f)
  Columns ends;                // (B0 B1 Bp β)
  std::vector<Columns> z;      // N + 1 of d × sides
  Columns p;

  Index unknowns() const { return (N + 1) * d + np; }
  auto coefficients(Index i) const { return rungs[i].leftCols(2 * d + np); }

  void draw_solution(Random& random) {
    for (Index i = 0; i <= N; ++i) z.push_back(random_matrix(random, d, sides));
    p = random_matrix(random, np, sides);
  }

  /// Right sides that the solution satisfies.
  void fill_right() {
    for (Index i = 0; i < N; ++i)
      rungs[i].rightCols(sides) = rungs[i].leftCols(d) * z[i] +
                                  rungs[i].middleCols(d, d) * z[i + 1] +
                                  rungs[i].middleCols(2 * d, np) * p;
    ends.rightCols(sides) =
        ends.leftCols(d) * z[0] + ends.middleCols(d, d) * z[N] + ends.middleCols(2 * d, np) * p;
  }

  Columns dense() const {
    Columns A = Columns::Zero(unknowns(), unknowns());
    for (Index i = 0; i < N; ++i) {
      A.block(i * d, i * d, d, 2 * d) = rungs[i].leftCols(2 * d);
      A.block(i * d, (N + 1) * d, d, np) = rungs[i].middleCols(2 * d, np);
    }
    A.block(N * d, 0, d + np, d) = ends.leftCols(d);
    A.block(N * d, N * d, d + np, d) = ends.middleCols(d, d);
    A.block(N * d, (N + 1) * d, d + np, np) = ends.middleCols(2 * d, np);
    return A;
  }
};

Planted random_ladder(Random& random) {
  Planted s{.d = random.integer(1, 5),
            .np = random.integer(0, 3),
            .N = random.integer(1, 8),
            .sides = random.integer(1, 3),
            .rungs = {},
            .ends = {},
            .z = {},
            .p = {}};
  const Index columns = 2 * s.d + s.np + s.sides;
  for (Index i = 0; i < s.N; ++i) s.rungs.push_back(random_matrix(random, s.d, columns));
  s.ends = random_matrix(random, s.d + s.np, columns);
  s.draw_solution(random);
  s.fill_right();
  return s;
}

bool solve(const Planted& s, linalg::Ladder& ladder) {
  ladder.begin(s.N);
  for (const Columns& rung : s.rungs) ladder.add(rung.data());
  return ladder.close(s.ends.data());
}

double largest_error(const Planted& s, const linalg::Ladder& ladder) {
  double largest = 0;
  for (Index k = 0; k < s.sides; ++k) {
    for (Index i = 0; i <= s.N; ++i)
      for (Index r = 0; r < s.d; ++r)
        largest = std::fmax(largest, std::fabs(ladder.z(i, k)[r] - s.z[i](r, k)));
    for (Index r = 0; r < s.np; ++r)
      largest = std::fmax(largest, std::fabs(ladder.p(k)[r] - s.p(r, k)));
  }
  return largest;
}

// Orthogonal elimination is backward stable, and so the error is at most eps times the condition of
// the whole matrix; 100 leaves room for the sums over its rows.
TEST(Ladder, FindsThePlantedSolution) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const Planted s = random_ladder(random);
    linalg::Ladder ladder(s.d, s.np, s.sides);
    const auto sigma = s.dense().jacobiSvd().singularValues();
    const double kappa = sigma(0) / sigma(sigma.size() - 1);
    if (kappa > 1e10) continue;
    ASSERT_TRUE(solve(s, ladder)) << "seed " << seed;
    EXPECT_LT(largest_error(s, ladder), 100 * 2.2e-16 * kappa) << "seed " << seed;
  }
}

/// The same with D diagonal and C near 1: one z follows from the other, and little grows.
Planted random_way(Random& random) {
  Planted s = random_ladder(random);
  for (Columns& rung : s.rungs) {
    rung.leftCols(s.d) *= 0.2;
    rung.leftCols(s.d).diagonal().array() += 1;
    rung.middleCols(s.d, s.d).setZero();
    for (Index k = 0; k < s.d; ++k) rung(k, s.d + k) = -random.uniform(0.7, 1.5);
  }
  s.fill_right();
  return s;
}

// Of a product of at most eight factors near 1 there is nothing to lose.
TEST(Ladder, ProductsFindItToo) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Random random(seed);
    const Planted s = random_way(random);
    linalg::Ladder ladder(s.d, s.np, s.sides, true);
    const auto sigma = s.dense().jacobiSvd().singularValues();
    const double kappa = sigma(0) / sigma(sigma.size() - 1);
    if (kappa > 1e10) continue;
    ASSERT_TRUE(solve(s, ladder)) << "seed " << seed;
    EXPECT_LT(largest_error(s, ladder), 100 * 2.2e-16 * kappa) << "seed " << seed;
  }
}

/// The right side of a planted ladder with one, as solve_again() wants it.
std::vector<double> right_of(const Planted& s) {
  std::vector<double> f;
  for (const Columns& rung : s.rungs)
    f.insert(f.end(), rung.rightCols(1).data(), rung.rightCols(1).data() + s.d);
  return f;
}

void expect_again(Planted s, std::uint64_t seed, bool products, double amplified) {
  Random random(seed + 1000);
  linalg::Ladder ladder(s.d, s.np, 1, products), fresh(s.d, s.np, 1, products);
  ladder.begin(s.N, true);
  for (const Columns& rung : s.rungs) ladder.add(rung.data());
  ASSERT_TRUE(ladder.close(s.ends.data())) << "seed " << seed;
  for (int round = 0; round < 2; ++round) {
    s.z.clear();
    s.draw_solution(random);
    s.fill_right();
    ladder.solve_again(right_of(s).data(), s.ends.rightCols(1).data());
    EXPECT_LT(largest_error(s, ladder), 100 * 2.2e-16 * amplified) << "seed " << seed;
  }
}

TEST(Ladder, SolvesAgainWithOtherRightSides) {
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const bool way : {false, true}) {
      Random random(seed);
      Planted s = way ? random_way(random) : random_ladder(random);
      if (s.sides != 1) continue;
      const auto sigma = s.dense().jacobiSvd().singularValues();
      const double kappa = sigma(0) / sigma(sigma.size() - 1);
      if (kappa < 1e8) expect_again(s, seed, way, kappa);
    }
}

// Every row has its own unit; the answer must not know it.
TEST(Ladder, ScalesOfRowsChangeNoBit) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Planted s = random_ladder(random);
    linalg::Ladder plain(s.d, s.np, s.sides), scaled(s.d, s.np, s.sides);
    ASSERT_TRUE(solve(s, plain)) << "seed " << seed;
    for (Columns& rung : s.rungs)
      for (Index r = 0; r < s.d; ++r)
        rung.row(r) *= std::ldexp(1.0, static_cast<int>(random.integer(-200, 200)));
    for (Index r = 0; r < s.ends.rows(); ++r)
      s.ends.row(r) *= std::ldexp(1.0, static_cast<int>(random.integer(-200, 200)));
    ASSERT_TRUE(solve(s, scaled)) << "seed " << seed;
    for (Index i = 0; i <= s.N; ++i)
      for (Index r = 0; r < s.d; ++r)
        EXPECT_EQ(plain.z(i)[r], scaled.z(i)[r]) << "seed " << seed << ", z " << i;
    EXPECT_EQ(plain.condition(), scaled.condition());
  }
}

/// z_{i+1} = T_{i+1} diag(growth, 1/growth, 1) T_iᵀ z_i + f in directions T_i that turn from rung to
/// rung or, with one of them, do not; the growing part is given at the end, the falling part at the
/// start, and of the third the sum of both.
Planted dichotomy(Random& random, Index N, double growth, Index directions) {
  Planted s{.d = 3, .np = 0, .N = N, .sides = 1, .rungs = {}, .ends = {}, .z = {}, .p = {}};
  std::vector<Matrix> T{Matrix::Identity(3, 3)};
  while (static_cast<Index>(T.size()) < directions) T.push_back(random_orthogonal(random, 3));
  const Eigen::Vector3d by(growth, 1 / growth, 1);
  for (Index i = 0; i < N; ++i) {
    Columns rung(3, 7);
    rung << T[(i + 1) % directions] * by.asDiagonal() * T[i % directions].transpose(),
        -Matrix::Identity(3, 3), Vector::Zero(3);
    s.rungs.push_back(rung);
  }
  const Matrix &first = T[0], &last = T[N % directions];
  s.ends = Columns::Zero(3, 7);
  s.ends.block(0, 3, 1, 3) = last.col(0).transpose();
  s.ends.block(1, 0, 1, 3) = first.col(1).transpose();
  s.ends.block(2, 0, 1, 3) = first.col(2).transpose();
  s.ends.block(2, 3, 1, 3) = last.col(2).transpose();
  s.draw_solution(random);
  s.fill_right();
  return s;
}

// Over 100 000 rungs a product of the matrices would reach 2^100000. The third part is a sum of as
// many numbers of some units, each rounded: N eps, with 3 to spare. What is carried of it becomes
// the mean of all rungs, √N times shorter than one.
TEST(Ladder, GrowingAndFallingPartsAreBothSafeOverManyRungs) {
  Random random(7);
  const Index N = 100'000;
  const Planted s = dichotomy(random, N, 2, 20);
  linalg::Ladder ladder(3, 0);
  ASSERT_TRUE(solve(s, ladder));
  EXPECT_LT(largest_error(s, ladder), 3 * static_cast<double>(N) * 2.2e-16);
  EXPECT_LT(ladder.condition(), 10 * std::sqrt(static_cast<double>(N)));
}

// Where products are allowed they are given up as soon as something grows, and what was done by them
// is done again: to the last bit as without them, D being −1.
TEST(Ladder, ProductsAreGivenUpWhereSomethingGrows) {
  Random random(9);
  const Planted s = dichotomy(random, 60, 2, 20);
  linalg::Ladder plain(3, 0), products(3, 0, 1, true);
  ASSERT_TRUE(solve(s, plain));
  ASSERT_TRUE(solve(s, products));
  for (Index i = 0; i <= s.N; ++i)
    for (Index r = 0; r < 3; ++r) EXPECT_EQ(plain.z(i)[r], products.z(i)[r]) << i;
  expect_again(s, 9, true, 60);  // as large as the sums of the third part
}

// A rung may grow by 10^12, as a stiff equation does on a coarse mesh; without scales of rows the
// other parts would drown in it.
TEST(Ladder, RungsMayBeStiff) {
  Random random(8);
  const Planted s = dichotomy(random, 40, 1e12, 1);
  linalg::Ladder ladder(3, 0);
  ASSERT_TRUE(solve(s, ladder));
  EXPECT_LT(largest_error(s, ladder), 1e-13);
  EXPECT_LT(ladder.condition(), 10);
}

TEST(Ladder, ConditionsThatRepeatEachOtherAreSingular) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Planted s = random_ladder(random);
    const Index rows = s.d + s.np;
    if (rows < 2) continue;
    s.ends.row(rows - 1) = 3 * s.ends.row(0);
    linalg::Ladder ladder(s.d, s.np, s.sides);
    EXPECT_FALSE(solve(s, ladder)) << "seed " << seed;
    EXPECT_GT(ladder.condition(), 1e13) << "seed " << seed;
  }
}

// x'' = 0 from x(0) = a to x(1) = b is well posed; x'(0) and x'(1) leave x open. In between, rows
// that differ by an angle δ: the condition is 1/δ up to a small factor.
TEST(Ladder, TheConditionTellsHowNearConditionsAreToEachOther) {
  const Index N = 10;
  const double h = 1.0 / static_cast<double>(N);
  for (double delta : {1e-2, 1e-6, 1e-10}) {
    linalg::Ladder ladder(2, 0);
    ladder.begin(N);
    Columns rung(2, 5);
    rung << 1, h, -1, 0, 0, 0, 1, 0, -1, 0;
    for (Index i = 0; i < N; ++i) ladder.add(rung.data());
    Columns ends(2, 5);
    ends << 0, 1, 0, 0, 1, delta, 1, 0, 0, 1 + delta;
    ASSERT_TRUE(ladder.close(ends.data()));
    EXPECT_NEAR(std::log10(ladder.condition() * delta), 0, 1.5) << delta;
    EXPECT_NEAR(ladder.z(N)[0], 2, 1e-14 / delta);
  }
}

TEST(Ladder, NumbersThatAreNoneAreSaidSo) {
  Random random(3);
  Planted s = random_ladder(random);
  s.rungs[s.N / 2](0, 0) = std::numeric_limits<double>::quiet_NaN();
  linalg::Ladder ladder(s.d, s.np, s.sides);
  EXPECT_FALSE(solve(s, ladder));
}

}  // namespace
}  // namespace zwang::test
