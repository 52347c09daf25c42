// SPDX-License-Identifier: Apache-2.0
// Singular poses along integrated motions, whose times are quadratures.

#include <cmath>
#include <functional>
#include <numbers>

#include "flow/steppers/stepper_dopri.h"
#include "motion/rank_walk.h"

namespace zwang::motion {
namespace {

using std::numbers::pi;
using test::built;
using test::platform;
using test::SeenFall;

using Stepping = DopriStepper<ode::Dopri853>;

// The dense output of a step, on the constraints.
struct Inside {
  Stepping& stepper;
  Projector& projector;
  instant::StateLayout at;

  Interpolant states() {
    return {this, [](void* self, double time, double* state) noexcept {
              Inside& in = *static_cast<Inside*>(self);
              in.stepper.interpolate(time, state);
              in.projector.project(time, state + in.at.q(), state + in.at.v());
            }};
  }
};

// The poses along an integrated motion, step by step.
std::vector<SeenFall> integrate(const std::string& text, double t_end, double tolerance) {
  const equations::Equations equations = built(text);
  RightSide side(equations, Method::automatic);
  Projector projector(side);
  const instant::StateLayout at = side.layout();
  Stepping stepper(side);
  Inside inside{stepper, projector, at};
  RankWatch watch(equations, side.numbers(), tolerance);
  std::vector<double> y(static_cast<std::size_t>(at.size()), 0.0), f(y), end(y), f_end(y);
  std::copy(equations.q.begin(), equations.q.end(), y.begin());
  std::copy(equations.v.begin(), equations.v.end(), y.begin() + at.v());
  const std::vector<double> absolute(y.size(), 1e-3 * tolerance);
  const ode::Tolerances tolerances{absolute.data(), tolerance};
  side.rate(0, y.data(), f.data());
  std::vector<SeenFall> falls;
  double dt = 0.01;
  for (double t = 0; t < t_end && falls.size() < 50;) {
    dt = std::min(dt, t_end - t);
    const Start start{side, projector, t, y.data(), f.data(), tolerances};
    if (stepper.advance(start, dt) != ode::Outcome::done) {
      dt *= 0.3;
      continue;
    }
    std::copy_n(stepper.y_new(), at.size(), end.data());
    projector.project(t + dt, end.data() + at.q(), end.data() + at.v());
    const ode::Decision decision = stepper.decide(stepper.judge(start, t + dt, end.data()), dt);
    if (decision.accepted) {
      side.rate(t + dt, end.data(), f_end.data());
      stepper.prepare_dense(side, end.data(), f_end.data());
      RankFall found;
      for (double begin = t; falls.size() < 50 && watch.look(begin, t + dt, inside.states(), found);
           begin = found.t) {
        falls.push_back(
            {found.t, found.rank_before, found.rank_at, found.drop, found.nearness, {}, {}});
      }
      t += dt;
      y = end;
      f = f_end;
    }
    dt = decision.dt;
  }
  return falls;
}

// ∫ f from a to b, to rounding for what is smooth: composite Gauss with three points.
double integral(const std::function<double(double)>& f, double a, double b) {
  constexpr int parts = 4000;
  const double h = (b - a) / parts, off = std::sqrt(0.6) * h / 2;
  double sum = 0;
  for (int k = 0; k < parts; ++k) {
    const double x = a + (k + 0.5) * h;
    sum += (5 * f(x - off) + 8 * f(x) + 5 * f(x + off)) / 18;
  }
  return sum * h;
}

TEST(RankWatch, SliderCrankPassesItsPosesOnTime) {
  const std::string text =
      "[coordinates]\nx = { start = 'cos(0.5)', rate = '-sin(0.5)' }\n"
      "y = { start = 'sin(0.5)', rate = 'cos(0.5)' }\n"
      "s = { start = '2*cos(0.5)', rate = '-2*sin(0.5)' }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2 + s'^2)\"\n"
      "[[constraints]]\nname = 'crank'\nequation = 'x^2 + y^2 = 1'\n"
      "[[constraints]]\nname = 'rod'\nequation = '(s - x)^2 + y^2 = 1'\n";
  // √(1 + 4 sin²φ) φ' is constant.
  const auto speed = [](double phi) { return std::sqrt(1 + 4 * std::sin(phi) * std::sin(phi)); };
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const std::vector<SeenFall> falls = integrate(text, 10, tolerance);
    std::vector<double> expected;
    for (double phi = pi / 2;; phi += pi) {
      const double t = integral(speed, 0.5, phi) / speed(0.5);
      if (t > 10) break;
      expected.push_back(t);
    }
    ASSERT_EQ(falls.size(), expected.size()) << tolerance;
    for (std::size_t k = 0; k < falls.size(); ++k) {
      EXPECT_NEAR(falls[k].t, expected[k], 100 * tolerance);  // of the integration
    }
  }
}

TEST(RankWatch, PlatformPassesItsFlatPosesOnTime) {
  std::string text = platform;
  text.replace(text.find("-sin(0.3)"), 9, "sin(0.3)");
  // From rest at 0.3: α'² = 2 g (sin 0.3 − sin α); α = 0.3 − s² takes the root at the turn away.
  const double g = 9.81;
  const auto from_turn = [&](double s) {
    const double alpha = 0.3 - s * s;
    // sin 0.3 − sin α, as a product
    const double fall = 2 * std::cos((0.3 + alpha) / 2) * std::sin(s * s / 2);
    return s == 0 ? 0.0 : 2 * s / std::sqrt(2 * g * fall);
  };
  const double down = integral(from_turn, 0, std::sqrt(0.3));
  const double across = 2 * (integral(from_turn, 0, std::sqrt(0.3 + pi / 2)) - down);
  std::vector<double> expected;
  for (double t = down; t < 5; t += 2 * down) {
    expected.push_back(t);
    t += across;
    if (t < 5) expected.push_back(t);
  }
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const std::vector<SeenFall> falls = integrate(text, 5, tolerance);
    ASSERT_EQ(falls.size(), expected.size()) << tolerance;
    for (std::size_t k = 0; k < falls.size(); ++k) {
      EXPECT_NEAR(falls[k].t, expected[k], 100 * tolerance);
      EXPECT_EQ(falls[k].before, 2);
      EXPECT_EQ(falls[k].at, 1);
    }
  }
}

}  // namespace
}  // namespace zwang::motion
