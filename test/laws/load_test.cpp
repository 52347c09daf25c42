// SPDX-License-Identifier: Apache-2.0
#include "laws/load.h"

#include <cmath>

#include "least/weighed.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Kinds = std::vector<unsigned char>;

struct Shared {
  Vector before, after;
  Kinds binds;
  bool unique = true;
};

Shared shared(const System& s, const Kinds& kind) {
  Shared out;
  out.binds.assign(static_cast<std::size_t>(s.m()), least::leaves);
  least::Unilateral solver(s.n(), s.m());
  const least::UnilateralAnswer& answer = solver.solve(task_of(s), kind.data(), out.binds.data());
  EXPECT_EQ(answer.status, Status::ok);
  out.unique = answer.unique;
  out.before = out.after = Eigen::Map<const Vector>(answer.multipliers, s.m());
  least::Load load(s.n(), s.m());
  EXPECT_EQ(load.share(task_of(s), kind.data(), out.binds.data(), out.after.data()), Status::ok);
  return out;
}

System table(Index feet, double moment) {
  System s;
  s.M = Matrix(vector({4, 2}).asDiagonal());
  s.Q = vector({-40, moment});
  s.A = Matrix::Ones(feet, 2);
  for (Index j = 0; j < feet; ++j)
    s.A(j, 1) = 2 * static_cast<double>(j) / static_cast<double>(feet - 1) - 1;
  s.b = Vector::Zero(feet);
  return s;
}

TEST(Load, TenFeetShareAWeightInTheirMiddle) {
  const Shared l = shared(table(10, 0), Kinds(10, least::unilateral_row));
  EXPECT_FALSE(l.unique);
  EXPECT_TRUE(near(l.after, Vector(4 * Vector::Ones(10)), 1e-13));
}

// The shares fall along a straight line, λ = max(0, α + β x), until they would be negative:
// Σλ = 40 and Σλx = 32 with feet at 0, ½, 1 bearing give α = 4/3, β = 24.
TEST(Load, FeetThatWouldPullBearNothing) {
  const Shared l = shared(table(5, -32), Kinds(5, least::unilateral_row));
  EXPECT_TRUE(near(l.after, vector({0, 0, 4.0 / 3, 40.0 / 3, 76.0 / 3}), 1e-12));
}

TEST(Load, SharesThatHaveOneValueKeepIt) {
  const Shared l = shared(table(2, 7), Kinds(2, least::unilateral_row));
  EXPECT_TRUE(l.unique);
  EXPECT_TRUE(near(l.after, l.before, 1e-13));
}

TEST(Load, TheSharesAreTheShortestThatDoTheSame) {
  int changed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Index n = random.integer(2, 5), m = random.integer(n, 9);
    System s;
    s.M = random_mass(random, n, 10);
    s.A = random_matrix(random, m, n);
    const Vector x = random_vector(random, n);
    s.b = s.A * x;
    s.Q = s.M * x - s.A.transpose() * random_vector(random, m).cwiseAbs();
    Kinds kind(static_cast<std::size_t>(m), least::unilateral_row);
    if (random.chance(0.5)) kind[0] = least::equality_row;
    const Shared l = shared(s, kind);
    const double size = 1e-11 * (1 + l.before.norm());
    EXPECT_TRUE(near(Vector(s.A.transpose() * l.after), Vector(s.A.transpose() * l.before), size));
    EXPECT_LE(l.after.norm(), l.before.norm() + size);
    changed += !near(l.after, l.before, 1e-3);
    // No change of shares that keeps the force makes them shorter: against random ones.
    for (int draw = 0; draw < 20; ++draw) {
      const Vector d = random_vector(random, m);
      const Vector move = d - s.A * (s.A.transpose() * s.A).ldlt().solve(s.A.transpose() * d);
      for (const double t : {1e-3, -1e-3, 0.1, -0.1}) {
        const Vector other = l.after + t * move;
        bool allowed = true;
        for (Index j = 0; j < m; ++j) {
          const auto k = static_cast<std::size_t>(j);
          if (kind[k] == least::unilateral_row) allowed = allowed && other(j) >= 0;
        }
        EXPECT_TRUE(!allowed || other.norm() >= l.after.norm() - size);
      }
    }
  }
  EXPECT_GT(changed, 50);
}

}  // namespace
}  // namespace zwang::test
