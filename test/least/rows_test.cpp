// SPDX-License-Identifier: Apache-2.0
// The factored rows: rank, what they ask for, multipliers, dependence, condition; each against
// its definition. M = 1 unless said, so that D = A.

#include "least/rows.h"

#include "least/weighed.h"
#include "linalg/rank.h"
#include "support/algebra.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

System unit_mass(const Matrix& A, const Vector& b) {
  System s;
  s.M = Matrix::Identity(A.cols(), A.cols());
  s.Q = Vector::Zero(A.cols());
  s.A = A;
  s.b = b;
  return s;
}

struct Rows : Weighed {
  bool in_range;
  explicit Rows(const System& s) : Weighed(s), in_range(least::factor_rows(task, ws)) {}
  bool meet() { return ws.rows.meet(task.b, task.W, 0, linalg::instant_tolerance(task.m, task.n)); }
  /// The motion x in the range of the rows with Q_Hᵀx = z.
  Vector motion() {
    AlignedArray x(ws.ldn + 8);
    std::copy_n(ws.rows.z.data(), ws.rows.rank, x.data());
    double* vector = x.data();
    linalg::kernels().apply_reflectors(ws.rows.view, ws.rows.rank, &vector, 1);
    return Eigen::Map<const Vector>(x.data(), task.n);
  }
  Vector multipliers(const Vector& z_y) {
    std::copy_n(z_y.data(), ws.rows.rank, ws.rows.z_y.data());
    Vector lambda(task.m);
    ws.rows.share(lambda.data());
    return lambda;
  }
  std::vector<unsigned char> unique() {
    std::vector<unsigned char> flags(static_cast<std::size_t>(task.m));
    ws.rows.find_unique(flags.data());
    return flags;
  }
};

struct Drawing {
  Random random;
  Index n, m, rank;
  Matrix A;
  explicit Drawing(std::uint64_t seed)
      : random(seed),
        n(random.integer(1, 14)),
        m(random.integer(1, 18)),
        rank(random.integer(1, std::min(m, n))),
        A(random_of_rank(random, m, n, rank)) {}
};

// [XUMK94 44]: the least-squares answer in the norm of the weights, A⁺b where the rows agree.
TEST(Rows, AreMetAsNearlyAsTheyCanBe) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawing d(seed);
    const bool agree = seed % 2 == 0;
    Vector b = d.A * random_integers(d.random, d.n, 3);
    if (!agree) b += random_integers(d.random, d.m, 4);
    System s = unit_mass(d.A, b);
    s.W = Vector::Ones(d.m);
    for (Index i = 0; i < d.m; ++i) s.W(i) = d.random.uniform(0.5, 2);
    const Vector root = s.W.cwiseSqrt();
    const Vector best = pinv(root.asDiagonal() * d.A, d.rank) * (root.asDiagonal() * b);
    Rows rows(s);
    ASSERT_TRUE(rows.in_range);
    EXPECT_EQ(rows.ws.rows.rank, d.rank);
    EXPECT_EQ(rows.meet(), norm_of(d.A * best - b) > 1e-9);
    EXPECT_TRUE(near(rows.motion(), best, 1e-11 * (1 + best.norm())));
  }
}

TEST(Rows, MultipliersAreTheShortestThatGiveTheForce) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawing d(seed);
    Rows rows(unit_mass(d.A, Vector::Zero(d.m)));
    const Vector z = random_vector(d.random, d.rank);
    std::copy_n(z.data(), d.rank, rows.ws.rows.z.data());
    const Vector force = rows.motion();  // the force with Q_Hᵀf = z
    const Vector lambda = rows.multipliers(z), twin = pinv(d.A.transpose(), d.rank) * force;
    EXPECT_TRUE(near(lambda, twin, 1e-11 * (1 + twin.norm())));
  }
}

TEST(Rows, DependentRowsAreCombinationsOfThePivots) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Drawing d(seed);
    Rows rows(unit_mass(d.A, Vector::Zero(d.m)));
    rows.ws.rows.find_dependence();
    const linalg::RowQr& qr = rows.ws.rows.view;
    for (Index j = d.rank; j < d.m; ++j) {
      Vector sum = Vector::Zero(d.n);
      for (Index k = 0; k < d.rank; ++k)
        sum += rows.ws.rows.dependence.data()[(j - d.rank) * qr.ldx + k] *
               d.A.row(qr.order[k]).transpose();
      const Vector row = d.A.row(qr.order[j]).transpose();
      EXPECT_TRUE(near(sum, row, 1e-11 * (1 + row.norm())));
    }
  }
}

TEST(Rows, RoundingInADependenceIsZero) {
  Rows rows(unit_mass(matrix({{1, 2, 3}, {0.1, 0.7, 0.3}, {3, 6, 9}}), Vector::Zero(3)));
  ASSERT_EQ(rows.ws.rows.rank, 2);
  rows.ws.rows.find_dependence();
  EXPECT_EQ(rows.unique(), (std::vector<unsigned char>{0, 1, 0}));
}

TEST(Rows, ConditionIsThatOfTheUnitRows) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index m = random.integer(1, 8), n = m + random.integer(0, 5);
    Matrix A = with_singular_values(random, m, n, spread(m, std::pow(10, random.uniform(0, 6))));
    Matrix unit = A;
    for (Index i = 0; i < m; ++i) {
      unit.row(i).normalize();
      A.row(i) *= std::ldexp(1.0, static_cast<int>(random.integer(-20, 20)));
    }
    Rows rows(unit_mass(A, Vector::Zero(m)));
    const double truth = kappa(unit, m), estimate = rows.ws.rows.condition();
    EXPECT_LE(estimate, truth * (1 + 1e-6));  // power iteration comes from below
    EXPECT_GE(estimate, truth / 3);
    EXPECT_GE(1 / rows.ws.rows.least_pivot, truth / std::pow(2, m));  // what pivoting promises
  }
}

TEST(Rows, NearSingularDirectionsAreCounted) {
  for (double angle : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const Matrix A = matrix({{1, 0, 0, 0}, {1, angle, 0, 0}, {0, 0, 1, 0}, {0, 0, 1, angle}});
    Rows rows(unit_mass(A, Vector::Zero(4)));
    EXPECT_EQ(rows.ws.rows.rank, 4);
    EXPECT_EQ(rows.ws.rows.near_singular(), angle < 1e-6 ? 2 : 0) << angle;
    EXPECT_NEAR(rows.ws.rows.least_pivot, angle, 1e-2 * angle);
  }
}

TEST(Rows, LengthsThatCannotBeSquaredAreSaid) {
  for (double size : {1e-150, 1e155}) {
    Rows rows(unit_mass(size * matrix({{1, 0}, {0, 1}}), Vector::Zero(2)));
    EXPECT_EQ(rows.in_range, false) << size;
  }
  Rows zero(unit_mass(matrix({{0, 0}, {1, 0}}), Vector::Zero(2)));
  EXPECT_TRUE(zero.in_range);
  EXPECT_TRUE(least::vanished(zero.task, 0));
  EXPECT_FALSE(least::vanished(zero.task, 1));
}

TEST(Rows, AZeroRowThatAsksForSomethingContradicts) {
  Rows quiet(unit_mass(matrix({{0, 0}, {1, 0}}), vector({0, 1})));
  EXPECT_FALSE(quiet.meet());
  Rows loud(unit_mass(matrix({{0, 0}, {1, 0}}), vector({1e-300, 1})));
  EXPECT_TRUE(loud.meet());
  EXPECT_TRUE(near(loud.motion(), vector({1, 0}), 1e-15));
}

}  // namespace
}  // namespace zwang::test
