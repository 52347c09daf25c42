// SPDX-License-Identifier: Apache-2.0
// A certificate that cannot fail proves nothing: each spoiled answer must be refused.

#include <functional>

#include "support/draw.h"
#include "support/expect.h"
#include "zwang/certificate.h"

namespace zwang::test {
namespace {

System nonideal() {
  System s;
  s.M = matrix({{4, 1, 0}, {1, 3, 1}, {0, 1, 2}});
  s.Q = vector({1, -2, 3});
  s.A = matrix({{1, 2, 0}, {2, 4, 0}});
  s.b = vector({1, 2});
  s.C = vector({1, 1, -1});
  return s;
}

TEST(Certificate, EveryCheckHasANameAnEquationAndABound) {
  const System s = nonideal();
  const Certificate certificate = certify(problem(s), solve(s));
  EXPECT_TRUE(certificate.holds());
  EXPECT_GE(certificate.checks.size(), 6u);
  for (const Check& check : certificate.checks) {
    EXPECT_FALSE(check.name.empty());
    EXPECT_EQ(check.equation.front(), '[') << check.name;
    EXPECT_GT(check.bound, 0) << check.name;
    EXPECT_LT(check.bound, 1e-6) << check.name << ": a bound that explains everything";
  }
}

TEST(Certificate, SpoiledAnswersAreRefused) {
  const std::pair<const char*, std::function<void(Instant&)>> spoils[] = {
      {"feasible but not least", [](Instant& i) { i.acceleration[2] += 1e-6; }},
      {"not feasible", [](Instant& i) { i.acceleration[0] += 1e-6; }},
      {"F^L works", [](Instant& i) { i.force_lagrange[2] += 1e-6; }},
      {"F^C is C",
       [](Instant& i) {
         i.force_coulomb = {1, 1, -1};
       }},
      {"lambda", [](Instant& i) { i.multipliers[0] += 1e-6; }},
      {"not finite", [](Instant& i) { i.acceleration[1] = std::nan(""); }},
  };
  const System s = nonideal();
  for (const auto& [what, spoil] : spoils) {
    Instant instant = solve(s);
    spoil(instant);
    EXPECT_FALSE(certify(problem(s), instant).holds()) << what;
  }
}

TEST(Certificate, LeastSquaresAnswersAreHeldToTheirNorm) {
  System s = nonideal();
  s.b = vector({1, 7});
  Instant instant = solve(s);
  EXPECT_EQ(instant.status, Status::contradictory);
  EXPECT_TRUE(certify(problem(s), instant).holds());
  s.W = vector({1, 100});  // another norm, another answer
  EXPECT_FALSE(certify(problem(s), instant).holds());
  EXPECT_TRUE(certify(problem(s), solve(s)).holds());
}

TEST(Certificate, HoldsForEveryKindOfMass) {
  for (double third : {2.0, -2.0, 0.0}) {
    System s;
    s.M = matrix({{1, 0, 0}, {0, 3, 0}, {0, 0, third}});
    s.Q = vector({1, 2, 5});
    s.A = matrix({{1, 1, 1}});
    s.b = vector({1});
    const Instant instant = solve(s);
    for (const Check& check : certify(problem(s), instant).checks)
      EXPECT_TRUE(check.holds()) << third << ": " << check.name << " " << check.residual;
    Instant spoiled = instant;
    spoiled.acceleration[0] += 1e-6;
    spoiled.acceleration[1] -= 1e-6;
    EXPECT_FALSE(certify(problem(s), spoiled).holds()) << third;
  }
}

}  // namespace
}  // namespace zwang::test
