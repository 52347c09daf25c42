// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/legendre.h"

#include <gtest/gtest.h>

#include "variation/fields/jacobi.h"
#include "variation/linear_quadratic.h"

namespace zwang::test {

using variation::Legendre;
using variation::legendre;

namespace {

Legendre of(LinearQuadratic& q) {
  q.prepare(2);
  return legendre(q.plan());
}

}  // namespace

TEST(Legendre, TellsTheSignOfADefiniteForm) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    LinearQuadratic q(4);
    q.M = 1e-9 * random_mass(random, 4, 1e6);  // neither units nor condition matter
    const Legendre up = of(q);
    EXPECT_TRUE(up.positive && !up.negative && !up.singular) << "seed " << seed;
    q.M = -q.M;
    const Legendre down = of(q);
    EXPECT_TRUE(!down.positive && down.negative && !down.singular) << "seed " << seed;
  }
}

TEST(Legendre, LooksOnlyAtWhatTheRowsLeaveFree) {  // [ENDS 34]
  LinearQuadratic q(3);
  q.M = vector({1, -1, 2}).asDiagonal();
  EXPECT_FALSE(of(q).positive || of(q).negative || of(q).singular);
  q.A = matrix({{0, 2, 0}, {0, -1, 0}});
  EXPECT_TRUE(of(q).positive);
  q.D = q.E = matrix({{3, 0, 0}});
  EXPECT_TRUE(of(q).positive);
  q.M(2, 2) = 0;
  EXPECT_FALSE(of(q).positive || of(q).negative);
  EXPECT_TRUE(of(q).singular);
  q.A = matrix({{0, 2, 0}, {0, 1, 1}});
  const Legendre nothing_free = of(q);
  EXPECT_TRUE(nothing_free.positive && nothing_free.negative && !nothing_free.singular);
}

TEST(Legendre, FieldsAreNotAskedWhereTheFormIsNotDefinite) {
  LinearQuadratic q(2);
  q.M = vector({1, -1}).asDiagonal();
  q.prepare();
  EXPECT_FALSE(conjugate_points(q.plan()).done);
}

// F = x v²/2 along x = 1 − 2τ: from t = 3 on 4 long, the sign changes at 5.
TEST(Legendre, SaysWhereTheFormCeasesToBeDefinite) {
  LinearQuadratic q(1);
  q.prepare(10);
  variation::Functional functional = q.functional;
  functional.slopes = [](void*, double, const double* x, const double*, const double*,
                         const double*, double* F, double* F_x, double* F_v, double* F_xx,
                         double* F_xv, double* F_vv) noexcept {
    *F = *F_x = *F_v = *F_xx = *F_xv = 0;
    *F_vv = x[0];
    return true;
  };
  for (Index i = 0; i <= 10; ++i) {
    q.curve.at(i)[0] = 1 - 0.2 * static_cast<double>(i);
    q.curve.at(i)[1] = -2;
  }
  variation::JacobiPlan plan = q.plan();
  plan.functional = &functional;
  plan.t0 = 3;
  plan.t1 = 7;
  const Legendre result = legendre(plan);
  EXPECT_FALSE(result.positive || result.negative);
  EXPECT_NEAR(result.where, 5, 4 * 0.1 * 0.05);  // the next Gauss point behind the middle
}

}  // namespace zwang::test
