// SPDX-License-Identifier: Apache-2.0
// Where nothing can be found: which conditions are to blame.

#include "extremal/reasons/reasons.h"

#include <gtest/gtest.h>

#include <cmath>

#include "extremal/find.h"
#include "support/compile_text.h"

namespace zwang::extremal {
namespace {

Answer answer_to(const std::string& text) {
  const compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  return find(compiled.equations, {});
}

using Numbers = std::vector<Index>;

std::string with_integrals(const std::string& integrals) {
  return "[coordinates]\ny = 0\n[extremal]\nintegrand = \"0.5*y'^2\"\nfrom = { t = 0, y = 0 }\n"
         "to = { t = 1, y = 0 }\nsubject = [" +
         integrals + "]\n";
}

TEST(Explain, IntegralsThatDependOnEachOther) {
  const Answer same = answer_to(with_integrals("\"integral(y) = 1\", \"integral(2*y) = 2\""));
  EXPECT_EQ(same.failure, Failure::not_found);
  EXPECT_EQ(same.dependent.integrals, (Numbers{0, 1}));
  EXPECT_FALSE(same.dependent.contradicts);
  const Answer other = answer_to(
      with_integrals("\"integral(y) = 1\", \"integral(y^2) = 3\", \"integral(2*y + y') = 5\""));
  EXPECT_EQ(other.dependent.integrals, (Numbers{0, 2}));
  EXPECT_TRUE(other.dependent.contradicts);
  EXPECT_NEAR(other.dependent.by, -3, 1e-6);  // 2 where 5 is asked for
}

TEST(Explain, AnIntegralThatTheEndsDetermine) {
  const Answer answer = answer_to(with_integrals("\"integral(y*y') = 1\""));
  EXPECT_EQ(answer.dependent.integrals, (Numbers{0}));
  EXPECT_TRUE(answer.dependent.contradicts);
}

// A straight line has no curvature to tell an arc length by: that is no dependence.
TEST(Explain, IntegralsThatVanishByAccidentAreNotBlamed) {
  const Answer answer = answer_to(with_integrals("\"integral(sqrt(1 + y'^2)) = 0.5\""));
  EXPECT_NE(answer.failure, Failure::none);
  EXPECT_FALSE(answer.dependent.any());
}

std::string with_rows(const std::string& rows, const std::string& to) {
  return "[coordinates]\nx = 1\ny = 0\n[[constraints]]\nname = \"a\"\nequations = [" + rows +
         "]\n[extremal]\nintegrand = \"0.5*(x'^2 + y'^2)\"\nfrom = { t = 0, x = 1, y = 0 }\nto = { "
         "t = 1, " +
         to + " }\n";
}

TEST(Explain, RowsOnRatesThatDependOnEachOther) {
  const Answer same = answer_to(with_rows("\"x' = 1\", \"2*x' = 2\"", "x = 2, y = 1"));
  EXPECT_EQ(same.dependent.rows, (Numbers{0, 1}));
  EXPECT_TRUE(same.dependent.coordinates.empty());
  EXPECT_FALSE(same.dependent.contradicts);
  const Answer other = answer_to(with_rows("\"x' = 1\", \"x' = 2\"", "x = 2, y = 1"));
  EXPECT_EQ(other.dependent.rows, (Numbers{0, 1}));
  EXPECT_TRUE(other.dependent.contradicts);
}

// Both hold at the ends; between them x cannot be 0 and t (1 − t), and halfway it is half of both.
TEST(Explain, RowsThatContradictEachOtherOnTheWay) {
  const Answer answer = answer_to(
      "[coordinates]\nx = 0\ny = 0\n[[constraints]]\nname = \"a\"\nequation = \"x = t*(1 - t)\"\n"
      "[[constraints]]\nname = \"b\"\nequation = \"x = 0\"\n[extremal]\n"
      "integrand = \"0.5*(x'^2 + y'^2)\"\nfrom = { t = 0, x = 0, y = 0 }\n"
      "to = { t = 1, x = 0, y = 1 }\n");
  EXPECT_EQ(answer.failure, Failure::not_found);
  EXPECT_TRUE(answer.found.empty());
  EXPECT_EQ(answer.dependent.rows, (Numbers{0, 1}));
  EXPECT_TRUE(answer.dependent.contradicts);
  EXPECT_NEAR(answer.dependent.by, 0.125, 1e-9);
}

TEST(Explain, ARowOnRatesThatFollowsFromPositions) {
  const std::string both = "\"x^2 + y^2 = 1\", \"x*x' + y*y' = ";
  const Answer same = answer_to(with_rows(both + "0\"", "x = 0, y = 1"));
  EXPECT_EQ(same.dependent.rows, (Numbers{0, 1}));
  EXPECT_FALSE(same.dependent.contradicts);
  const Answer other = answer_to(with_rows(both + "1\"", "x = 0, y = 1"));
  EXPECT_EQ(other.dependent.rows, (Numbers{0, 1}));
  EXPECT_TRUE(other.dependent.contradicts);
  EXPECT_NEAR(other.dependent.by, -1, 1e-6);
}

TEST(Explain, RowsOnRatesThatDecideWhereACurveEnds) {
  const Answer same = answer_to(with_rows("\"x*x' + y*y' = 0\"", "x = 0, y = 1"));
  EXPECT_EQ(same.dependent.rows, (Numbers{0}));
  EXPECT_EQ(same.dependent.coordinates, (Numbers{1}));
  EXPECT_FALSE(same.dependent.contradicts);
  // x² + y² stays 1; at (0, 2) its half has grown by 3/2, with the slope 2 along y.
  const Answer other = answer_to(with_rows("\"x*x' + y*y' = 0\"", "x = 0, y = 2"));
  EXPECT_TRUE(other.dependent.contradicts);
  EXPECT_NEAR(other.dependent.by, 0.75, 1e-6);
}

// A skate reaches every place, though along the straight line it does not seem to.
TEST(Explain, ASkateIsNotBlamedForWhereItEnds) {
  const Answer answer = answer_to(
      "[coordinates]\nx = 0\ny = 0\nph = 0\n[[constraints]]\nname = \"skate\"\n"
      "equation = \"x'*sin(ph) = y'*cos(ph)\"\n[extremal]\n"
      "integrand = \"0.5*(x'^2 + y'^2 + ph'^2)\"\nfrom = { t = 0, x = 0, y = 0, ph = 0 }\n"
      "to = { t = 1, x = 0, y = 1, ph = 0 }\n");
  EXPECT_FALSE(answer.dependent.any());
}

// x' = v: the integral of v is how far x gets, whatever the curve; that of x is not.
TEST(Explain, AnIntegralThatRowsOnRatesDetermine) {
  const auto with = [](const std::string& integral) {
    return "[coordinates]\nx = 0\nv = 0\n[[constraints]]\nname = \"a\"\nequation = \"x' = v\"\n"
           "[extremal]\nintegrand = \"0.5*v'^2\"\nfrom = { t = 0, x = 0, v = 0 }\n"
           "to = { t = 1, x = 1, v = 0 }\nsubject = [\"integral(" +
           integral + "\"]\n";
  };
  for (const char* integral : {"v) = 1", "v) = 2", "2*v + v*v') = 2"}) {
    const Answer answer = answer_to(with(integral));
    EXPECT_EQ(answer.failure, Failure::not_found);
    EXPECT_EQ(answer.dependent.integrals, (Numbers{0})) << integral;
    EXPECT_EQ(answer.dependent.rows, (Numbers{0})) << integral;
  }
  EXPECT_EQ(answer_to(with("x) = 2")).failure, Failure::none);
}

TEST(Explain, AnIntegralThatCannotBeSoSmallBetweenTheEnds) {
  const Answer answer =
      answer_to(with_integrals("\"integral(y) = 1\", \"integral(y'^2 - 4) = -6\""));
  EXPECT_EQ(answer.failure, Failure::not_found);
  EXPECT_EQ(answer.out_of_range.integral, 1);
  EXPECT_TRUE(answer.out_of_range.is_least);
  EXPECT_NEAR(answer.out_of_range.limit, -4, 1e-3);
  const Answer larger = answer_to(with_integrals("\"integral(cos(y) - y'^2) = 1.5\""));
  EXPECT_EQ(larger.out_of_range.integral, 0);
  EXPECT_FALSE(larger.out_of_range.is_least);
  EXPECT_NEAR(larger.out_of_range.limit, 1, 1e-3);
}

// The integrand is linear in the rates, but what is subject to it is not.
TEST(Explain, IntegralsMayBringTheMass) {
  const std::string area =
      "[coordinates]\nx = 0\ny = 0\n[extremal]\nintegrand = \"0.5*(x*y' - y*x')\"\n"
      "from = { t = 0, x = -1, y = 0 }\nto = { t = 1, x = 1, y = 0 }\nsubject = [\"integral(";
  EXPECT_EQ(answer_to(area + "x'^2 + y'^2) = 9\"]\n").failure, Failure::none);
  EXPECT_EQ(answer_to(area + "x'^2 + y'^2) = 3\"]\n").failure, Failure::not_found);
  EXPECT_EQ(answer_to(area + "sqrt(x'^2 + y'^2)) = 3\"]\n").failure, Failure::degree_one);
}

// Whoever falls from rest: time is lost at an infinite rate where the curve begins.
TEST(Explain, AnEndAtWhichTheIntegrandHasNoValue) {
  const Answer answer = answer_to(
      "[coordinates]\ny = 0.5\n[extremal]\nindependent = \"x\"\n"
      "integrand = \"sqrt((1 + y'^2)/y)\"\nfrom = { x = 0, y = 0 }\nto = { x = 1, y = 1 }\n");
  EXPECT_EQ(answer.failure, Failure::not_finite);
  EXPECT_TRUE(answer.only_at_end);
  EXPECT_EQ(answer.t, 0);
}

// Between −1/2 and 1/2 there is nothing, and a straight line leads through it.
TEST(Explain, AGuessAlongWhichTheIntegrandHasNoValue) {
  const Answer answer = answer_to(
      "[coordinates]\nx = 0\n[extremal]\nintegrand = \"0.5*x'^2 + sqrt(x^2 - 0.25)\"\n"
      "from = { t = 0, x = -1 }\nto = { t = 1, x = 1 }\n");
  EXPECT_EQ(answer.failure, Failure::not_finite);
  EXPECT_FALSE(answer.only_at_end);
  EXPECT_GT(answer.t, 0.25);
  EXPECT_LT(answer.t, 0.75);
}

// Light that is slower beyond y = 0 is bent there; the straight line satisfies all equations on both
// sides.
TEST(Explain, AnIntegrandThatJumpsOnTheWay) {
  const auto through = [](const std::string& slowness) {
    return answer_to("[coordinates]\ny = 0\n[extremal]\nindependent = \"x\"\nintegrand = \"" +
                     slowness +
                     "*sqrt(1 + y'^2)\"\nfrom = { x = 0, y = -1 }\nto = { x = 1, y = 1 }\n");
  };
  const Answer jump = through("if(y > 0, 1.5, 1)");
  EXPECT_EQ(jump.failure, Failure::not_found);
  EXPECT_TRUE(jump.jumps);
  EXPECT_NEAR(jump.t, 0.5, 0.2);
  EXPECT_EQ(through("(1.25 + 0.25*tanh(20*y))").failure, Failure::none);
}

// A ball that rolls over a step is slower above; what jumps in time only is no step.
TEST(Explain, APotentialThatJumpsOnTheWay) {
  const auto with = [](const std::string& potential) {
    return answer_to("[coordinates]\nx = 0\n[extremal]\nintegrand = \"0.5*x'^2 - " + potential +
                     "\"\nfrom = { t = 0, x = -1 }\nto = { t = 1, x = 1 }\n");
  };
  EXPECT_TRUE(with("if(x > 0, 1, 0)").jumps);
  EXPECT_TRUE(with("if(x > 0.2, 1, 0)").jumps);
  EXPECT_TRUE(with("if(x > 0.2, 1, 0) + 1e-6*t*x").jumps);  // energy is not kept, and yet known
  EXPECT_EQ(with("if(t > 0.5, 1, 0)").failure, Failure::none);
  EXPECT_EQ(with("if(x > 0, x^2, 0)").failure, Failure::none);  // a bend is none either
  EXPECT_EQ(with("if(x > 0.2, exp(x), exp(0.2)*(x + 0.8))").failure, Failure::none);
}

// Rows that hold the curve do no work here: what jumps is the potential alone.
TEST(Explain, APotentialThatJumpsBesideRows) {
  const auto on = [](const std::string& potential) {
    return answer_to(
        "[coordinates]\nx = 0\ny = 0\n[[constraints]]\nname = \"floor\"\nequation = \"y = "
        "0.1*t\"\n[extremal]\nintegrand = \"0.5*(x'^2 + y'^2) - " +
        potential + "\"\nfrom = { t = 0, x = -1, y = 0 }\nto = { t = 1, x = 1, y = 0.1 }\n");
  };
  EXPECT_TRUE(on("if(x > 0.2, 1, 0)").jumps);
  EXPECT_EQ(on("if(t > 0.5, 1, 0)").failure, Failure::none);
  EXPECT_EQ(on("if(x > 0, x^2, 0)").failure, Failure::none);
}

// With unknowns the ends may come to meet the integral.
TEST(Explain, AnIntegralWithUnknownEndsIsNotCalledOutOfReach) {
  const Answer answer = answer_to(
      "[coordinates]\ny = 0\n[extremal]\nindependent = \"x\"\nintegrand = \"y\"\n"
      "from = { x = 0, y = 0 }\nto = { x = \"L\", y = 0 }\nunknowns = { L = 1 }\n"
      "subject = [\"integral(sqrt(1 + y'^2)) = 0.5\"]\n");
  EXPECT_LT(answer.out_of_range.integral, 0);
}

TEST(Explain, EndsThatLeaveAFamilySideBySide) {
  const Answer answer = answer_to(
      "[coordinates]\ny = 0\n[extremal]\nintegrand = \"0.5*y'^2\"\nfrom = { t = 0 }\n"
      "to = { t = 1 }\n");
  EXPECT_EQ(answer.failure, Failure::conjugate_end);
  EXPECT_TRUE(answer.loose);
}

// The least time, with the speed of a fall as a constraint: from rest no direction is left.
TEST(Explain, ARowOnRatesThatLetsNothingMoveAtAnEnd) {
  const auto falling_from = [](const std::string& speed) {
    return answer_to(
        "[coordinates]\nx = 0\ny = 0\n[[constraints]]\nname = \"energy\"\n"
        "equation = \"x'^2 + y'^2 = " +
        speed +
        " - 20*y\"\n[extremal]\nintegrand = \"1\"\nfrom = { t = 0, x = 0, y = 0 }\n"
        "to = { t = \"T\", x = 2, y = -1 }\nunknowns = { T = 1 }\n");
  };
  const Answer at_rest = falling_from("0");
  EXPECT_EQ(at_rest.failure, Failure::not_found);
  EXPECT_EQ(at_rest.stalled.row, 0);
  EXPECT_EQ(at_rest.stalled.end, 0);
  EXPECT_EQ(falling_from("4").stalled.row, -1);
}

std::string kink(const std::string& to) {
  return "[coordinates]\nu = 0\n[extremal]\nintegrand = \"0.5*u'^2 + 0.25*(1 - u^2)^2\"\n"
         "from = { t = -50, u = -1 }\nto = { " +
         to + " }\n";
}

// A kink of width 1 may be anywhere on a way of length 100; half of it is where it ends. Its action is
// ∫ (1 − u²)/√2 du.
TEST(Explain, AKinkThatMayBeAnywhere) {
  const Answer anywhere = answer_to(kink("t = 50, u = 1"));
  EXPECT_EQ(anywhere.failure, Failure::conjugate_end);
  EXPECT_TRUE(anywhere.rests);
  const Answer half = answer_to(kink("t = 0, u = 0"));
  ASSERT_EQ(half.found.size(), 1U);
  EXPECT_NEAR(half.found[0].action, std::sqrt(2.0) / 3, 1e-9);
}

TEST(Explain, AnEndAtWhichTheMassVanishes) {
  const Answer answer = answer_to(
      "[coordinates]\nx = 0\n[extremal]\nintegrand = \"t*x'^2\"\n"
      "from = { t = 0, x = 0 }\nto = { t = 1, x = 1 }\n");
  EXPECT_EQ(answer.failure, Failure::bad_mass);
  EXPECT_TRUE(answer.only_at_end);
  EXPECT_EQ(answer.t, 0);
}

std::string on_circle(const std::string& from, const std::string& to = "") {
  return "[coordinates]\nx = 0.6\ny = 0.8\n[[constraints]]\nname = \"circle\"\n"
         "equation = \"x^2 + y^2 = 1\"\n[extremal]\nintegrand = \"0.5*(x'^2 + y'^2) - y\"\n"
         "from = { t = 0, x = 1, y = 0" +
         from + " }\nto = { t = 1" + to + " }\n";
}

// x'² + y'² − z'² on the unit sphere has both signs near the equator and one near the poles.
std::string on_lorentz_sphere(double from, double to) {
  const auto point = [](double latitude, double longitude) {
    return "x = \"cos(" + std::to_string(latitude) + ")*cos(" + std::to_string(longitude) +
           ")\", y = \"cos(" + std::to_string(latitude) + ")*sin(" + std::to_string(longitude) +
           ")\", z = \"sin(" + std::to_string(latitude) + ")\" }\n";
  };
  return "[coordinates]\nx = 1\ny = 0\nz = 0\n[[constraints]]\nname = \"sphere\"\n"
         "equation = \"x^2 + y^2 + z^2 = 1\"\n[extremal]\n"
         "integrand = \"0.5*(x'^2 + y'^2 - z'^2)\"\nfrom = { t = 0, " +
         point(from, 0) + "to = { t = 1, " + point(to, 1);
}

TEST(Explain, ASignThatChangesOnTheWayIsToldAtOnce) {
  const Answer up = answer_to(on_lorentz_sphere(0, 1.2));
  EXPECT_EQ(up.failure, Failure::not_found);
  EXPECT_TRUE(up.indefinite.start);
  EXPECT_FALSE(up.indefinite.end);
  EXPECT_LT(up.evaluations, 200'000);  // of the million that a search in vain may take
  const Answer down = answer_to(on_lorentz_sphere(1.2, 0));
  EXPECT_EQ(down.failure, Failure::not_found);
  EXPECT_FALSE(down.indefinite.start);
  EXPECT_TRUE(down.indefinite.end);
}

TEST(Explain, ASignThatStaysIsNoTrouble) {
  EXPECT_EQ(answer_to(on_lorentz_sphere(0.1, -0.2)).failure, Failure::none);
  EXPECT_EQ(answer_to(on_lorentz_sphere(1.1, 1.2)).failure, Failure::none);
}

TEST(EndRates, OneThatContradictsAConstraintIsMissed) {
  const Answer answer = answer_to(on_circle(", \"x'\" = 2"));
  EXPECT_EQ(answer.failure, Failure::infeasible_end);
  ASSERT_EQ(answer.missed.size(), 1U);
  EXPECT_EQ(answer.missed[0].end, 0);
  EXPECT_DOUBLE_EQ(answer.missed[0].by, -2);
}

// x' = 0 follows from the circle at (1, 0): no condition of its own, so that four are left.
TEST(EndRates, OneThatFollowsFromAConstraintIsNoCondition) {
  const Answer answer = answer_to(on_circle(", \"x'\" = 0, \"y'\" = 2"));
  ASSERT_EQ(answer.found.size(), 1U);
  const bvp::Curve& curve = answer.found[0].curve;
  EXPECT_NEAR(curve.at(0)[curve.n + 1], 2, 1e-9);
  EXPECT_EQ(answer_to(on_circle(", \"x'\" = 0.1, \"y'\" = 2")).failure, Failure::infeasible_end);
  // There are too many all the same.
  EXPECT_EQ(answer_to(on_circle(", \"y'\" = 2", ", \"y'\" = 1")).failure, Failure::counts);
}

// Where the end is on the line is not said; that y' is twice x' there, is.
TEST(EndRates, ConstraintsDecideThemWhereverTheEndMayBe) {
  const auto on_line = [](const std::string& to) {
    return answer_to(
        "[coordinates]\nx = 1\ny = 2\n[[constraints]]\nname = \"line\"\nequation = \"y = 2*x\"\n"
        "[extremal]\nintegrand = \"0.5*(x'^2 + y'^2) - y\"\nfrom = { t = 0, x = 0, y = 0 }\n"
        "to = { t = 1, " +
        to + " }\n");
  };
  const Answer wrong = on_line("\"x'\" = 1, \"y'\" = 1");
  EXPECT_EQ(wrong.failure, Failure::infeasible_end);
  ASSERT_EQ(wrong.missed.size(), 1U);
  EXPECT_EQ(wrong.missed[0].end, 1);
  EXPECT_NEAR(wrong.missed[0].by, 1, 1e-12);
  const Answer right = on_line("\"x'\" = 1, \"y'\" = 2");
  ASSERT_EQ(right.found.size(), 1U);  // y' is no condition of its own
  const bvp::Curve& curve = right.found[0].curve;
  EXPECT_NEAR(curve.at(curve.intervals())[2], 1, 1e-9);
}

// x' = v: a rate of x at an end says what v is there.
TEST(EndRates, OneMaySayWhereTheEndIs) {
  const Answer answer = answer_to(
      "[coordinates]\nx = 0\nv = 0\n[[constraints]]\nname = \"speed\"\nequation = \"x' = v\"\n"
      "[extremal]\nintegrand = \"0.5*v'^2\"\nfrom = { t = 0, x = 0, \"x'\" = 0 }\n"
      "to = { t = 1, x = 1, \"x'\" = 0 }\n");
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_NEAR(answer.found[0].action, 6, 1e-8);  // v = 6 t (1 − t)
}

TEST(EndRates, AValueThatIsNoNumberIsNamedAtItsOwnEnd) {
  const Answer answer = answer_to(
      "[parameters]\na = -1\n[coordinates]\nx = 0\n[extremal]\nintegrand = \"x'^2\"\n"
      "from = { t = 0, x = 0 }\nto = { t = 1, x = \"sqrt(a)\" }\n");
  EXPECT_EQ(answer.failure, Failure::not_finite);
  ASSERT_EQ(answer.missed.size(), 1U);
  EXPECT_EQ(answer.missed[0].end, 1);
}

}  // namespace
}  // namespace zwang::extremal
