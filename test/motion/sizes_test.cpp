// SPDX-License-Identifier: Apache-2.0
// Every coordinate has its own size, whatever stands beside it and wherever it starts: the same motion
// in any units, and from rest at zero.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "motion/built.h"
#include "motion/sizes/noise.h"
#include "motion/sizes/probe.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using motion::Ending;
using motion::RunResult;
using motion::Stepper;

std::string number(double x) {
  std::ostringstream text;
  text.precision(17);
  text << x;
  return text.str();
}

RunResult run_of(const std::string& text, double t_end, double tolerance,
                 Stepper stepper = Stepper::dopri853) {
  return run(built(text), plan(stepper, t_end, 0, tolerance));
}

std::string pushed(const std::string& force) {
  return "[coordinates]\nx = 0\n[free]\nkinetic = \"0.5*x'^2\"\n[[forces]]\non = 'x'\nforce = '" +
         force + "'\n";
}

// x'' = c t^k from rest at zero: x = c t^(k+2)/((k+1)(k+2)). Nothing moves at first, and nothing has a
// size.
TEST(Sizes, AreFoundWhereNothingMovesAtFirst) {
  for (const int k : {0, 1, 4, 8}) {
    for (const double c : {1.0, 1e-12, 1e12}) {
      for (const double tolerance : {1e-6, 1e-12}) {
        SCOPED_TRACE("t^" + std::to_string(k) + " times " + number(c) + " at " + number(tolerance));
        const RunResult result =
            run_of(pushed(number(c) + "*t^" + std::to_string(k)), 10, tolerance);
        ASSERT_EQ(result.ending, Ending::done);
        const double x = c * std::pow(10.0, k + 2) / ((k + 1) * (k + 2));
        EXPECT_NEAR(result.q[0] / x, 1, std::max(1e-13, tolerance));
        EXPECT_LE(result.tally.steps + result.tally.rejected, 300);
      }
    }
  }
}

// Cancellation makes of 1 - cos t mere rounding while t is small; x = 3t²/4 - 2(1 - cos t) + (1 - cos 2t)/8.
TEST(Sizes, AreFoundWhereTheForceIsRoundingAtFirst) {
  const double t = 10, x = 0.75 * t * t - 2 * (1 - std::cos(t)) + (1 - std::cos(2 * t)) / 8;
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    for (const Stepper stepper : {Stepper::dopri853, Stepper::dopri5, Stepper::radau5}) {
      if (stepper != Stepper::dopri853 && tolerance < 1e-10) continue;
      const RunResult result = run_of(pushed("(1 - cos(t))^2"), t, tolerance, stepper);
      ASSERT_EQ(result.ending, Ending::done);
      EXPECT_NEAR(result.q[0] / x, 1, 100 * tolerance);
    }
  }
}

// What begins late is met by a step that knows nothing of it, and is learned from its rejection.
TEST(Sizes, AreLearnedFromStepsThatAreRejected) {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    const RunResult result = run_of(pushed("max(0, t - 5)^4"), 10, tolerance);
    ASSERT_EQ(result.ending, Ending::done);
    EXPECT_NEAR(result.q[0] / (std::pow(5.0, 6) / 30), 1, 10 * tolerance);
    EXPECT_LE(result.tally.steps + result.tally.rejected, 100);
  }
}

/// A pendulum's angle beside something as far away as the sun, of which it knows nothing.
TEST(Sizes, OfAStrangerAreNotBorrowed) {
  const auto libration = [](const std::string& more, const std::string& kinetic, double rate) {
    return "[coordinates]\na = 0.3\n" + more + "[free]\nkinetic = \"0.5*a'^2" + kinetic +
           "\"\npotential = '-" + number(rate * rate) + "*cos(a)'\n";
  };
  for (const double rate : {1e-7, 1.7e-3, 1.0}) {
    const double t_end = 20 / rate;
    const RunResult alone = run_of(libration("", "", rate), t_end, 1e-13);
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      const RunResult beside = run_of(
          libration("X = { start = 1.5e11, rate = 3e4 }\n", " + 0.5*X'^2", rate), t_end, tolerance);
      ASSERT_EQ(beside.ending, Ending::done);
      EXPECT_NEAR(beside.q[0], alone.q[0], 100 * tolerance) << rate;
    }
  }
}

/// The snakeboard: two pairs of wheels that steer against each other and a rotor between them, driven from
/// rest at zero. Each coordinate may have a unit of its own.
std::string snakeboard(const std::array<double, 4>& unit) {
  const auto of = [&](const char* name, int k) { return "(" + number(unit[k]) + "*" + name + ")"; };
  const std::string dx = of("x'", 0), dy = of("y'", 0), th = of("th", 1), dth = of("th'", 1),
                    psi = of("psi", 2), dpsi = of("psi'", 2), phi = of("phi", 3),
                    dphi = of("phi'", 3);
  return "[coordinates]\nx = 0\ny = 0\nth = 0\npsi = 0\nphi = 0\n[free]\nkinetic = \"3*(" + dx +
         "^2 + " + dy + "^2) + 0.12*" + dth + "^2 + 0.036*" + dpsi + "^2 + 0.072*" + dth + "*" +
         dpsi + " + 0.0013*" + dphi + "^2\"\n[[constraints]]\nname = 'back'\nequation = \"-" + dx +
         "*sin(" + th + " + " + phi + ") + " + dy + "*cos(" + th + " + " + phi + ") - 0.2*" + dth +
         "*cos(" + phi + ") = 0\"\n[[constraints]]\nname = 'front'\nequation = \"-" + dx + "*sin(" +
         th + " - " + phi + ") + " + dy + "*cos(" + th + " - " + phi + ") + 0.2*" + dth + "*cos(" +
         phi + ") = 0\"\n[[constraints]]\nname = 'rotor'\nequation = '" + psi +
         " = 0.7*(1 - cos(1.1*t))'\n[[constraints]]\nname = 'wheels'\nequation = '" + phi +
         " = 0.3*(1 - cos(1.1*t))'\n";
}

TEST(Sizes, GiveTheSameMotionInAnyUnitsFromRestAtZero) {
  const RunResult plain = run_of(snakeboard({1, 1, 1, 1}), 10, 1e-12);
  ASSERT_EQ(plain.ending, Ending::done);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    std::array<double, 4> unit;
    for (double& x : unit) x = std::pow(10.0, random.uniform(-9, 9));
    const RunResult scaled = run_of(snakeboard(unit), 10, 1e-9);
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_EQ(scaled.ending, Ending::done);
    EXPECT_LE(scaled.tally.steps + scaled.tally.rejected, 400);
    const std::array<int, 5> kind{0, 0, 1, 2, 3};
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_NEAR(scaled.q[i] * unit[at(kind[i])], plain.q[i], 3e-8) << i;
    }
  }
}

TEST(Sizes, OfOneCoordinateDoNotChangeTheSteps) {
  const auto text = [](double unit) {
    return "[coordinates]\na = " + number(1.2 / unit) +
           "\nb = { start = 0.4, rate = 0.7 }\n[define]\nx1 = 'sin(" + number(unit) +
           "*a)'\ny1 = '-cos(" + number(unit) +
           "*a)'\nx2 = 'x1 + sin(b)'\ny2 = 'y1 - cos(b)'\n[free]\n"
           "kinetic = \"0.5*(x1'^2 + y1'^2) + 0.5*(x2'^2 + y2'^2)\"\npotential = '9.81*(y1 + "
           "y2)'\n";
  };
  for (const double tolerance : {1e-9, 1e-12}) {
    const RunResult plain = run_of(text(1), 3, tolerance);
    for (const double unit : {1e9, 1e-9}) {
      const RunResult scaled = run_of(text(unit), 3, tolerance);
      const auto steps = static_cast<double>(plain.tally.steps);
      EXPECT_NEAR(static_cast<double>(scaled.tally.steps), steps, 0.03 * steps);
      EXPECT_NEAR(scaled.q[0] * unit, plain.q[0], 1e4 * tolerance);
      EXPECT_NEAR(scaled.q[1], plain.q[1], 1e4 * tolerance);
    }
  }
}

// Lengths, masses and times of a constrained motion, damped and driven, in other units.
TEST(Sizes, OfLengthsMassesAndTimesDoNotMatter) {
  const auto text = [](double L, double m, double T) {
    return "[parameters]\nL = " + number(L) + "\nm = " + number(m) + "\nT = " + number(T) +
           "\n[[particles]]\nname = 'p'\nmass = 'm'\nposition = ['L', 0]\n[[particles]]\nname = "
           "'q'\n"
           "mass = '2*m'\nposition = ['L', '-L']\n[free]\ngravity = [0, '-9.81*L/T^2']\n"
           "[[constraints]]\nname = 'rod'\nequation = 'dot(p, p) = L^2'\n"
           "[[constraints]]\nname = 'link'\nequation = 'distance(p, q) = L'\n"
           "[[forces]]\non = 'q'\nforce = [\"-0.3*m/T*q'.x + m*L/T^2*sin(3*t/T)\", "
           "\"-0.3*m/T*q'.y\"]\n";
  };
  const RunResult plain = run_of(text(1, 1, 1), 3, 1e-9);
  for (const double L : {1e-9, 1.0, 1e9}) {
    for (const double T : {1e-9, 1.0, 1e9}) {
      const double m = 1e9 / (L * L);
      const RunResult scaled = run_of(text(L, m, T), 3 * T, 1e-9);
      ASSERT_EQ(scaled.ending, Ending::done);
      const auto steps = static_cast<double>(plain.tally.steps);
      EXPECT_NEAR(static_cast<double>(scaled.tally.steps), steps, 0.03 * steps);
      for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(scaled.q[i] / L, plain.q[i], 1e-6);
    }
  }
}

/// M x'' = -K x - D x' + c(t) from rest at zero, c of several kinds, each coordinate with its unit.
struct Driven {
  int n;
  std::vector<double> K, D, c, unit;
  std::vector<int> kind;

  explicit Driven(std::uint64_t seed) {
    Random random(seed);
    n = 1 + static_cast<int>(seed % 3);
    for (int i = 0; i < n * n; ++i) {
      const bool diagonal = i % (n + 1) == 0;
      K.push_back(diagonal ? random.uniform(0.5, 4) : random.uniform(-0.2, 0.2));
      D.push_back(diagonal ? random.uniform(0, 0.5) : 0);
    }
    for (int i = 0; i < n; ++i) {
      // One of them at least is pushed; the others may be moved by it alone.
      c.push_back(i == 0 || random.uniform() < 0.5 ? std::pow(10.0, random.uniform(-6, 6)) : 0);
      unit.push_back(std::pow(10.0, random.uniform(-8, 8)));
      kind.push_back(static_cast<int>(5 * random.uniform()));
    }
  }

  static long double push(int kind, long double t) {
    switch (kind) {
      case 0:
        return t * t * t * t;
      case 1:
        return (1 - std::cos(t)) * (1 - std::cos(t));
      case 2:
        return std::sin(t) * std::sin(t) * std::sin(t);
      case 3:
        return t * t / (1 + t * t);
      default:
        return std::sin(3 * t);
    }
  }

  std::string text() const {
    static const char* const words[] = {"t^4", "(1 - cos(t))^2", "sin(t)^3", "t^2/(1 + t^2)",
                                        "sin(3*t)"};
    std::string coordinates = "[coordinates]\n", kinetic, forces;
    for (int i = 0; i < n; ++i) {
      const std::string x = "x" + std::to_string(i), u = number(unit[at(i)]);
      coordinates += x + " = 0\n";
      kinetic += (i ? " + " : "") + ("0.5*(" + u + "*" + x + "')^2");
      // The generalised force of X = u x is u times that of X.
      forces += "[[forces]]\non = '" + x + "'\nforce = \"" + u + "*(" + number(c[at(i)]) + "*" +
                words[kind[at(i)]];
      for (int j = 0; j < n; ++j) {
        const std::string X = number(unit[at(j)]) + "*x" + std::to_string(j);
        forces += " - (" + number(K[at(i * n + j)]) + ")*" + X + " - (" + number(D[at(i * n + j)]) +
                  ")*" + X + "'";
      }
      forces += ")\"\n";
    }
    return coordinates + "[free]\nkinetic = \"" + kinetic + "\"\n" + forces;
  }

  /// By the classical method of Runge and Kutta in extended precision, in one unit for all.
  std::vector<long double> end(long double t_end) const {
    const int steps = 4000;
    const long double h = t_end / steps;
    std::vector<long double> y(at(2 * n)), k(at(2 * n)), sum, z;
    const auto f = [&](long double t, const std::vector<long double>& s) {
      for (int i = 0; i < n; ++i) {
        k[at(i)] = s[at(n + i)];
        long double a = c[at(i)] * push(kind[at(i)], t);
        for (int j = 0; j < n; ++j) {
          a -= K[at(i * n + j)] * s[at(j)] + D[at(i * n + j)] * s[at(n + j)];
        }
        k[at(n + i)] = a;
      }
    };
    for (int step = 0; step < steps; ++step) {
      const long double t = step * h;
      sum = y;
      for (int stage = 0; stage < 4; ++stage) {
        const long double part = stage == 0 ? 0 : stage == 3 ? 1 : 0.5L;
        z = y;
        if (stage > 0) {
          for (std::size_t i = 0; i < z.size(); ++i) z[i] += part * h * k[i];
        }
        f(t + part * h, z);
        const long double weight = (stage == 0 || stage == 3 ? 1.0L : 2.0L) / 6;
        for (std::size_t i = 0; i < z.size(); ++i) sum[i] += weight * h * k[i];
      }
      y = sum;
    }
    return y;
  }
};

TEST(Sizes, OfDrivenSystemsFromRestAtZero) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Driven driven(seed);
    const RunResult result = run_of(driven.text(), 5, 1e-9);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + driven.text());
    ASSERT_EQ(result.ending, Ending::done);
    EXPECT_LE(result.tally.steps + result.tally.rejected, 300);
    const std::vector<long double> y = driven.end(5);
    for (int i = 0; i < driven.n; ++i) {
      const auto x = static_cast<double>(y[at(i)]);
      EXPECT_NEAR(result.q[at(i)] * driven.unit[at(i)] / x, 1, 1e-6) << i;
    }
  }
}

/// A car that is driven and steered from rest: rows of velocities decide all of it.
TEST(Sizes, OfADrivenCarFromRestAtTheOrigin) {
  const std::string car =
      "[coordinates]\nx = 0\ny = 0\nth = 0\n[free]\nkinetic = \"x'^2 + y'^2 + th'^2\"\n"
      "[[constraints]]\nname = 'drive'\nequation = \"x'*cos(th) + y'*sin(th) = t^3\"\n"
      "[[constraints]]\nname = 'wheels'\nequation = \"y'*cos(th) - x'*sin(th) = 0\"\n"
      "[[constraints]]\nname = 'steer'\nequation = \"th' = t^3*tan(0.4*sin(t))\"\n";
  // th by quadrature, then x and y.
  const int steps = 20000;
  const long double h = 2.0L / steps;
  long double x = 0, y = 0, th = 0;
  const auto turn = [](long double t) { return t * t * t * std::tan(0.4L * std::sin(t)); };
  for (int k = 0; k < steps; ++k) {
    const long double t = k * h, m = t + h / 2, e = t + h;
    const long double half = th + h / 24 * (turn(t) * 5 + turn(m) * 8 - turn(e));
    const long double whole = th + h / 6 * (turn(t) + 4 * turn(m) + turn(e));
    x += h / 6 *
         (t * t * t * std::cos(th) + 4 * m * m * m * std::cos(half) + e * e * e * std::cos(whole));
    y += h / 6 *
         (t * t * t * std::sin(th) + 4 * m * m * m * std::sin(half) + e * e * e * std::sin(whole));
    th = whole;
  }
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const RunResult result = run_of(car, 2, tolerance);
    ASSERT_EQ(result.ending, Ending::done) << tolerance;
    EXPECT_NEAR(result.q[0], static_cast<double>(x), 100 * tolerance);
    EXPECT_NEAR(result.q[1], static_cast<double>(y), 100 * tolerance);
    EXPECT_NEAR(result.q[2], static_cast<double>(th), 100 * tolerance);
  }
}

// 1 - cos t is nothing but rounding at first, and so are rates and the energy: no reason for an alarm.
TEST(Sizes, OfARateThatIsRoundingAtFirstAreNoLossOfEnergy) {
  const auto car = [](const std::string& mass) {
    return "[coordinates]\nx = 0\ny = 0\nth = 0\n[free]\nkinetic = \"" + mass +
           "*(x'^2 + y'^2) + th'^2\"\n"
           "[[constraints]]\nname = 'drive'\nequation = \"x'*cos(th) + y'*sin(th) = 1 - cos(t)\"\n"
           "[[constraints]]\nname = 'wheels'\nequation = \"y'*cos(th) - x'*sin(th) = 0\"\n"
           "[[constraints]]\nname = 'steer'\nequation = \"th' = (1 - cos(t))*0.3\"\n";
  };
  // On a circle of radius 1/0.3.
  const double angle = 0.3 * (3 - std::sin(3.0));
  for (const char* const mass : {"1e-6", "1", "1e6"}) {
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      const RunResult result = run_of(car(mass), 3, tolerance);
      ASSERT_EQ(result.ending, Ending::done) << mass << " " << tolerance;
      EXPECT_NEAR(result.q[0], std::sin(angle) / 0.3, 100 * tolerance);
      EXPECT_NEAR(result.q[1], (1 - std::cos(angle)) / 0.3, 100 * tolerance);
    }
  }
}

/// A pendulum in a plane that leans; r, where it is told, is how far it is from that plane: rounding.
std::string leaning(bool with_r) {
  const std::string r = with_r ? "[coordinates]\nr = 0\n" : "";
  return "[[particles]]\nname = 'p'\nmass = 1\nposition = ['0.8*cos(0.7)', -0.6, "
         "'0.8*sin(0.7)']\n" +
         r + "[free]\ngravity = [0, -9.81, 0]\n" + (with_r ? "kinetic = \"0.5*r'^2\"\n" : "") +
         "[[constraints]]\nname = 'rod'\nequation = 'dot(p, p) = 1'\n" +
         (with_r ? "[[constraints]]\nname = 'off'\nequation = 'r = p.x*sin(0.7) - p.z*cos(0.7)'\n"
                 : "");
}

// What is nothing but the rounding of others does not decide about steps.
TEST(Sizes, OfMereRoundingAreMeasured) {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    const RunResult without = run_of(leaning(false), 10, tolerance);
    const RunResult with = run_of(leaning(true), 10, tolerance);
    ASSERT_EQ(with.ending, Ending::done);
    EXPECT_LE(std::abs(with.q[0]), 1e-12);
    EXPECT_LE(with.tally.steps + with.tally.rejected,
              2 * (without.tally.steps + without.tally.rejected) + 150);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(with.q[1 + i], without.q[i], 1e4 * tolerance);
  }
}

// A look leaves the state alone, tells what rounding is, and tells the same again.
TEST(Sizes, AreLookedAtWithoutTouchingTheMotion) {
  const equations::Equations equations = built(leaning(true));
  motion::RightSide side(equations, Method::automatic);
  motion::Projector projector(side);
  const instant::StateLayout layout = side.layout();
  std::vector<double> y(at(layout.size())), f(y.size());
  std::copy(equations.q.begin(), equations.q.end(), y.begin());
  projector.project(0, y.data(), y.data() + layout.v());
  ASSERT_TRUE(side.rate(0, y.data(), f.data()));
  const std::size_t rank = side.rank();
  std::vector<double> seen;
  for (int time = 0; time < 2; ++time) {
    motion::Tolerances tolerances(equations, 1e-12, 0);
    const std::vector<double> y_before = y, f_before = f;
    motion::NoiseLook(layout.size()).look(side, projector, 0, y.data(), f.data(), tolerances);
    EXPECT_EQ(y, y_before);
    EXPECT_EQ(f, f_before);
    EXPECT_EQ(side.rank(), rank);
    const double* const absolute = tolerances.view(0.1).absolute;
    for (Index i = 0; i < 2 * layout.n; ++i) {
      EXPECT_LE(absolute[i], 1e-13) << i;
      EXPECT_GT(absolute[i], 1e-19) << i;
      if (time == 0) seen.push_back(absolute[i]);
      EXPECT_EQ(absolute[i], seen[at(i)]) << i;
    }
  }
}

// What was sampled before leaves no trace in a look, nor in a step: in a tree of solids alone, and with rows
// that bind them.
TEST(Sizes, AreTheSameWhateverWasSampled) {
  const std::string tree =
      "[free]\ngravity = [0, -9.81, 0]\n[[bodies]]\nname = 'a'\njoint = 'hinge'\nmass = 1\ninertia "
      "= "
      "[0.1, 0.2, 0.3]\ncenter = [0.5, 0, 0]\npoints = { tip = [1, 0, 0] }\nstart = { angle = 0.3 "
      "}\n"
      "[[bodies]]\nname = 'b'\nparent = 'a'\njoint = 'ball'\nat = [1, 0, 0]\nmass = 2\ninertia = "
      "[0.1, "
      "0.2, 0.25]\ncenter = [0.4, 0.1, 0]\npoints = { tip = [1, 0, 0] }\n";
  const std::string bound = tree + "[[constraints]]\nname = 'rod'\nequation = 'b.tip.y = 0.3'\n";
  for (const std::string& text : {tree, bound}) {
    const equations::Equations equations = built(text);
    motion::RightSide side(equations, Method::automatic);
    ASSERT_TRUE(side.kernel().is_tree());
    motion::Projector projector(side);
    const instant::StateLayout layout = side.layout();
    std::vector<double> y(at(layout.size())), f(y.size()), first(y.size()), other(y.size());
    std::copy(equations.q.begin(), equations.q.end(), y.begin());
    projector.assemble(0, y.data(), y.data() + layout.v());
    ASSERT_TRUE(side.rate(0, y.data(), f.data()));
    motion::Shake shake(1), again(1);
    ASSERT_TRUE(side.shaken_rate(0, y.data(), first.data(), shake));
    std::vector<double> q = equations.q, v(q.size(), 3.0);
    q[0] += 1;
    side.full_instant(0, q.data(), v.data());  // a sample of somewhere else
    ASSERT_TRUE(side.shaken_rate(0, y.data(), other.data(), again));
    EXPECT_EQ(first, other);
    // The free acceleration is that of an instant which is shown to people.
    const std::vector<double> full =
        side.full_instant(0, y.data(), y.data() + layout.v()).free_acceleration;
    const Instant& now = side.kernel().solve_beside_free(side.numbers());
    for (std::size_t i = 0; i < full.size(); ++i) {
      EXPECT_NEAR(now.free_acceleration[i], full[i], 1e-12 * (1 + std::abs(full[i])));
    }
  }
}

// Two coordinates, each with its unit, that two rows hold where the lines cross. The start is beside that and
// moves; what the rows leave of its rates is rounding, and has no size.
TEST(Sizes, OfWhatTheRowsTookAway) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    std::array<double, 2> unit, end, start, rate;
    for (std::size_t i = 0; i < 2; ++i) {
      unit[i] = std::pow(10.0, random.uniform(-6, 6));
      end[i] = seed % 3 == 0 ? 0 : random.normal();
      start[i] = random.normal();
      rate[i] = seed % 2 == 0 ? 0 : random.normal();
    }
    rate[1] = random.normal();
    std::string text = "[coordinates]\n", kinetic;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string x = "x" + std::to_string(i);
      text += x + " = { start = " + number(start[i] * unit[i]) +
              ", rate = " + number(rate[i] * unit[i]) + " }\n";
      kinetic += (i ? " + 0.5*(" : "0.5*(") + x + "'/" + number(unit[i]) + ")^2";
    }
    text += "[free]\nkinetic = \"" + kinetic + "\"\n";
    for (int row = 0; row < 2; ++row) {
      const double a = random.normal(), b = random.normal();
      text += "[[constraints]]\nname = 'c" + std::to_string(row) + "'\nequation = '(" +
              number(a / unit[0]) + ")*x0 + (" + number(b / unit[1]) +
              ")*x1 = " + number(a * end[0] + b * end[1]) + "'\n";
    }
    const RunResult result = run_of(text, 2, 1e-9);
    ASSERT_EQ(result.ending, Ending::done);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(result.q[i] / unit[i], end[i], 1e-11);
      EXPECT_NEAR(result.v[i] / unit[i], 0, 1e-11);
    }
  }
}

}  // namespace
}  // namespace zwang::test
