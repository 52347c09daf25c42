// SPDX-License-Identifier: Apache-2.0
// Deferred steps against Newton's own with as many stages, and the errors they tell against true ones.

#include <gtest/gtest.h>

#include <cmath>

#include "bvp/any_bvp.h"
#include "bvp/collocation/newton_step.h"
#include "bvp/scales.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using bvp::Curve, bvp::Outcome;

/// y_i = 4/(1 + c_i t)² solves y'' = 3/2 c² y², in coordinates x = Q y that know one another.
struct TurnedPowers {
  static constexpr Index n = 6;
  Matrix Q;
  Vector c;
  AnyBvp problem;

  explicit TurnedPowers(Random& random) : Q(n, n), c(n) {
    const Matrix A = random_matrix(random, n, n);
    Q = A.householderQr().householderQ() * Matrix::Identity(n, n);
    for (Index i = 0; i < n; ++i) c(i) = random.uniform(0.5, 1.5);
    problem.n = n;
    problem.rates = [this](double, const Vector& z, const Vector&, Rates& out) {
      const Vector y = Q.transpose() * z.head(n), pull = 1.5 * c.cwiseProduct(c);
      out.g = Q * pull.cwiseProduct(y.cwiseProduct(y));
      out.gz.leftCols(n) = Q * (2 * pull.cwiseProduct(y)).asDiagonal() * Q.transpose();
    };
    problem.ends = [this](const Vector& z0, const Vector& z1, const Vector&, Ends& out) {
      out.B << z0.head(n) - at(0).head(n), z1.head(n) - at(1).head(n);
      out.B0.topLeftCorner(n, n).setIdentity();
      out.B1.bottomLeftCorner(n, n).setIdentity();
    };
  }
  TurnedPowers(const TurnedPowers&) = delete;

  Vector at(double t) const {
    const Vector base = (1 + t * c.array()).inverse();
    Vector z(2 * n);
    z << Q * (4 * base.array().square()).matrix(),
        Q * (-8 * c.array() * base.array().cube()).matrix();
    return z;
  }
  Curve line(Index stages, Index intervals) const {
    Curve curve = make_curve(problem.bvp(), stages, intervals);
    const Vector x0 = at(0).head(n), x1 = at(1).head(n);
    for (Index i = 0; i <= intervals; ++i) {
      const double t = curve.mesh[static_cast<std::size_t>(i)];
      Eigen::Map<Vector>(curve.at(i), 2 * n) << x0 + t * (x1 - x0), x1 - x0;
    }
    return curve;
  }
  /// Largest on a grid, relative to the scales of the curve.
  double error_of(const Curve& curve) const {
    const bvp::Scales scales = scales_of(curve);
    double most = 0;
    for (int k = 0; k <= 200; ++k) {
      Vector z(2 * n);
      evaluate(curve, k / 200.0, z.data());
      const Vector off = z - at(k / 200.0);
      for (Index i = 0; i < 2 * n; ++i)
        most = std::fmax(most, std::fabs(off(i)) / scales.z[static_cast<std::size_t>(i)]);
    }
    return most;
  }
};

double apart(const Curve& a, const Curve& b) {
  Curve off = a;
  combine(a, -1, b, off);
  return step_size(off, scales_of(a)).largest;
}

// κ is smooth and r small: with four intervals every step gains a digit at least.
TEST(DeferredStep, LeadsToTheRicherRuleByTheMatrixOfThePoorer) {  // [ENDS 13]
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const TurnedPowers powers(random);
    const bvp::Bvp bvp = powers.problem.bvp();
    bvp::NewtonMemory memory(bvp);
    const Index s = random.integer(3, 5);
    Curve low = powers.line(s, 4);
    ASSERT_EQ(newton(bvp, {.tolerance = 1e-10}, memory, low).outcome, Outcome::done);
    Curve high = restage(low, s + 2), step = high, rich = high;
    ASSERT_EQ(newton(bvp, {.tolerance = 1e-13}, rich, false).outcome, Outcome::done);
    ASSERT_TRUE(memory.system.reserve_deferred(s + 2, 4));
    for (double off = apart(rich, high); off > 1e-13;) {
      ASSERT_EQ(memory.system.deferred_step(high, {}, low, step), Outcome::done);
      combine(high, 1, step, high);
      const double left = apart(rich, high);
      ASSERT_LT(left, std::fmax(0.1 * off, 1e-13));
      off = left;
    }
  }
}

TEST(DeferredStep, IsNotWorthWhileForFewComponents) {
  AnyBvp one;
  one.n = 1;
  one.rates = [](double, const Vector& z, const Vector&, Rates& out) {
    out.g = z.head(1);
    out.gz(0, 0) = 1;
  };
  one.ends = [](const Vector& z0, const Vector& z1, const Vector&, Ends& out) {
    out.B << z0(0), z1(0) - 1;
    out.B0(0, 0) = out.B1(1, 0) = 1;
  };
  const bvp::Bvp bvp = one.bvp();
  bvp::NewtonMemory memory(bvp);
  Curve curve = make_curve(bvp, 4, 4);
  ASSERT_EQ(newton(bvp, {}, memory, curve).outcome, Outcome::done);
  EXPECT_FALSE(memory.system.reserve_deferred(6, 4));
}

TEST(DeferredStep, StopsWhenTold) {
  Random random(3);
  const TurnedPowers powers(random);
  const bvp::Bvp bvp = powers.problem.bvp();
  bvp::NewtonMemory memory(bvp);
  Curve low = powers.line(3, 4);
  ASSERT_EQ(newton(bvp, {}, memory, low).outcome, Outcome::done);
  Curve high = restage(low, 5), step = high;
  ASSERT_TRUE(memory.system.reserve_deferred(5, 4));
  bvp::NewtonOptions options;
  options.goes_on = [](void*) noexcept { return false; };
  EXPECT_EQ(memory.system.deferred_step(high, options, low, step), Outcome::interrupted);
}

// What is told is the difference from the poorer rule: above the error of the answer, which is at most
// a tenth of it, and within the tolerance.
TEST(DeferredStep, TellsAnErrorAboveTheTrueOne) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const TurnedPowers powers(random);
    for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", tolerance " + std::to_string(tolerance));
      const bvp::Solution solution =
          solve(powers.problem.bvp(), {.tolerance = tolerance, .newton = {}}, powers.line(6, 4));
      ASSERT_EQ(solution.outcome, Outcome::done);
      EXPECT_LE(solution.error, tolerance);
      EXPECT_LT(powers.error_of(solution.curve), 0.1 * solution.error);
    }
  }
}

}  // namespace
}  // namespace zwang::test
