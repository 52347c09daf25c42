// SPDX-License-Identifier: Apache-2.0
// Bennett's linkage: four hinges whose axes are neither parallel nor meet, and yet it moves. Its rows have
// rank 2 wherever it goes, and 3 in states a little off. Where it lies flat some of them vanish. Its
// motion is known: the angles follow from the first, so that energy makes it one ordinary equation.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>

#include "motion/built.h"

namespace zwang::motion {
namespace {

using test::built;

constexpr double pi = 3.14159265358979324;

/// Links 1 and twisted by alpha, then b and by beta, and the same again; the last one is the ground. Each
/// of the three others has a mass of 1 at a point off its axes.
struct Bennett {
  double alpha, beta;

  double b() const { return std::sin(beta) / std::sin(alpha); }
  double k() const { return std::sin(0.5 * (alpha + beta)) / std::sin(0.5 * (beta - alpha)); }
  /// The second angle of the first; the third is minus the first. Smooth through 0, where it is π.
  template <class T>
  T second(T s) const {
    if constexpr (std::is_same_v<T, double>) {
      return 2 * std::atan2(k() * std::cos(0.5 * s), std::sin(0.5 * s));
    } else {  // with its derivative, for a small imaginary part
      const double x = s.real(), c = std::cos(0.5 * x), d = std::sin(0.5 * x);
      return {second(x), -k() / (d * d + k() * k() * c * c) * s.imag()};
    }
  }

  /// Where the masses are.
  template <class T>
  std::array<std::array<T, 3>, 3> masses(T s) const;
  /// ½ I ṡ² + V.
  double I(double s) const;
  double V(double s) const;
};

constexpr double gravity[] = {0.3, -9.81, 1.0};
constexpr double off[3][3] = {{0.6, 0.2, -0.1}, {0.5, -0.3, 0.2}, {0.4, 0.1, 0.3}};

template <class T>
std::array<std::array<T, 3>, 3> Bennett::masses(T s) const {
  const T angles[] = {s, second(s), -s};
  const double lengths[] = {1, b(), 1}, twists[] = {alpha, beta, alpha};
  std::array<std::array<T, 3>, 3> R{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, out{};
  std::array<T, 3> p{};
  for (std::size_t link = 0; link < 3; ++link) {
    const T c = std::cos(angles[link]), d = std::sin(angles[link]);
    const double ct = std::cos(twists[link]), st = std::sin(twists[link]);
    for (std::size_t i = 0; i < 3; ++i) {
      const T x = R[i][0] * c + R[i][1] * d, y = R[i][1] * c - R[i][0] * d, z = R[i][2];
      out[link][i] = p[i] + x * off[link][0] + y * off[link][1] + z * off[link][2];
      p[i] += x * lengths[link];
      R[i] = {x, y * ct + z * st, z * ct - y * st};
    }
  }
  return out;
}

double Bennett::I(double s) const {
  constexpr double h = 1e-30;
  double sum = 0;
  for (const auto& mass : masses(std::complex<double>(s, h)))
    for (const auto& x : mass) sum += x.imag() / h * (x.imag() / h);
  return sum;
}

double Bennett::V(double s) const {
  double sum = 0;
  for (const auto& mass : masses(s))
    for (std::size_t i = 0; i < 3; ++i) sum -= gravity[i] * mass[i];
  return sum;
}

// s̈ = −(V' + ½ I' ṡ²)/I by Runge and Kutta, with steps so short that nothing is seen of them, and
// differences of order 6.
std::array<double, 2> known(const Bennett& linkage, double s, double rate, double t_end) {
  const auto slope = [&](auto&& f, double x) {
    constexpr double h = 5e-3;
    return (45 * (f(x + h) - f(x - h)) - 9 * (f(x + 2 * h) - f(x - 2 * h)) + f(x + 3 * h) -
            f(x - 3 * h)) /
           (60 * h);
  };
  const auto f = [&](double x, double v) {
    const double dV = slope([&](double y) { return linkage.V(y); }, x);
    const double dI = slope([&](double y) { return linkage.I(y); }, x);
    return -(dV + 0.5 * dI * v * v) / linkage.I(x);
  };
  constexpr int steps = 2500;
  const double dt = t_end / steps;
  for (int i = 0; i < steps; ++i) {
    const double a1 = f(s, rate), v2 = rate + dt / 2 * a1;
    const double a2 = f(s + dt / 2 * rate, v2), v3 = rate + dt / 2 * a2;
    const double a3 = f(s + dt / 2 * v2, v3), v4 = rate + dt * a3, a4 = f(s + dt * v3, v4);
    s += dt / 6 * (rate + 2 * v2 + 2 * v3 + v4);
    rate += dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {s, rate};
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

std::string list(double x, double y, double z) {
  return "[" + number(x) + ", " + number(y) + ", " + number(z) + "]";
}

struct Closing {
  bool hinge = true;  // else by five equations
  int times = 1;      // that it is written
  double scale = 1;   // of each after the one before
};

std::string text_of(const Bennett& linkage, double s, double rate, const Closing& closing) {
  const double b = linkage.b(), angles[] = {s, linkage.second(s), -s};
  const double by = linkage.second(std::complex<double>(s, 1e-30)).imag() / 1e-30;
  const double rates[] = {rate, by * rate, -rate};
  const double lengths[] = {1, b, 1}, twists[] = {linkage.alpha, linkage.beta, linkage.alpha};
  std::string text = "[free]\ngravity = " + list(gravity[0], gravity[1], gravity[2]) + "\n";
  text += "[ground]\npoints = { pin = " + list(-b, 0, 0) + " }\n";
  for (int k = 0; k < 3; ++k) {
    text += "[[bodies]]\nname = 'l" + std::to_string(k) +
            "'\njoint = 'hinge'\nmass = 1\ncenter = " + list(off[k][0], off[k][1], off[k][2]) +
            "\n";
    if (k > 0) {
      text += "parent = 'l" + std::to_string(k - 1) + "'\nat = " + list(lengths[k - 1], 0, 0) +
              "\nrotation = { axis = [1, 0, 0], angle = " + number(twists[k - 1]) + " }\n";
    }
    if (k == 2) text += "points = { tip = [1, 0, 0] }\n";
    text += "start = { angle = " + number(angles[k]) + ", rate = " + number(rates[k]) + " }\n";
  }
  const double sa = std::sin(linkage.alpha), ca = std::cos(linkage.alpha);
  const double sb = std::sin(linkage.beta), cb = std::cos(linkage.beta);
  double scale = 1;
  for (int i = 0; i < closing.times; ++i, scale *= closing.scale) {
    const std::string name = std::to_string(i), factor = number(scale) + "*";
    if (closing.hinge) {
      text += "[[constraints]]\nname = 'closure" + name +
              "'\nhinge = { between = ['l2.tip', 'ground.pin'], axis = " + list(0, -sa, ca) +
              ", axis2 = " + list(0, sb, cb) + " }\n";
      continue;
    }
    const std::string axis = "l2.vector(0, " + number(-sa) + ", " + number(ca) + ")";
    text += "[[constraints]]\nname = 'x" + name + "'\nequation = '" + factor +
            "l2.tip.x = " + factor + "(" + number(-b) + ")'\n[[constraints]]\nname = 'y" + name +
            "'\nequation = '" + factor + "l2.tip.y = 0'\n[[constraints]]\nname = 'z" + name +
            "'\nequation = '" + factor + "l2.tip.z = 0'\n[[constraints]]\nname = 'u" + name +
            "'\nequation = '" + factor + axis + ".x = 0'\n[[constraints]]\nname = 'w" + name +
            "'\nequation = '" + factor + "(" + number(cb) + "*" + axis + ".y - " + number(sb) +
            "*" + axis + ".z) = 0'\n";
  }
  return text;
}

RunResult moved(const std::string& text, double tolerance, Method method = Method::automatic) {
  const equations::Equations equations = built(text);
  RightSide side(equations, method);
  return run(side, test::plan(Stepper::dopri853, 2, 0, tolerance), {});
}

double error_of(const RunResult& result, const Bennett& linkage, const std::array<double, 2>& end) {
  const double angles[] = {end[0], linkage.second(end[0]), -end[0]};
  double most = std::abs(result.v[0] - end[1]);
  for (std::size_t k = 0; k < 3; ++k)
    most = std::max(most, std::abs(std::remainder(result.q[k] - angles[k], 2 * pi)));
  return most;
}

// Errors of steps grow along the motion by the sensitivity of the end to the start, which is below 30
// here, and some tens of steps add up.
constexpr double growth = 300;

// Begun in general poses, and where it lies flat, in each of the ways to close it. Steps depend on the
// tolerance, about threefold from 1e-6 to 1e-12 for a method of order 8; rank is 2 in every one.
TEST(Overconstrained, BennettMovesAsItsAnglesSay) {
  for (const Bennett linkage : {Bennett{0.6, 1.1}, {1.2, 0.5}, {0.9, 2.0}}) {
    for (const double start : {1.0, 0.0, -2.2}) {
      const std::array<double, 2> end = known(linkage, start, 2, 2);
      for (const bool hinge : {true, false}) {
        const std::string text = text_of(linkage, start, 2, {hinge, 1, 1});
        for (const double tolerance : {1e-4, 1e-6, 1e-9, 1e-12}) {
          const RunResult result = moved(text, tolerance);
          SCOPED_TRACE("alpha " + number(linkage.alpha) + ", start " + number(start) +
                       ", tolerance " + number(tolerance) + (hinge ? ", hinge" : ", equations"));
          ASSERT_EQ(result.ending, Ending::done);
          EXPECT_LE(error_of(result, linkage, end), growth * tolerance + 1e-10);
          EXPECT_EQ(result.tally.least_rank, 2u);
          EXPECT_EQ(result.tally.most_rank, 2u);
          EXPECT_EQ(result.tally.rank_changes, 0u);
          EXPECT_LE(result.tally.steps + result.tally.rejected, tolerance < 1e-10 ? 250 : 120);
        }
      }
    }
  }
}

// Rows that are written again, in other units, say nothing new.
TEST(Overconstrained, RedundancyCostsNoSteps) {
  const Bennett linkage{0.6, 1.1};
  const std::array<double, 2> end = known(linkage, 1, 2, 2);
  for (const bool hinge : {true, false}) {
    const long once = moved(text_of(linkage, 1, 2, {hinge, 1, 1}), 1e-9).tally.steps;
    for (const Closing closing : {Closing{hinge, 2, 1e6}, {hinge, 4, 1e-3}}) {
      const RunResult result = moved(text_of(linkage, 1, 2, closing), 1e-9);
      ASSERT_EQ(result.ending, Ending::done);
      EXPECT_LE(error_of(result, linkage, end), growth * 1e-9);
      EXPECT_NEAR(static_cast<double>(result.tally.steps), static_cast<double>(once),
                  0.15 * static_cast<double>(once));
    }
  }
}

TEST(Overconstrained, EveryKernelKeepsTheRank) {
  const Bennett linkage{0.6, 1.1};
  const std::array<double, 2> end = known(linkage, 1, 2, 2);
  const std::string text = text_of(linkage, 1, 2, {});
  for (const Method method : {Method::explicit_, Method::nullspace, Method::proximal,
                              Method::bellman, Method::sparse, Method::bodies}) {
    for (const double tolerance : {1e-6, 1e-11}) {
      const RunResult result = moved(text, tolerance, method);
      ASSERT_EQ(result.ending, Ending::done) << static_cast<int>(method);
      EXPECT_LE(error_of(result, linkage, end), growth * tolerance) << static_cast<int>(method);
      EXPECT_LE(result.tally.steps, 120) << static_cast<int>(method);
    }
  }
}

// A run that was interrupted goes on as if it had not been, to the bit.
TEST(Overconstrained, ResumesToTheBit) {
  const equations::Equations equations = built(text_of({0.6, 1.1}, 1, 2, {}));
  const RunOptions options = test::plan(Stepper::dopri853, 2, 0, 1e-9);
  RightSide whole_side(equations, Method::automatic), side(equations, Method::automatic);
  const RunResult whole = run(whole_side, options, {});
  test::Witness witness;
  witness.width = static_cast<std::size_t>(side.layout().size());
  witness.stop_after = 9;
  const RunResult part = run(side, options, witness.listener());
  ASSERT_EQ(part.ending, Ending::interrupted);
  RightSide fresh(equations, Method::automatic);
  const RunResult rest = run(fresh, options, {}, &part.last);
  EXPECT_EQ(rest.q, whole.q);
  EXPECT_EQ(rest.v, whole.v);
  EXPECT_EQ(rest.tally.steps, whole.tally.steps);
}

// Rows that are met at the start and not later, whatever moves.
TEST(Overconstrained, RowsThatPartAreNotMetHalfway) {
  for (const char* other : {"bob.x = t^4", "bob.x = max(0, t - 1)^3"}) {
    const equations::Equations equations = built(
        "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0, 1]\n"
        "[[constraints]]\nname = 'held'\nequation = 'bob.x = 0'\n"
        "[[constraints]]\nname = 'driven'\nequation = '" +
        std::string(other) + "'\n");
    const RunResult result = test::run(equations, test::plan(Stepper::dopri853, 2));
    EXPECT_EQ(result.ending, Ending::contradiction) << other;
    EXPECT_LE(result.t, 1.01) << other;
  }
}

// A four-bar without a crank that goes round, driven by one that wants to: when rod and rocker are in line,
// 2.2 away from the bearing, it can go no farther. With a row too many it ends at the same pose.
TEST(Overconstrained, AtTheEndOfItsReachRowsPart) {
  const std::string linkage =
      "[[particles]]\nname = 'a'\nmass = 1\nposition = [1, 0]\nvelocity = [0, 1]\n"
      "[[particles]]\nname = 'b'\nmass = 1\nposition = [1.8, 0.9]\n"
      "[[constraints]]\nname = 'crank'\nequation = 'a.x^2 + a.y^2 = 1'\n"
      "[[constraints]]\nname = 'rod'\nequation = 'distance(a, b) = 1.2'\n"
      "[[constraints]]\nname = 'rocker'\nequation = '(b.x - 2.5)^2 + b.y^2 = 1'\n"
      "[[constraints]]\nname = 'motor'\nequation = 'a.x*sin(t) = a.y*cos(t)'\n";
  const std::string again = "[[constraints]]\nname = 'again'\nequation = 'a.x = cos(t)'\n";
  // (cos t − 2.5)² + sin² t = 2.2²
  const double reach = std::acos((1 + 2.5 * 2.5 - 2.2 * 2.2) / 5);
  for (const std::string& text : {linkage, linkage + again}) {
    const RunResult result = test::run(built(text), test::plan(Stepper::dopri853, 6));
    EXPECT_EQ(result.ending, Ending::contradiction);
    EXPECT_NEAR(result.t, reach, 1e-3);
    EXPECT_GE(result.tried_t, result.t);  // the same where rows fight in the last state itself
  }
}

}  // namespace
}  // namespace zwang::motion
