// SPDX-License-Identifier: Apache-2.0
// Every case of test/data, known in exact fractions, through every method that applies to it.

#include "support/bound.h"
#include "support/cases.h"
#include "support/expect.h"
#include "support/oracle.h"
#include "support/printed.h"
#include "zwang/certificate.h"

namespace zwang::test {
namespace {

const Method all_methods[] = {Method::automatic, Method::explicit_, Method::bellman,
                              Method::nullspace, Method::proximal};

/// The methods that factor M need it definite; they may refuse a negative definite one.
bool may_refuse(Method method, const Case& c) {
  return method != Method::automatic && method != Method::nullspace && c.mass != "positive";
}

Bound bound_of(const Case& c, Method method) {
  // Proximal iterates on A M⁻¹Aᵀ and so loses κ² where the others lose κ.
  return rounding_bound(c.system, c.xdd, c.rank, c.contradictory, method == Method::proximal);
}

void expect_exact(const Case& c, const Instant& instant, Method method) {
  const Bound bound = bound_of(c, method);
  EXPECT_EQ(instant.status, c.contradictory ? Status::contradictory : Status::ok)
      << sentence(instant.status);
  EXPECT_TRUE(near(instant.acceleration, c.xdd, bound.acceleration));  // [FKNU05 16]
  EXPECT_TRUE(near(instant.force_newton, c.system.Q, 0));              // [FKNU05 19]
  EXPECT_TRUE(near(instant.force_lagrange, c.F_L, bound.force));       // [FKNU05 20]
  EXPECT_TRUE(near(instant.force_coulomb, c.F_C, bound.force));        // [FKNU05 21]
  EXPECT_TRUE(near(instant.constraint_force, Vector(c.F_L + c.F_C), 2 * bound.force));
  EXPECT_TRUE(near(instant.multipliers, c.multipliers, bound.multipliers));  // [XUMK94 13]
  EXPECT_TRUE(near(instant.residual, c.residual, bound.residual));
  EXPECT_EQ(instant.rank, static_cast<std::size_t>(c.rank));
  EXPECT_EQ(instant.freedom, static_cast<std::size_t>(c.system.n() - c.rank));
  EXPECT_EQ(instant.unique, c.unique);
  EXPECT_EQ(instant.free_motion, c.has_gauss);
  if (c.has_gauss) {
    EXPECT_TRUE(near(instant.free_acceleration, c.a, bound.acceleration));  // [UK92 2]
    EXPECT_TRUE(near(instant.deviation, Vector(c.xdd - c.a), 2 * bound.acceleration));
    EXPECT_TRUE(near(instant.misfit, Vector(c.system.b - c.system.A * c.a), bound.residual));
    EXPECT_NEAR(instant.gauss, c.gauss, bound.gauss);  // [UK92 6]
  } else {
    EXPECT_TRUE(std::isnan(instant.gauss));
  }
}

TEST(ExactCases, AllAreRead) { EXPECT_EQ(exact_cases().size(), 49u); }

// One answer by five ways.
TEST(ExactCases, EveryMethodGivesTheFractions) {
  for (const Case& c : exact_cases()) {
    for (Method method : all_methods) {
      SCOPED_TRACE(c.name + ", " + std::string(name(method)));
      const Instant instant = solve(c.system, method);
      if (!c.determined || (may_refuse(method, c) && instant.status == Status::mass_not_definite))
        continue;
      expect_exact(c, instant, method);
    }
  }
}

TEST(ExactCases, MethodsThatNeedADefiniteMassSayWhenItIsNot) {
  for (const Case& c : exact_cases()) {
    if (c.mass != "singular" && c.mass != "indefinite") continue;
    for (Method method : {Method::explicit_, Method::bellman, Method::proximal}) {
      SCOPED_TRACE(c.name + ", " + std::string(name(method)));
      EXPECT_EQ(solve(c.system, method).status, Status::mass_not_definite);
    }
    EXPECT_EQ(solve(c.system).method, Method::nullspace) << c.name;
  }
}

// Inertia of ZᵀMZ and what it means for Gauss's function on the constraints.
TEST(ExactCases, VerdictAndInertiaAreThoseOfTheFractions) {
  for (const Case& c : exact_cases()) {
    for (Method method : {Method::automatic, Method::nullspace}) {
      SCOPED_TRACE(c.name + ", " + std::string(name(method)));
      const Instant instant = solve(c.system, method);
      EXPECT_EQ(name(instant.verdict), c.verdict);
      EXPECT_EQ(instant.inertia.positive, c.inertia[0]);
      EXPECT_EQ(instant.inertia.negative, c.inertia[1]);
      EXPECT_EQ(instant.inertia.zero, c.inertia[2]);
    }
  }
}

TEST(ExactCases, DegenerateCasesNameTheDirectionThatIsFree) {
  int seen = 0;
  for (const Case& c : exact_cases()) {
    if (c.determined) continue;
    SCOPED_TRACE(c.name);
    ++seen;
    const Instant instant = solve(c.system);
    EXPECT_EQ(instant.status, Status::degenerate);
    ASSERT_EQ(instant.null_direction.size(), static_cast<std::size_t>(c.system.n()));
    const Vector v = vec(instant.null_direction);
    EXPECT_GT(v.norm(), 0);
    // A v = 0 and M v is in the range of Aᵀ, so neither rows nor Gauss's function see v.
    const double rounding = 1e-14 * v.norm();
    EXPECT_TRUE(near(Vector(c.system.A * v), Vector::Zero(c.system.m()), rounding));
    const Matrix N = Matrix::Identity(2, 2) - pinv(c.system.A) * c.system.A;
    EXPECT_TRUE(near(Vector(N * c.system.M * v), Vector::Zero(2), rounding));
  }
  EXPECT_EQ(seen, 2);
}

TEST(ExactCases, CertificateHolds) {
  for (const Case& c : exact_cases()) {
    if (!c.determined) continue;
    const Instant instant = solve(c.system);
    for (const Check& check : certify(problem(c.system), instant).checks)
      EXPECT_TRUE(check.holds()) << c.name << ": " << check.name << " " << check.equation << " "
                                 << check.residual << " > " << check.bound;
  }
}

// The instruments are tested by the same fractions.
TEST(ExactCases, OracleGivesTheFractions) {
  for (const Case& c : exact_cases()) {
    SCOPED_TRACE(c.name);
    const Answer answer = oracle(c.system);
    EXPECT_EQ(answer.determined, c.determined);
    EXPECT_EQ(answer.rank, static_cast<std::size_t>(c.rank));
    if (!c.determined) continue;
    const Bound bound = bound_of(c, Method::automatic);
    EXPECT_EQ(answer.contradictory, c.contradictory);
    EXPECT_TRUE(near(rounded(answer.xdd), c.xdd, bound.acceleration));
    EXPECT_TRUE(near(rounded(answer.F_L), c.F_L, bound.force));
    EXPECT_TRUE(near(rounded(answer.F_C), c.F_C, bound.force));
    EXPECT_TRUE(near(rounded(answer.multipliers), c.multipliers, bound.multipliers));
    EXPECT_TRUE(near(rounded(answer.residual), c.residual, bound.residual));
    if (!c.has_gauss) continue;
    EXPECT_NEAR(static_cast<double>(answer.gauss), c.gauss, bound.gauss);
  }
}

TEST(ExactCases, PrintedFormulaGivesTheFractions) {
  for (const Case& c : exact_cases()) {
    if (c.mass != "positive" || c.system.W.size()) continue;
    SCOPED_TRACE(c.name);
    const Printed p = printed(c.system, c.rank);
    // The printed formula decides on rows as they are given, so their plain conditioning counts.
    const Bound bound = rounding_bound(c.system, c.xdd, c.rank, true);
    EXPECT_TRUE(near(p.xdd, c.xdd, bound.acceleration));
    EXPECT_TRUE(near(p.F_L, c.F_L, bound.force));
    EXPECT_TRUE(near(p.F_C, c.F_C, bound.force));
  }
}

}  // namespace
}  // namespace zwang::test
