// SPDX-License-Identifier: Apache-2.0
// Two-ended questions, each as text and by hand: every number and every derivative of the one against
// differences of the other.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "compile/two_ends_twins.h"

namespace zwang::test {
namespace {

Function value(double x) {
  return [x](const Point&) { return Real{x}; };
}

// [XUMK94 57,58,61,63]: the papers' own example.
TEST(CompileExtremal, CircleOfThePapers) {
  HandQuestion hand;
  hand.text = R"m([coordinates]
x = 0
y = -1

[[constraints]]
name = "circle"
equation = "x^2 + y^2 = 1"
drift = { baumgarte = [20, 20] }

[extremal]
integrand = "0.5*(x'^2 + y'^2) - y"
from = { t = 0, y = -0.8775825618903728, x = 0.4794255386042030 }
to = { t = 1, x = -0.2955202066613396, "y'" = 0.25 }
)m";
  hand.n = 2;
  hand.F = [](const Point& x) { return 0.5L * (x.v[0] * x.v[0] + x.v[1] * x.v[1]) - x.q[1]; };
  const Function circle = [](const Point& x) { return x.q[0] * x.q[0] + x.q[1] * x.q[1] - 1; };
  hand.phi = {circle};
  hand.phi_rows = {0};
  hand.time[0] = value(0);
  hand.time[1] = value(1);
  hand.rows[0] = {[](const Point& x) { return x.q[0] - Real{0.4794255386042030}; },
                  [](const Point& x) { return x.q[1] + Real{0.8775825618903728}; }, circle};
  hand.rows[1] = {[](const Point& x) { return x.q[0] + Real{0.2955202066613396}; },
                  [](const Point& x) { return x.v[1] - 0.25L; }, circle};
  expect_twins(hand);

  const compile::Compiled compiled = compile_text(hand.text, two_ended());
  const TwoEnds& two_ends = compiled.equations.two_ends;
  const auto kinds = [&](int end) {
    std::vector<std::pair<EndKind, Index>> all;
    for (const equations::EndRow& row : two_ends.rows[end]) all.emplace_back(row.kind, row.number);
    return all;
  };
  using Kinds = std::vector<std::pair<EndKind, Index>>;
  EXPECT_EQ(kinds(0),
            (Kinds{{EndKind::coordinate, 0}, {EndKind::coordinate, 1}, {EndKind::constraint, 0}}));
  EXPECT_EQ(kinds(1),
            (Kinds{{EndKind::coordinate, 0}, {EndKind::rate, 1}, {EndKind::constraint, 0}}));
  EXPECT_FALSE(two_ends.degree_one);
  EXPECT_TRUE(two_ends.periodic.empty());
}

// Baumgarte's terms would make ends that hold to 1e-9 miss by e^αT of it; b is φ̈'s alone.
TEST(CompileExtremal, NothingIsDoneAgainstDrift) {
  const std::string text = R"m([coordinates]
x = 0
[[constraints]]
equation = "x^2 = t"
drift = { baumgarte = [20, 20] }
[extremal]
integrand = "x'^2"
from = { t = 1 }
to = { t = 4 }
)m";
  const compile::Compiled compiled = compile_text(text, two_ended());
  Workspace numbers(compiled.equations);
  const double q = 3, v = 0.5;  // far off the row
  numbers.evaluate(equations::Stage::dynamics, 2, &q, &v);
  EXPECT_EQ(numbers.A()[0], 6);  // 2 x ẍ = −2 ẋ²
  EXPECT_EQ(numbers.b()[0], -0.5);
}

TEST(CompileExtremal, BrachistochroneByItsAbscissa) {
  HandQuestion hand;
  hand.text = R"m([parameters]
h = 4.9
g = "2*h"

[coordinates]
y = 1

[extremal]
independent = "s"
integrand = "sqrt((1 + y'^2)/(2*g*y))"
from = { s = 0.01, y = 0.05 }
to = { s = "2*W" }
unknowns = { W = 0.7, h = 4.9 }
guess = { y = "0.05 + h*s^2" }
)m";
  hand.n = 1;
  hand.p = {0.7, 4.9};  // W, h
  hand.F = [](const Point& x) {
    return std::sqrt((1 + x.v[0] * x.v[0]) / (2 * (2 * x.p[1]) * x.q[0]));
  };
  hand.time[0] = value(0.01);
  hand.time[1] = [](const Point& x) { return 2 * x.p[0]; };
  hand.rows[0] = {[](const Point& x) { return x.q[0] - Real{0.05}; }};
  hand.parameters = {[](const Point& x) { return x.p[1]; },
                     [](const Point& x) { return 2 * x.p[1]; },
                     [](const Point& x) { return x.p[0]; }};
  expect_twins(hand);

  const compile::Compiled compiled = compile_text(hand.text, two_ended());
  const Equations& equations = compiled.equations;
  Workspace numbers(equations);
  const double q = 0;
  numbers.evaluate(equations::Stage::guess, 0.5, &q, &q);
  EXPECT_DOUBLE_EQ(*numbers.guess(), 0.05 + 4.9 * 0.25);
  EXPECT_DOUBLE_EQ(numbers.guess()[1], 4.9);
  EXPECT_EQ(equations.two_ends.guessed, (std::vector<unsigned char>{1}));
  EXPECT_EQ(equations.two_ends.unknown_parameters, (std::vector<Index>{2, 0}));
  EXPECT_EQ(equations.two_ends.unknown_guess, (std::vector<double>{0.7, 4.9}));
}

TEST(CompileExtremal, CatenaryOfGivenLength) {
  HandQuestion hand;
  hand.text = R"m([parameters]
half = 1.1
length = "half + half^2"

[coordinates]
y = 1

[extremal]
integrand = "y*sqrt(1 + y'^2) + t*half"
from = { t = "-half", y = "cosh(half)" }
to = { t = "half" }
on = { to = ["y^2 + t^2 = half*y*t"] }
subject = ["integral(sqrt(1 + y'^2)) = 2*length", "length = integral ( (t*y' + half) )"]
unknowns = { half = 1.1 }
)m";
  hand.n = 1;
  hand.p = {1.1};
  const Function half = [](const Point& x) { return x.p[0]; };
  const Function length = [](const Point& x) { return x.p[0] + x.p[0] * x.p[0]; };
  hand.F = [](const Point& x) { return x.q[0] * std::sqrt(1 + x.v[0] * x.v[0]) + x.t * x.p[0]; };
  hand.G = {[](const Point& x) { return std::sqrt(1 + x.v[0] * x.v[0]); },
            [](const Point& x) { return x.t * x.v[0] + x.p[0]; }};
  hand.targets = {[=](const Point& x) { return 2 * length(x); }, length};
  hand.time[0] = [](const Point& x) { return -x.p[0]; };
  hand.time[1] = half;
  hand.rows[0] = {[](const Point& x) { return x.q[0] - std::cosh(x.p[0]); }};
  hand.rows[1] = {
      [](const Point& x) { return x.q[0] * x.q[0] + x.t * x.t - x.p[0] * x.q[0] * x.t; }};
  hand.parameters = {half, length};
  expect_twins(hand);
}

// Velocity rows in a variational problem: λ are states, f belongs to F*.
TEST(CompileExtremal, KnifeEdgeAsAVariationalProblem) {
  HandQuestion hand;
  hand.text = R"m([parameters]
c = 1.3

[coordinates]
x = 0
y = 0
phi = 0

[[constraints]]
name = "edge"
equation = "x'*sin(phi) - y'*cos(phi) = 0"

[[constraints]]
name = "track"
equation = "x*y = 1 + c*t"

[[constraints]]
name = "pace"
equation = "x'^2 + y'^2 = c*t"

[extremal]
integrand = "0.5*(x'^2 + y'^2 + c*phi'^2)"
from = { t = 0, x = 0, phi = 0 }
to = { t = 1, x = 1 }
unknowns = { c = 1.3 }
)m";
  hand.n = 3;
  hand.p = {1.3};
  hand.F = [](const Point& x) {
    return 0.5L * (x.v[0] * x.v[0] + x.v[1] * x.v[1] + x.p[0] * x.v[2] * x.v[2]);
  };
  const Function edge = [](const Point& x) {
    return x.v[0] * std::sin(x.q[2]) - x.v[1] * std::cos(x.q[2]);
  };
  const Function track = [](const Point& x) { return x.q[0] * x.q[1] - 1 - x.p[0] * x.t; };
  const Function pace = [](const Point& x) {
    return x.v[0] * x.v[0] + x.v[1] * x.v[1] - x.p[0] * x.t;
  };
  hand.f = {edge, pace};
  hand.f_rows = {0, 2};
  hand.phi = {track};
  hand.phi_rows = {1};
  hand.time[0] = value(0);
  hand.time[1] = value(1);
  hand.rows[0] = {[](const Point& x) { return x.q[0]; }, [](const Point& x) { return x.q[2]; },
                  track, edge, pace};
  hand.rows[1] = {[](const Point& x) { return x.q[0] - 1; }, track};
  hand.parameters = {[](const Point& x) { return x.p[0]; }};
  expect_twins(hand);

  const compile::Compiled compiled = compile_text(hand.text, two_ended());
  const TwoEnds& two_ends = compiled.equations.two_ends;
  EXPECT_EQ(two_ends.lambda_rows, (std::vector<Index>{0, 2}));
  EXPECT_EQ(two_ends.rows[0].back().kind, EndKind::velocity);
  EXPECT_EQ(two_ends.rows[0].back().number, 2);
  EXPECT_EQ(two_ends.rows_know, (std::vector<unsigned char>{1}));  // by the track
}

TEST(CompileExtremal, CircleThatBreathesUntilAnUnknownTime) {
  HandQuestion hand;
  hand.text = R"m([parameters]
w = "2*pi/T"
T = 3

[coordinates]
x = 1
y = 0

[[constraints]]
name = "circle"
equation = "x^2 + y^2 = (1 + 0.1*sin(w*t))^2"

[extremal]
integrand = "0.5*(x'^2 + y'^2) - w*y*t"
from = { t = "T/7", x = "1 + 1/T" }
to = { t = "T^2" }
on = { to = ["y = x*t", "x = sin(w*t)"] }
unknowns = { T = 3.5 }
)m";
  hand.n = 2;
  hand.p = {3.5};
  const Function w = [](const Point& x) { return 2 * Real{std::numbers::pi} / x.p[0]; };
  hand.F = [=](const Point& x) {
    return 0.5L * (x.v[0] * x.v[0] + x.v[1] * x.v[1]) - w(x) * x.q[1] * x.t;
  };
  const Function circle = [=](const Point& x) {
    const Real radius = 1 + Real{0.1} * std::sin(w(x) * x.t);
    return x.q[0] * x.q[0] + x.q[1] * x.q[1] - radius * radius;
  };
  hand.phi = {circle};
  hand.phi_rows = {0};
  hand.time[0] = [](const Point& x) { return x.p[0] / 7; };
  hand.time[1] = [](const Point& x) { return x.p[0] * x.p[0]; };
  hand.rows[0] = {[](const Point& x) { return x.q[0] - 1 - 1 / x.p[0]; }, circle};
  hand.rows[1] = {[](const Point& x) { return x.q[1] - x.q[0] * x.t; },
                  [=](const Point& x) { return x.q[0] - std::sin(w(x) * x.t); }, circle};
  hand.parameters = {w, [](const Point& x) { return x.p[0]; }};
  expect_twins(hand);
}

// No integrand: M and Q are the model's own, and so is F.
TEST(CompileExtremal, BeadsOnSpringsHaveALagrangianOfTheirOwn) {
  HandQuestion hand;
  hand.lagrange = false;
  hand.text = R"m([parameters]
k = 3
m = 0.7

[coordinates]
z = 0.3

[free]
lagrangian = "0.5*m*z'^2 + z*z'*t"
gravity = [0, -9.81]

[[particles]]
name = "p"
count = 2
mass = "m*i"
position = ["i", "0"]

[[particles]]
name = "bob"
mass = 2
position = [3, 0]

[[forces]]
spring = { between = ["p[i]", "5*p[i+1]"], stiffness = "k", length = 0.5 }
for = "i in 1..1"

[[forces]]
potential = "k*z*bob.x^2"

[[constraints]]
name = "rods"
equation = "(p[i].x - bob.x)^2 + p[i].y*z = i*t"
for = "i in 1..2"

[extremal]
from = { t = 0, z = 0, "p[1].x" = 0, "p[2].y" = 0, "bob.x" = 1 }
to = { t = 1, z = "k" }
subject = ["integral(z'^2*bob.y) = 1"]
unknowns = { k = 3 }
)m";
  hand.n = 7;  // z, p[1].x, p[1].y, p[2].x, p[2].y, bob.x, bob.y
  hand.p = {3};
  hand.F = [](const Point& x) {
    const Real m = Real{0.7}, g = Real{9.81};
    Real L = 0.5L * m * x.v[0] * x.v[0] + x.q[0] * x.v[0] * x.t;
    const Real mass[] = {m, 2 * m, 2};
    for (std::size_t k = 0; k < 3; ++k) {
      const Real vx = x.v[1 + 2 * k], vy = x.v[2 + 2 * k];
      L += 0.5L * mass[k] * (vx * vx + vy * vy) - mass[k] * g * x.q[2 + 2 * k];
    }
    const Real r = std::hypot(5 * x.q[3] - x.q[1], 5 * x.q[4] - x.q[2]) - 0.5L;
    return L - 0.5L * x.p[0] * r * r - x.p[0] * x.q[0] * x.q[5] * x.q[5];
  };
  hand.G = {[](const Point& x) { return x.v[0] * x.v[0] * x.q[6]; }};
  hand.targets = {value(1)};
  for (std::size_t i = 1; i <= 2; ++i) {
    hand.phi.push_back([i](const Point& x) {
      const Real dx = x.q[2 * i - 1] - x.q[5];
      return dx * dx + x.q[2 * i] * x.q[0] - static_cast<Real>(i) * x.t;
    });
  }
  hand.phi_rows = {0, 1};
  hand.time[0] = value(0);
  hand.time[1] = value(1);
  hand.rows[0] = {[](const Point& x) { return x.q[0]; },
                  [](const Point& x) { return x.q[1]; },
                  [](const Point& x) { return x.q[4]; },
                  [](const Point& x) { return x.q[5] - 1; },
                  hand.phi[0],
                  hand.phi[1]};
  hand.rows[1] = {[](const Point& x) { return x.q[0] - x.p[0]; }, hand.phi[0], hand.phi[1]};
  hand.parameters = {[](const Point& x) { return x.p[0]; }, value(0.7)};
  expect_twins(hand);
}

// A damper has no Lagrangian: the momentum is M v, of families too.
TEST(CompileExtremal, MomentumOfASystemWithoutFunctionalIsMassTimesRate) {
  HandQuestion hand;
  hand.lagrange = false;
  hand.text = R"m([parameters]
m = 0.7

[coordinates]
a = 0.3
b = 0.3

[free]
mass = [["1 + a^2*t", "m*b"], ["m*b", "2"]]
force = ["-a'", "0"]

[[particles]]
name = "p"
count = 2
mass = "m*i"
position = ["i", "0"]

[[constraints]]
name = "rods"
equation = "p[i].x*p[i].y*a = i"
for = "i in 1..2"

[extremal]
from = { t = 0, a = 0 }
to = { t = 1, a = 1 }
unknowns = { m = 0.7 }
)m";
  hand.n = 6;
  hand.p = {0.7};
  const auto rod = [](std::size_t i) {
    return
        [i](const Point& x) { return x.q[2 * i] * x.q[2 * i + 1] * x.q[0] - static_cast<Real>(i); };
  };
  hand.time[0] = value(0);
  hand.time[1] = value(1);
  hand.rows[0] = {[](const Point& x) { return x.q[0]; }, rod(1), rod(2)};
  hand.rows[1] = {[](const Point& x) { return x.q[0] - 1; }, rod(1), rod(2)};
  hand.parameters = {[](const Point& x) { return x.p[0]; }};
  expect_twins(hand);

  std::vector<Function> momentum = {
      [](const Point& x) {
        return (1 + x.q[0] * x.q[0] * x.t) * x.v[0] + x.p[0] * x.q[1] * x.v[1];
      },
      [](const Point& x) { return x.p[0] * x.q[1] * x.v[0] + 2 * x.v[1]; }};
  for (std::size_t i = 2; i < 6; ++i) {
    momentum.push_back([i](const Point& x) { return x.p[0] * static_cast<Real>(i / 2) * x.v[i]; });
  }
  const compile::Compiled compiled = compile_text(hand.text, two_ended());
  Pair pair(hand, compiled.equations, 5);
  expect_momentum(momentum, pair);
  // The rows bend all the same.
  pair.evaluate_slopes();
  pair.evaluate(equations::Stage::second);
  const Function rows = [&](const Point& x) {
    return pair.multipliers[0] * rod(1)(x) + pair.multipliers[1] * rod(2)(x);
  };
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      pair.expect(pair.layout().begin(equations::Array::curvature) + static_cast<Index>(i * 6 + j),
                  d(d(rows, q_(i)), q_(j)), twice, word("curvature", i, j));
    }
  }
}

}  // namespace
}  // namespace zwang::test
