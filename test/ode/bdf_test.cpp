// SPDX-License-Identifier: Apache-2.0
// The adapter to CVODE, against radau5 and against values of the literature.

#include "ode/bdf.h"

#include <algorithm>

#include "ode/drive.h"

namespace zwang::test {
namespace {

ode::BdfOptions options_of(const Allowed& allowed) {
  ode::BdfOptions options;
  options.absolute = allowed.absolute;
  options.relative = allowed.relative_;
  return options;
}

/// Steps to t_stop from (t, y); `see()` after each.
template <class See>
ode::Outcome run(ode::Bdf& bdf, double t, const OdeState& y, double t_stop, See see) {
  ode::Outcome outcome = bdf.start(t, y.data(), t_stop);
  for (long k = 0; outcome == ode::Outcome::done && bdf.time() != t_stop; ++k) {
    if (k == kMostAttempts) return ode::Outcome::too_small;
    outcome = bdf.step();
    if (outcome == ode::Outcome::done) see();
  }
  return outcome;
}

OdeState state_of(const ode::Bdf& bdf, Index n) { return OdeState(bdf.state(), bdf.state() + n); }

OdeState solve(const ode::System& f, double t, const OdeState& y, double t_stop,
               const Allowed& allowed) {
  ode::Bdf bdf(f, options_of(allowed));
  EXPECT_EQ(run(bdf, t, y, t_stop, [] {}), ode::Outcome::done);
  EXPECT_EQ(bdf.time(), t_stop);
  return state_of(bdf, f.n);
}

// CVODE controls local errors: at worst those of all steps add up.
TEST(Bdf, AgreesWithRadau5OnVanDerPolsEquation) {
  VanDerPol p;
  const Allowed tight(2, 1e-9, 1e-9);
  ode::Bdf bdf(system_of(p), options_of(tight));
  ASSERT_EQ(run(bdf, 0, p.start(), 2, [] {}), ode::Outcome::done);
  const double bound = 1e-9 * static_cast<double>(bdf.counts().steps);
  const Arrival arrival = radau_steps(system_of(p), 0, p.start(), 2, 1e-6, tight.view());
  EXPECT_LT(distance(state_of(bdf, 2), arrival.y), bound);
  EXPECT_LT(distance(state_of(bdf, 2), p.at_2()), bound);
}

TEST(Bdf, AgreesWithRadau5OnRobertsonsReaction) {
  Robertson p;
  const Allowed tight(3, 1e-14, 1e-8);
  for (double t : {0.4, 40.0, 4e5}) {
    const OdeState y = solve(system_of(p), 0, p.start(), t, tight);
    const Arrival arrival = radau_steps(system_of(p), 0, p.start(), t, 1e-6, tight.view());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(y[i] / arrival.y[i], 1, 1e-6) << t;
  }
}

TEST(Bdf, NeedsNoJacobianByHand) {
  Robertson p;
  ode::System f = system_of(p);
  f.jacobian = nullptr;
  const OdeState y = solve(f, 0, p.start(), 40, Allowed(3, 1e-12, 1e-8));
  const Arrival arrival =
      radau_steps(system_of(p), 0, p.start(), 40, 1e-6, Allowed(3, 1e-14, 1e-9).view());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(y[i] / arrival.y[i], 1, 1e-6);
}

TEST(Bdf, GoesBackInTime) {
  Kepler p;
  const OdeState y = solve(system_of(p), 1, p.solution(1), 0.25, Allowed(4, 1e-11, 1e-11));
  EXPECT_LT(distance(y, p.solution(0.25)), 1e-8);
}

TEST(Bdf, InterpolatesWithinItsSteps) {
  Exponentials p;
  ode::Bdf bdf(system_of(p), options_of(Allowed(2, 1e-11, 1e-11)));
  double worst = 0, worst_rate = 0;
  OdeState u(2), rate(2);
  ASSERT_FALSE(bdf.interpolate(0.3, u.data()));
  ASSERT_EQ(run(bdf, 0.3, p.solution(0.3), 2,
                [&] {
                  for (double x : {0.0, 0.3, 0.6, 1.0}) {
                    const double at = bdf.time() - x * bdf.step_size();
                    ASSERT_TRUE(bdf.interpolate(at, u.data()));
                    ASSERT_TRUE(bdf.interpolate_rate(at, rate.data()));
                    OdeState exact = p.solution(at), slope(2);
                    p.f(at, exact.data(), slope.data());
                    worst = std::max(worst, distance(u, exact));
                    worst_rate = std::max(worst_rate, distance(rate, slope));
                  }
                }),
            ode::Outcome::done);
  EXPECT_LT(worst, 1e-8);
  EXPECT_LT(worst_rate, 1e-5);  // a difference of values good to 1e-8 over steps of 1e-3
  EXPECT_FALSE(bdf.interpolate(0.3, u.data()));
}

// Through the checkpoint with one solver, or from it with another: the same bits.
TEST(Bdf, ResumesFromACheckpointBitForBit) {
  VanDerPol p;
  const Allowed allowed(2, 1e-6, 1e-6);
  ode::Bdf through(system_of(p), options_of(allowed));
  std::vector<OdeState> first, second;
  ASSERT_EQ(run(through, 0, p.start(), 0.5, [] {}), ode::Outcome::done);
  const OdeState checkpoint = state_of(through, 2);
  ASSERT_EQ(run(through, 0.5, checkpoint, 1.5, [&] { first.push_back(state_of(through, 2)); }),
            ode::Outcome::done);
  ode::Bdf resumed(system_of(p), options_of(allowed));
  ASSERT_EQ(run(resumed, 0.5, checkpoint, 1.5, [&] { second.push_back(state_of(resumed, 2)); }),
            ode::Outcome::done);
  EXPECT_GT(first.size(), 100u);
  EXPECT_EQ(first, second);
}

/// A rotation that spirals outwards by a slow error; its states belong on the unit circle.
struct Spiral : Counts {
  static constexpr Index n = 2;
  static void f(double, const double* y, double* d) {
    d[0] = -y[1] + 1e-3 * y[0];
    d[1] = y[0] + 1e-3 * y[1];
  }
};

struct Circle {
  long calls = 0, errors = 0;
  bool able = true;
  ode::Projection projection() {
    return {this, [](void* self, double, const double* y, double* correction, double,
                     double* error) noexcept {
              Circle& circle = *static_cast<Circle*>(self);
              ++circle.calls;
              const double r = std::hypot(y[0], y[1]);
              for (int i = 0; i < 2; ++i) correction[i] = y[i] / r - y[i];
              if (error) {
                ++circle.errors;
                const double across = (error[0] * y[0] + error[1] * y[1]) / (r * r);
                for (int i = 0; i < 2; ++i) error[i] -= across * y[i];
              }
              return circle.able;
            }};
  }
};

TEST(Bdf, ProjectsItsStates) {
  Spiral p;
  Circle circle;
  const Allowed allowed(2, 1e-8, 1e-8);
  ode::BdfOptions options = options_of(allowed);
  options.projection = circle.projection();
  ode::Bdf bdf(system_of(p), options);
  double worst = 0;
  ASSERT_EQ(run(bdf, 0, {1, 0}, 10,
                [&] {
                  const double r = std::hypot(bdf.state()[0], bdf.state()[1]);
                  worst = std::max(worst, std::fabs(r - 1));
                }),
            ode::Outcome::done);
  EXPECT_GT(circle.calls, 100);
  EXPECT_GT(circle.errors, 100);
  EXPECT_LT(worst, 1e-15 * 10);
  EXPECT_NEAR(bdf.state()[0], std::cos(10), 1e-5);
  const OdeState free = solve(system_of(p), 0, {1, 0}, 10, allowed);
  EXPECT_GT(std::hypot(free[0], free[1]), 1.009);
}

TEST(Bdf, SaysWhenItCannotProject) {
  Spiral p;
  Circle circle;
  circle.able = false;
  const Allowed allowed(2, 1e-8, 1e-8);
  ode::BdfOptions options = options_of(allowed);
  options.projection = circle.projection();
  ode::Bdf bdf(system_of(p), options);
  EXPECT_EQ(run(bdf, 0, {1, 0}, 10, [] {}), ode::Outcome::not_projected);
}

// f ends at t = ½, with a word or with a NaN.
TEST(Bdf, SaysWhenTheRightHandSideFails) {
  for (bool says_so : {true, false}) {
    ode::System cut{1, &says_so, [](void* self, double t, const double* y, double* dydt) noexcept {
                      dydt[0] = t <= 0.5 ? -y[0] : std::nan("");
                      return t <= 0.5 || !*static_cast<bool*>(self);
                    }};
    ode::Bdf bdf(cut, options_of(Allowed(1, 1e-6, 1e-6)));
    EXPECT_EQ(run(bdf, 0, {1}, 1, [] {}), ode::Outcome::not_finite);
    EXPECT_LE(bdf.time(), 0.5);
    EXPECT_GT(bdf.time(), 0.49);
    EXPECT_EQ(run(bdf, 0.6, {1}, 1, [] {}), ode::Outcome::not_finite);
    EXPECT_EQ(run(bdf, 0, {1}, 0.25, [] {}), ode::Outcome::done);  // and is none the worse for it
  }
}

TEST(Bdf, CountsItsWorkSinceTheStart) {
  for (bool by_hand : {true, false}) {
    VanDerPol p;
    ode::System f = system_of(p);
    if (!by_hand) f.jacobian = nullptr;
    ode::Bdf bdf(f, options_of(Allowed(2, 1e-6, 1e-6)));
    for (double t_stop : {0.5, 0.1}) {
      long steps = 0;
      p.calls = p.jacobians = 0;
      ASSERT_EQ(run(bdf, 0, p.start(), t_stop, [&] { ++steps; }), ode::Outcome::done);
      const ode::BdfCounts counts = bdf.counts();
      EXPECT_EQ(counts.steps, steps);
      EXPECT_EQ(counts.evaluations, p.calls);
      EXPECT_EQ(by_hand ? counts.jacobians : 0, p.jacobians);
      EXPECT_GE(counts.factorisations, counts.jacobians);
    }
  }
}

TEST(Bdf, KeepsItsLimits) {
  Kepler p;
  const Allowed allowed(4, 1e-4, 1e-4);
  ode::BdfOptions options = options_of(allowed);
  options.first_step = 1e-5;
  options.largest_step = 0.01;
  options.highest_order = 2;
  ode::Bdf bdf(system_of(p), options);
  double largest = 0, first = 0;
  ASSERT_EQ(run(bdf, 0, p.start(), 1,
                [&] {
                  if (first == 0) first = bdf.step_size();
                  largest = std::max(largest, bdf.step_size());
                }),
            ode::Outcome::done);
  EXPECT_EQ(first, 1e-5);
  EXPECT_LE(largest, 0.01);
}

}  // namespace
}  // namespace zwang::test
