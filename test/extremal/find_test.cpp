// SPDX-License-Identifier: Apache-2.0
// From compiled equations to extremals: what is found is the same in a turned world and with rows
// written otherwise, and where nothing is found, the reason is the right one.

#include "extremal/find.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::extremal {
namespace {

Answer answer_to(const std::string& text, const Plan& plan = {}) {
  const compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  return find(compiled.equations, plan);
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

using Vector = std::array<double, 3>;
struct Turn {
  Vector row[3];  // of an orthogonal matrix
  Vector operator*(const Vector& x) const {
    Vector y{};
    for (int i = 0; i < 3; ++i) y[i] = row[i][0] * x[0] + row[i][1] * x[1] + row[i][2] * x[2];
    return y;
  }
};

// From two random directions.
Turn random_turn(test::Random& random) {
  Turn turn;
  const auto scale = [](Vector v) {
    const double length = std::hypot(v[0], v[1], v[2]);
    return Vector{v[0] / length, v[1] / length, v[2] / length};
  };
  const Vector a = scale({random.normal(), random.normal(), random.normal()});
  Vector b{random.normal(), random.normal(), random.normal()};
  const double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (int i = 0; i < 3; ++i) b[i] -= along * a[i];
  b = scale(b);
  turn.row[0] = a;
  turn.row[1] = b;
  turn.row[2] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  return turn;
}

// A heavy point on an ellipsoid, its axes (and gravity) turned, its row written `copies` times with
// factors.
std::string ellipsoid(const Turn& turn, const std::vector<double>& factors) {
  const auto component = [&](int i) {  // of Rᵀx: the body's own coordinates
    return "(" + number(turn.row[0][i]) + "*x + " + number(turn.row[1][i]) + "*y + " +
           number(turn.row[2][i]) + "*z)";
  };
  std::string text = "[coordinates]\nx = 0.1\ny = 0.2\nz = 0.3\n";
  const double z0 = 2 * std::sqrt(1 - 0.49 - 0.36), z1 = 2 * std::sqrt(1 - 0.25 - 0.16);
  const Vector from = turn * Vector{0.7, 0.9, z0}, to = turn * Vector{-0.5, 0.6, z1};
  for (std::size_t k = 0; k < factors.size(); ++k) {
    text += "[[constraints]]\nname = \"surface" + std::to_string(k) + "\"\nequation = \"" +
            number(factors[k]) + "*(" + component(0) + "^2 + " + component(1) + "^2/2.25 + " +
            component(2) + "^2/4) = " + number(factors[k]) + "\"\n";
  }
  const auto point = [&](const Vector& x, double t) {
    return "{ t = " + number(t) + ", x = " + number(x[0]) + ", y = " + number(x[1]) +
           ", z = " + number(x[2]) + " }\n";
  };
  return text + "[extremal]\nintegrand = \"0.5*(x'^2 + y'^2 + z'^2) - 2*" + component(2) +
         "\"\nfrom = " + point(from, 0) + "to = " + point(to, 1.2);
}

TEST(Find, SeesTheSameInATurnedWorld) {
  const Turn still{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Plan plan;
  plan.tolerance = 1e-11;
  const Answer straight = answer_to(ellipsoid(still, {1}), plan);
  ASSERT_EQ(straight.failure, Failure::none);
  const Found& known = straight.found.front();
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    const Turn turn = random_turn(random);
    const Answer turned = answer_to(ellipsoid(turn, {1}), plan);
    ASSERT_EQ(turned.failure, Failure::none);
    const Found& found = turned.found.front();
    EXPECT_NEAR(found.action, known.action, 1e-10 * std::abs(known.action));
    EXPECT_EQ(found.verdict, known.verdict);
    const double* const v = known.curve.at(0) + 3;
    const Vector rate = turn * Vector{v[0], v[1], v[2]};
    for (Index i = 0; i < 3; ++i) {
      EXPECT_NEAR(found.curve.at(0)[3 + i], rate[static_cast<std::size_t>(i)], 1e-9);
    }
    EXPECT_LE(found.residual.position, 1e-12);
  }
}

// The end moves with T on a curve whose slope is zero at the guess, and only there: by hand, with
// v = x(T)/T, transversality is 1/2 − v²/2 + v (T − 1) = 0.
TEST(Find, AnEndThatSeemsToRestAtTheGuess) {
  for (const char* const guess : {"1", "1.1"}) {
    const Answer answer = answer_to(
        "[coordinates]\nx = 0\n[extremal]\nintegrand = \"0.5*x'^2 + 0.5\"\nfrom = { t = 0, x = 0 "
        "}\nto = { t = \"T\", x = \"1.2 + 0.5*(T-1)^2\" }\nunknowns = { T = " +
        std::string(guess) + " }\n");
    ASSERT_EQ(answer.found.size(), 1u) << guess;
    const double T = answer.found[0].unknowns.at(0), v = (1.2 + 0.5 * (T - 1) * (T - 1)) / T;
    EXPECT_NEAR(0.5 - 0.5 * v * v + v * (T - 1), 0, 1e-8) << guess << ": T = " << T;
  }
}

TEST(Find, TakesRowsThatRepeatEachOther) {
  const Turn still{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Plan plan;
  plan.tolerance = 1e-11;
  const Answer once = answer_to(ellipsoid(still, {1}), plan);
  for (const std::vector<double>& factors :
       {std::vector<double>{1, 1}, {1e-4, 1e4}, {1e4, -3, 1e-4}}) {
    const Answer repeated = answer_to(ellipsoid(still, factors), plan);
    ASSERT_EQ(repeated.failure, Failure::none);
    EXPECT_NEAR(repeated.found.front().action, once.found.front().action, 1e-11);
    EXPECT_EQ(repeated.found.front().verdict, once.found.front().verdict);
    EXPECT_EQ(repeated.found.front().index_by_fields, 0);
    EXPECT_EQ(repeated.found.front().index_by_second_variation, 0);
  }
}

TEST(Find, RepeatsToTheLastBit) {
  const Turn still{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Plan plan;
  plan.all = 3;
  const Answer once = answer_to(ellipsoid(still, {1}), plan);
  const Answer again = answer_to(ellipsoid(still, {1}), plan);
  ASSERT_EQ(once.found.size(), again.found.size());
  for (std::size_t k = 0; k < once.found.size(); ++k) {
    EXPECT_EQ(once.found[k].curve.z, again.found[k].curve.z);
    EXPECT_EQ(once.found[k].action, again.found[k].action);
  }
}

const std::string sphere_to = R"toml(
[coordinates]
x = 1
y = 0
z = 0
[[constraints]]
name = "sphere"
equation = "x^2 + y^2 + z^2 = 1"
[extremal]
integrand = "0.5*(x'^2 + y'^2 + z'^2)"
from = { t = 0, x = 1, y = 0, z = 0 }
)toml";

TEST(Find, SaysWhenTheEndIsConjugate) {
  const Answer answer = answer_to(sphere_to + "to = { t = 1, x = -1, y = 0, z = 0 }\n");
  EXPECT_EQ(answer.failure, Failure::conjugate_end);
}

TEST(Find, SaysWhichEndAConstraintExcludes) {
  const Answer answer = answer_to(sphere_to + "to = { t = 1, x = 0, y = 0.6, z = 0.7 }\n");
  ASSERT_EQ(answer.failure, Failure::infeasible_end);
  ASSERT_EQ(answer.missed.size(), 1u);
  EXPECT_EQ(answer.missed[0].end, 1);
  EXPECT_NEAR(answer.missed[0].by, 0.36 + 0.49 - 1, 1e-15);
}

TEST(Find, AFreeCoordinateOfAnEndFollowsFromConstraints) {
  // z at the end is what the sphere says: ±0.8.
  const Answer answer = answer_to(sphere_to + "to = { t = 1, x = 0, y = 0.6 }\n");
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_NEAR(std::abs(answer.found.front().curve.z.end()[-4]), 0.8, 1e-9);
}

const std::string film = R"toml(
[parameters]
d = 0.7
[coordinates]
y = 1
[extremal]
integrand = "y*sqrt(1 + y'^2)"
from = { t = 0, y = 1 }
to = { t = "2*d", y = 1 }
)toml";

TEST(Find, SaysWhereTheLastSoapFilmIs) {
  const Answer answer = answer_to(film);
  ASSERT_EQ(answer.failure, Failure::fold);
  EXPECT_TRUE(answer.fold.in_time);
  // 2 d with d = u / cosh u, u tanh u = 1.
  EXPECT_NEAR(answer.fold.t, 1.3254868, 1e-4);
}

TEST(Find, RefusesArcLength) {
  std::string text = sphere_to + "to = { t = 1, x = 0, y = 0.6, z = 0.8 }\n";
  const std::string energy = "0.5*(x'^2 + y'^2 + z'^2)";
  text.replace(text.find(energy), energy.size(), "sqrt(x'^2 + y'^2 + z'^2)");
  EXPECT_EQ(answer_to(text).failure, Failure::degree_one);
}

TEST(Find, SaysWhatTheIntegrandLeavesOpen) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
y = 0
[extremal]
integrand = "0.5*x'^2 + x*y"
from = { t = 0, x = 0, y = 0 }
to = { t = 1, x = 1, y = 1 }
)toml");
  ASSERT_EQ(answer.failure, Failure::bad_mass);
  ASSERT_EQ(answer.null_direction.size(), 2u);
  EXPECT_NEAR(answer.null_direction[0], 0, 1e-12);
  EXPECT_NEAR(std::abs(answer.null_direction[1]), 1, 1e-12);
}

TEST(Find, CallsAMaximumAMaximum) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "-0.5*x'^2 + x"
from = { t = 0, x = 0 }
to = { t = 1, x = 1 }
)toml");
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_EQ(answer.found.front().verdict, extremal::Verdict::maximum);
  EXPECT_EQ(answer.found.front().legendre, -1);
}

TEST(Find, SaysNoMoreThanStationaryOfAnIndefiniteIntegrand) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
y = 0
[extremal]
integrand = "0.5*(x'^2 - y'^2) + 0.1*x*y"
from = { t = 0, x = 0, y = 0 }
to = { t = 1, x = 1, y = 1 }
)toml");
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_EQ(answer.found.front().verdict, extremal::Verdict::stationary);
  EXPECT_EQ(answer.found.front().legendre, 0);
}

// The one end condition that is left for y' = 1/x of a rolling wheel is too many.
TEST(Find, CountsConditionsOfRolling) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
y = 0
phi = 0
[free]
lagrangian = "0.5*(x'^2 + y'^2 + phi'^2)"
[[constraints]]
name = "edge"
equation = "x'*sin(phi) = y'*cos(phi)"
[extremal]
from = { t = 0, x = 0, y = 0, phi = 0 }
to = { t = 1, x = 1, y = 0.5, phi = 1 }
)toml");
  ASSERT_EQ(answer.failure, Failure::counts);
  EXPECT_EQ(answer.counts.given, 7);
  EXPECT_EQ(answer.counts.wanted, 6);
}

TEST(Find, FollowsAParameterIntoABoundaryLayer) {
  const std::string text = R"toml(
[parameters]
xi = 1e-4
[coordinates]
y = 1
[free]
acceleration = ["(1 - y'^2)/xi"]
[extremal]
from = { t = 0, y = "1 + xi*(0.745/xi - log(2))" }
to = { t = 1, y = "1 + xi*(0.255/xi - log(2))" }
)toml";
  compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  Plan plan;
  plan.follow = {{0, 0.1}};
  const Answer answer = find(compiled.equations, plan);
  ASSERT_EQ(answer.failure, Failure::none);
  // y = 1 + ξ ln cosh((t − 0.745)/ξ); at the ends ln cosh u = |u| − ln 2 to rounding.
  EXPECT_NEAR(answer.found.front().curve.at(0)[1], -1, 1e-8);
}

TEST(Find, TheMultiplierRouteMeetsTheSameCurve) {
  const Turn still{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Plan plan;
  plan.tolerance = 1e-11;
  plan.cross_check = true;
  const Answer answer = answer_to(ellipsoid(still, {1}), plan);
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_TRUE(answer.found.front().cross.checked);
  EXPECT_LE(answer.found.front().cross.difference, 1e-10);
  // It needs independent rows.
  EXPECT_FALSE(answer_to(ellipsoid(still, {1, 1}), plan).found.front().cross.checked);
}

// From rest to rest with the least effort, the time being paid for: T⁴ = 18, S = 4 T/3.
TEST(Find, LetsTheActionChooseTheTimeOfABoundCurve) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
v = 0
[[constraints]]
name = "d"
equation = "x' = v"
[extremal]
integrand = "1 + 0.5*v'^2"
from = { t = 0, x = 0, v = 0 }
to = { t = "T", x = 1, v = 0 }
unknowns = { T = 2 }
)toml");
  ASSERT_EQ(answer.failure, Failure::none);
  const double T = std::pow(18, 0.25);
  EXPECT_NEAR(answer.found.front().unknowns.at(0), T, 1e-8);
  EXPECT_NEAR(answer.found.front().action, 4 * T / 3, 1e-8);
  EXPECT_EQ(answer.found.front().verdict, extremal::Verdict::minimum);
}

// Sideways, though a skate goes only where it points. The action is that of Hamilton's equations, whose
// start was found by shooting.
TEST(Find, ParksASkateSideways) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
y = 0
ph = 0
[[constraints]]
name = "edge"
equation = "x'*sin(ph) - y'*cos(ph) = 0"
[extremal]
integrand = "0.5*(x'^2 + y'^2 + ph'^2)"
from = { t = 0, x = 0, y = 0, ph = 0 }
to = { t = 1, x = 0, y = 1, ph = 0 }
)toml");
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_NEAR(answer.found.front().action, 5.5790793576, 1e-9);
  EXPECT_EQ(answer.found.front().verdict, extremal::Verdict::minimum);
}

// With x' given at the end in the place of the natural condition. The pendulum's own equation,
// θ'' = −cos θ, from the start that was found: Runge and Kutta's errors are below 1e-10.
TEST(Find, MeetsARateThatIsGivenAtTheEnd) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0.6
y = 0.8
[[constraints]]
name = "circle"
equation = "x^2 + y^2 = 1"
[extremal]
integrand = "0.5*(x'^2 + y'^2) - y"
from = { t = 0, x = 1, y = 0 }
to = { t = 1, "x'" = 0.3 }
)toml");
  ASSERT_EQ(answer.failure, Failure::none);
  const int steps = 1000;
  const double h = 1.0 / steps;
  double angle = 0, w = answer.found.front().curve.at(0)[3];
  for (int k = 0; k < steps; ++k) {
    const double a = -std::cos(angle), b = -std::cos(angle + h / 2 * w);
    const double c = -std::cos(angle + h / 2 * w + h * h / 4 * a);
    const double d = -std::cos(angle + h * w + h * h / 2 * b);
    angle += h * w + h * h / 6 * (a + b + c);
    w += h / 6 * (a + 2 * b + 2 * c + d);
  }
  EXPECT_NEAR(-std::sin(angle) * w, 0.3, 1e-8);
}

// The force jumps where the curve must pass: no mesh is fine enough. What counts is work, not time, so
// that the answer is the same on every machine.
TEST(Find, SoonGivesUpInVain) {
  const std::string text = R"toml(
[coordinates]
x = 0
[extremal]
integrand = "0.5*x'^2 + if(x > 0.3, 10*x, 0)"
from = { t = 0, x = 0 }
to = { t = 1, x = 1 }
)toml";
  const Answer answer = answer_to(text);
  EXPECT_EQ(answer.failure, Failure::not_found);
  EXPECT_LT(answer.evaluations, 1'200'000);
}

// A curve that rests has rates of rounding alone, which tell nothing.
TEST(Find, ListsARestOnce) {
  Plan plan;
  plan.all = 2;
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0.6
y = 0.8
[[constraints]]
name = "circle"
equation = "x^2 + y^2 = 1"
[extremal]
integrand = "0.5*(x'^2 + y'^2) - y"
from = { t = 0 }
to = { t = 8 }
periodic = ["x", "y"]
)toml",
                                  plan);
  ASSERT_EQ(answer.failure, Failure::none);
  EXPECT_NEAR(answer.found.front().action, -8, 1e-9);
  for (std::size_t k = 1; k < answer.found.size(); ++k) {
    EXPECT_GT(answer.found[k].action, -8 + 1e-3);
  }
}

// ∫y² = 1 and the least ∫y'²: the harmonics, each with both signs.
TEST(Find, FindsHigherHarmonics) {
  Plan plan;
  plan.all = 4;
  const Answer answer = answer_to(R"toml(
[coordinates]
y = 0
[extremal]
integrand = "y'^2"
from = { t = 0, y = 0 }
to = { t = 1, y = 0 }
subject = ["integral(y^2) = 1"]
)toml",
                                  plan);
  ASSERT_EQ(answer.found.size(), 4u);
  const double square = std::numbers::pi * std::numbers::pi;
  for (const std::size_t k : {0, 1}) EXPECT_NEAR(answer.found[k].action, square, 1e-7);
  for (const std::size_t k : {2, 3}) EXPECT_NEAR(answer.found[k].action, 4 * square, 1e-6);
}

// y = √2 sin(kπx): what is stationary among curves of given ∫ y², one by one.
TEST(Find, ListsTheModesOfAColumn) {
  Plan plan;
  plan.all = 6;
  const Answer answer = answer_to(R"toml(
[coordinates]
y = 0
[extremal]
independent = "x"
integrand = "0.5*y'^2 - 4.5*y^2"
from = { x = 0, y = 0 }
to = { x = 1, y = 0 }
subject = ["integral(y^2) = 1"]
)toml",
                                  plan);
  ASSERT_EQ(answer.found.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    const double k = static_cast<double>(i / 2 + 1);
    const double action = 0.5 * std::pow(k * std::numbers::pi, 2) - 4.5;
    EXPECT_NEAR(answer.found[i].action, action, 1e-7 * action);
    EXPECT_EQ(answer.found[i].index_by_second_variation, static_cast<Index>(i / 2));
  }
}

// From the top of a hill between two hollows and back to it: at rest, or by one hollow after the other.
TEST(Find, LeavesARestByItself) {
  Plan plan;
  plan.all = 5;
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 0
[extremal]
integrand = "0.5*x'^2 - 5*(1 - x^2)^2"
from = { t = 0, x = 0 }
to = { t = 3, x = 0 }
)toml",
                                  plan);
  ASSERT_EQ(answer.found.size(), 5U);
  EXPECT_NEAR(answer.found[0].action, -15, 1e-9);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_GT(answer.found[k].action, -15 + 1e-3);
}

// ∫ (1 + x'²/2 (1 + 0.3 t) + x t) dt up to a free time, which is T, or S².
TEST(Find, AnEndTimeMayBeAnyFormulaOfTheUnknown) {
  const auto until = [](const std::string& time, const std::string& guess) {
    return answer_to(
        "[coordinates]\nx = 0\n[extremal]\nintegrand = \"1 + 0.5*x'^2*(1 + 0.3*t) + x*t\"\n"
        "from = { t = 0, x = 0 }\nto = { t = \"" +
        time + "\", x = 3 }\nunknowns = { T = " + guess + " }\n");
  };
  const Answer plain = until("T", "1.44"), square = until("T^2", "1.2");
  ASSERT_EQ(plain.found.size(), 1U);
  ASSERT_EQ(square.found.size(), 1U);
  const double T = plain.found[0].unknowns[0], S = square.found[0].unknowns[0];
  EXPECT_NEAR(S * S, T, 1e-8);
  EXPECT_LE(square.iterations, plain.iterations + 2);  // no slower for what Newton leaves out
}

// Van der Pol's cycle x'' = (1 − x²) x' − x, from where it turns: its period and its amplitude are known.
TEST(Find, TheCycleOfASystemThatHasOne) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 2
[free]
acceleration = ["(1 - x^2)*x' - x"]
[extremal]
from = { t = 0, "x'" = 0 }
to = { t = "T" }
periodic = ["x"]
unknowns = { T = 6.3 }
guess = { x = "2*cos(t)" }
)toml");
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_NEAR(answer.found[0].unknowns[0], 6.66328685932313, 1e-8);
  EXPECT_NEAR(std::abs(answer.found[0].curve.at(0)[0]), 2.00861986087484, 1e-8);
}

// The end says how large the circle is; the guess is half as large again.
TEST(Find, AnUnknownThatTheConstraintsAtAnEndDetermine) {
  const Answer answer = answer_to(R"toml(
[coordinates]
x = 1
y = 0
[[constraints]]
name = "circle"
equation = "x^2 + y^2 = R^2"
[extremal]
integrand = "0.5*(x'^2 + y'^2)"
from = { t = 0, x = "R", y = 0 }
to = { t = 1, x = 0, y = 1 }
unknowns = { R = 1.5 }
)toml");
  ASSERT_EQ(answer.found.size(), 1U);
  EXPECT_NEAR(answer.found[0].unknowns[0], 1, 1e-9);
  EXPECT_NEAR(answer.found[0].action, 0.125 * std::pow(std::numbers::pi, 2), 1e-8);
}

}  // namespace
}  // namespace zwang::extremal
