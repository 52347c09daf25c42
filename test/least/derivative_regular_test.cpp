// SPDX-License-Identifier: Apache-2.0
// The small operators against M x − Aᵀλ = g, A x = h, solved as a whole with full pivoting.

#include "least/derivative_regular.h"

#include <cmath>
#include <limits>

#include "least/weighed.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

using least::RegularDerivative;

/// M = S Sᵀ + 1, times the signs of a diagonal in between; rows at random.
System draw(Random& random, Index n, Index m, bool definite) {
  System s;
  const Matrix S = random_matrix(random, n, n);
  Vector signs = Vector::Ones(n);
  if (!definite)
    for (double& sign : signs) sign = random.chance(0.5) ? 1 : -1;
  s.M = S * signs.asDiagonal() * S.transpose() + Matrix(signs.asDiagonal());
  s.Q = random_vector(random, n);
  s.A = random_matrix(random, m, n);
  s.b = random_vector(random, m);
  return s;
}

System with_mass_of_kind(System s, Index kind) {
  const Index n = s.n();
  if (kind == 1) {
    s.M = Matrix(s.M.diagonal().asDiagonal());
    return by_diagonal(s);
  }
  if (kind == 2 && n > 1) {
    s.M.row(0).tail(n - 1).setZero();
    s.M.col(0).tail(n - 1).setZero();
    return in_blocks(s, {1, static_cast<std::size_t>(n - 1)});
  }
  return s;
}

struct Whole {
  Matrix K;
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
  double kappa = 0;

  explicit Whole(const System& s) : K(Matrix::Zero(s.n() + s.m(), s.n() + s.m())) {
    K.topLeftCorner(s.n(), s.n()) = s.M;
    K.topRightCorner(s.n(), s.m()) = -s.A.transpose();
    K.bottomLeftCorner(s.m(), s.n()) = s.A;
    lu.compute(K);
    const auto sigma = Eigen::MatrixXd(K).jacobiSvd().singularValues();
    kappa = sigma(0) / sigma(sigma.size() - 1);
  }
  Vector solve(const Vector& g, const Vector& h) const {
    Vector right(g.size() + h.size());
    right << g, h;
    return lu.solve(right);
  }
};

// Rounding is amplified by the condition of the whole system, and by that of M beside the rows, which
// the bounds of factor() keep below 10⁶ or so for such draws.
TEST(RegularDerivative, SolvesWhatTheWholeSystemSolves) {
  Index taken = 0, drawn = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, RegularDerivative::most), m = random.integer(0, n);
    const bool definite = random.chance(0.6);
    const Index kind = random.integer(0, 2);
    const System s = with_mass_of_kind(draw(random, n, m, definite), kind);
    RegularDerivative regular;
    ++drawn;
    if (!regular.factor(task_of(s))) continue;
    ++taken;
    const Whole whole(s);
    const Index columns = 3;
    const Matrix g = random_matrix(random, columns, n), h = random_matrix(random, columns, m);
    Matrix dx(columns, n);
    regular.tangent(g.data(), m > 0 ? h.data() : nullptr, columns, dx.data());
    for (Index k = 0; k < columns; ++k) {
      const Vector expected = whole.solve(g.row(k), h.row(k)), x = dx.row(k);
      const double tolerance = 1e-14 * whole.kappa * whole.kappa * (1 + expected.norm());
      EXPECT_TRUE(near(x, Vector(expected.head(n)), tolerance));
      if (m == 0) continue;
      Vector lambda(m);
      regular.multipliers(x.data(), g.data() + k * n, lambda.data());
      EXPECT_TRUE(near(lambda, Vector(expected.tail(m)), tolerance));
    }
  }
  EXPECT_GT(taken, 3 * drawn / 4);  // most draws are nothing special
}

TEST(RegularDerivative, RefusesRowsThatNearlyRepeatEachOther) {
  Random random(3);
  for (const double off : {0.0, 1e-9, 1e-4}) {
    System s = draw(random, 4, 2, true);
    s.A.row(1) = 3 * s.A.row(0);
    s.A(1, 2) += off;
    EXPECT_FALSE(RegularDerivative().factor(task_of(s))) << off;
  }
}

TEST(RegularDerivative, RefusesAMotionThatIsNotDetermined) {
  System s;
  s.M = Matrix::Zero(2, 2);
  s.M(0, 0) = 1;
  s.Q = Vector::Zero(2);
  s.A = Matrix(0, 2);
  s.b = Vector(0);
  EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
  EXPECT_FALSE(RegularDerivative().factor(task_of(by_diagonal(s))));
  s.A = Matrix::Zero(1, 2);
  s.A(0, 0) = 1;  // binds what has a mass
  s.b = Vector::Zero(1);
  EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
  s.A(0, 0) = 0;
  s.A(0, 1) = 1;  // binds what has none
  EXPECT_TRUE(RegularDerivative().factor(task_of(s)));
}

// [[0 1] [1 0]] needs pivots, which are not looked for here.
TEST(RegularDerivative, RefusesAMassThatNeedsPivots) {
  System s;
  s.M = Matrix::Zero(2, 2);
  s.M(0, 1) = s.M(1, 0) = 1;
  s.Q = Vector::Zero(2);
  s.A = Matrix(0, 2);
  s.b = Vector(0);
  EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
}

TEST(RegularDerivative, RefusesWhatIsNoNumberAndWhatIsLarge) {
  Random random(5);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    System s = draw(random, 3, 1, true);
    s.M(1, 1) = bad;
    EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
    s = draw(random, 3, 1, true);
    s.A(0, 1) = bad;
    EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
    s = with_mass_of_kind(draw(random, 3, 0, true), 1);
    s.mass[2] = bad;
    EXPECT_FALSE(RegularDerivative().factor(task_of(s)));
  }
  const System large = draw(random, RegularDerivative::most + 1, 1, true);
  EXPECT_FALSE(RegularDerivative().factor(task_of(large)));
}

}  // namespace
}  // namespace zwang::test
