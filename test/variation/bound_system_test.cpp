// SPDX-License-Identifier: Apache-2.0
// Newton's system of a bound polygon, block by block, against the same equations written in full.

#include "variation/polygon/bound_system.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bvp/formulas.h"
#include "support/random.h"

namespace zwang::test::discrete {
namespace {

using Numbers = std::vector<double>;

struct ThreeBoundTwice : PlainFormula<3> {
  static constexpr int velocities = 2;
  template <class S>
  S F(double, const S*, const S* v) const {
    return v[0] * v[0];
  }
  template <class S>
  void f(double, const S*, const S* v, S* f) const {
    f[0] = v[0];
    f[1] = v[1];
  }
};

Numbers draw(Random& random, Index count) {
  Numbers numbers(static_cast<std::size_t>(count));
  for (double& x : numbers) x = random.normal();
  return numbers;
}

// n × n blocks of links: symmetric for one node, and strong, so that every part of a chain is convex.
void draw_links(Random& random, variation::DiscreteAction& action, Index links) {
  for (Index k = 0; k < links; ++k) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j <= i; ++j) {
        const auto at = [&](int a, int b) { return static_cast<std::size_t>(k * 9 + 3 * a + b); };
        action.left[at(i, j)] = action.left[at(j, i)] = random.normal() + (i == j ? 12 : 0);
        action.right[at(i, j)] = action.right[at(j, i)] = random.normal() + (i == j ? 12 : 0);
        action.cross[at(i, j)] = random.normal();
        action.cross[at(j, i)] = random.normal();
      }
    }
  }
}

TEST(BoundSystem, SolvesWhatItSays) {  // [ENDS 22,26]
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = 3, m = 2, u = static_cast<Index>(seed % 3), N = 5;
    const ByFormula<ThreeBoundTwice> formula;
    const variation::Functional functional = formula.view();
    variation::DiscreteEnd ends[2];
    ends[0].fixed = {1, 1, 1};
    ends[1].fixed = {0, 1, 0};
    const variation::Polygon polygon{&functional, 0, 1, N, ends};
    variation::DiscreteAction action(polygon);
    draw_links(random, action, N);
    const Numbers left = draw(random, N * m * n), right = draw(random, N * m * n);
    variation::ByConstants by;
    by.L_x = draw(random, u * (N + 1) * n);
    by.c = draw(random, u * N * m);
    by.L_p = Numbers(static_cast<std::size_t>(u));
    by.L_pp = Numbers(static_cast<std::size_t>(u * u), 1.0);
    for (Index j = 0; j < u; ++j) by.L_pp[static_cast<std::size_t>(j * u + j)] = 500;

    variation::BoundSystem system(polygon, u);
    system.assemble(action, left, right, by);
    ASSERT_TRUE(system.factor(0, 1, Numbers(static_cast<std::size_t>(u), 1.0)));
    Numbers r_x = draw(random, (N + 1) * n), r_c = draw(random, N * m), r_p = draw(random, u);
    for (Index k : {0, static_cast<int>(N)}) {  // held: no equation
      for (Index i = 0; i < n; ++i) {
        if (polygon.holds(k, i)) r_x[static_cast<std::size_t>(k * n + i)] = 0;
      }
    }
    Numbers dx = r_x, dlambda = r_c, dp = r_p;
    system.solve(dx, dlambda, dp);

    Numbers of_x((N + 1) * n), of_c(N * m), of_p(u);
    for (Index k = 0; k < N; ++k) {
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
          const Index e = k * n * n;
          of_x[k * n + i] += action.left[e + i * n + j] * dx[k * n + j] +
                             action.cross[e + i * n + j] * dx[(k + 1) * n + j];
          of_x[(k + 1) * n + i] += action.right[e + i * n + j] * dx[(k + 1) * n + j] +
                                   action.cross[e + j * n + i] * dx[k * n + j];
        }
        for (Index j = 0; j < m; ++j) {
          const Index e = (k * m + j) * n + i;
          of_x[k * n + i] += left[e] * dlambda[k * m + j];
          of_x[(k + 1) * n + i] += right[e] * dlambda[k * m + j];
          of_c[k * m + j] += left[e] * dx[k * n + i] + right[e] * dx[(k + 1) * n + i];
        }
      }
    }
    for (Index j = 0; j < u; ++j) {
      for (Index i = 0; i < (N + 1) * n; ++i) {
        of_x[i] += by.L_x[j * (N + 1) * n + i] * dp[j];
        of_p[j] += by.L_x[j * (N + 1) * n + i] * dx[i];
      }
      for (Index i = 0; i < N * m; ++i) {
        of_c[i] += by.c[j * N * m + i] * dp[j];
        of_p[j] += by.c[j * N * m + i] * dlambda[i];
      }
      for (Index i = 0; i < u; ++i) of_p[j] += by.L_pp[j * u + i] * dp[i];
    }
    // Pivots between 0.01 and 1000 lose five digits at the most.
    for (Index k = 0; k <= N; ++k) {
      for (Index i = 0; i < n; ++i) {
        if (polygon.holds(k, i)) {
          EXPECT_EQ(dx[k * n + i], 0);
        } else {
          EXPECT_NEAR(of_x[k * n + i], r_x[k * n + i], 1e-10);
        }
      }
    }
    for (Index i = 0; i < N * m; ++i) EXPECT_NEAR(of_c[i], r_c[i], 1e-10);
    for (Index j = 0; j < u; ++j) EXPECT_NEAR(of_p[j], r_p[j], 1e-10);
  }
}

// F = −v²/2, of which rows leave one direction: it falls by (Δx)²/2h in each link, and a shift of σ adds
// σ (Δx)²/2h and σ π²h x²/2, which is as much for the lowest harmonic and little for the highest.
TEST(BoundSystem, NeedsAShiftWhereTheActionFalls) {
  const ByFormula<ThreeBoundTwice> formula;
  const variation::Functional functional = formula.view();
  variation::DiscreteEnd ends[2];
  ends[0].fixed = {1, 1, 1};
  ends[1].fixed = {0, 0, 1};
  const Index N = 4;
  const variation::Polygon polygon{&functional, 0, 1, N, ends};
  variation::DiscreteAction action(polygon);
  Numbers left(N * 6), right(N * 6);
  for (Index k = 0; k < N; ++k) {
    for (Index i = 0; i < 3; ++i) {
      action.left[k * 9 + 4 * i] = action.right[k * 9 + 4 * i] = -1 / polygon.step();
      action.cross[k * 9 + 4 * i] = 1 / polygon.step();
    }
    left[k * 6] = left[k * 6 + 4] = -1;
    right[k * 6] = right[k * 6 + 4] = 1;
  }
  variation::BoundSystem system(polygon, 0);
  system.assemble(action, left, right, {});
  EXPECT_FALSE(system.factor(0, 1, {}));
  EXPECT_FALSE(system.factor(0.4, 1, {}));
  EXPECT_TRUE(system.factor(1.1, 1, {}));
  EXPECT_FALSE(system.factor(0.4, 1, {})) << "a shift is taken back";
}

}  // namespace
}  // namespace zwang::test::discrete
