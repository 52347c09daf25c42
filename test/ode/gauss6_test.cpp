// SPDX-License-Identifier: Apache-2.0
// What Gauss's collocation is chosen for: it can be run backwards, and it keeps energies.

#include "ode/gauss6.h"

#include <numbers>

#include "ode/drive.h"

namespace zwang::test {
namespace {

/// Steps of dt with the carry handed on; `see(y, carry)` after each. False if one fails.
template <class See>
bool run(const ode::System& f, OdeState& y, OdeState& carry, double dt, long count,
         ode::Guess guess, See see) {
  ode::Gauss6 step(f.n);
  for (long i = 0; i < count; ++i) {
    if (advance(step, f, 0, y.data(), carry.data(), nullptr, dt, guess) != ode::Outcome::done)
      return false;
    std::copy_n(step.y_new.data(), f.n, y.data());
    std::copy_n(step.carry_new.data(), f.n, carry.data());
    see(y, carry);
  }
  return true;
}

bool run(const ode::System& f, OdeState& y, OdeState& carry, double dt, long count) {
  return run(f, y, carry, dt, count, ode::Guess::fresh, [](const OdeState&, const OdeState&) {});
}

// Each step is reversible but for rounding, which Kepler's problem lets grow with the square of the
// number of steps at worst: 400 steps, eps, and a factor of 10 for the eccentricity.
TEST(Gauss6, RunsBackwards) {
  Kepler p;
  p.e = 0.6;
  OdeState y = p.start(), carry(4);
  const ode::System f = system_of(p);
  ASSERT_TRUE(run(f, y, carry, 0.03, 200));
  EXPECT_GT(distance(y, p.start()), 0.1);
  ASSERT_TRUE(run(f, y, carry, -0.03, 200));
  EXPECT_LT(distance(y, p.start()), 400 * 400 * 2.2e-16 * 10);
}

// The error of the energy swings with the orbit and never grows: after 100 orbits it is as large as
// after 10, and at the pericentre, where it began, it is rounding.
TEST(Gauss6, KeepsTheEnergyOfAnOrbit) {
  Kepler p;
  p.e = 0.5;
  const long orbit = 100;
  OdeState y = p.start(), carry(4);
  const double E = p.energy(y.data());
  double early = 0, late = 0;
  long i = 0;
  ASSERT_TRUE(run(system_of(p), y, carry, 2 * std::numbers::pi / orbit, 100 * orbit,
                  ode::Guess::extrapolated, [&](const OdeState& now, const OdeState&) {
                    double& worst = i++ < 10 * orbit ? early : late;
                    worst = std::max(worst, std::fabs(p.energy(now.data()) - E));
                  }));
  EXPECT_GT(early, 1e-10);  // there is an error
  EXPECT_LT(early, 1e-7);
  EXPECT_LT(late, 1.01 * early);
}

// Where the method's own error vanishes, on a circle, what is left is a random walk of roundings: with
// 20000 steps, each of eps·dt or so, at most a few eps.
TEST(Gauss6, LeavesOnlyRoundingOnACircle) {
  Kepler p;
  p.e = 0;
  OdeState y = p.start(), carry(4);
  const double E = p.energy(y.data());
  ASSERT_TRUE(run(system_of(p), y, carry, 2 * std::numbers::pi / 200, 20000));
  EXPECT_LT(std::fabs(p.energy(y.data()) - E), 10 * 2.2e-16);
}

// A slow decay: 1e5 moves of 1e-5, each rounded to eps/2. Carried, the sum is as good as one sum.
TEST(Gauss6, CarriesWhatTheSumRoundsOff) {  // [STEPS 11]
  ode::System drift{1, nullptr, [](void*, double, const double*, double* dydt) noexcept {
                      dydt[0] = 0.7;
                      return true;
                    }};
  const long count = 100000;
  const double dt = 1e-5;
  OdeState y = {1}, carry(1);
  ASSERT_TRUE(run(drift, y, carry, dt, count));
  const long double exact = 1 + static_cast<long double>(0.7) * dt * count;
  EXPECT_LT(std::fabs(static_cast<double>(y[0] + static_cast<long double>(carry[0]) - exact)),
            1e-16);

  OdeState plain = {1};
  for (long i = 0; i < count; ++i) plain[0] += dt * 0.7;
  EXPECT_GT(std::fabs(static_cast<double>(plain[0] - exact)), 1e-14);  // what it would be
}

TEST(Gauss6, TheCarryIsPartOfTheState) {
  Kepler p;
  const ode::System f = system_of(p);
  ode::Gauss6 whole(4), parted(4);
  const OdeState y = p.start(), carry = {1e-3, -2e-3, 3e-3, -4e-3};
  OdeState sum(4);
  for (std::size_t i = 0; i < 4; ++i) sum[i] = y[i] + carry[i];
  ASSERT_EQ(advance(whole, f, 0, sum.data(), nullptr, nullptr, 0.1), ode::Outcome::done);
  ASSERT_EQ(advance(parted, f, 0, y.data(), carry.data(), nullptr, 0.1), ode::Outcome::done);
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(parted.y_new.data()[i], whole.y_new.data()[i], 1e-15);
}

TEST(Gauss6, AGuessSavesCallsAndChangesRoundingOnly) {
  Kepler p;
  OdeState fresh = p.start(), guessed = p.start(), carry(4), other(4);
  const ode::System f = system_of(p);
  ASSERT_TRUE(run(f, fresh, carry, 0.05, 100));
  const long calls = p.calls;
  p.calls = 0;
  ASSERT_TRUE(run(f, guessed, other, 0.05, 100, ode::Guess::extrapolated,
                  [](const OdeState&, const OdeState&) {}));
  EXPECT_LT(static_cast<double>(p.calls), 0.9 * static_cast<double>(calls));
  EXPECT_LT(distance(fresh, guessed), 1e-13);
}

TEST(Gauss6, InterpolatingDoesNotChangeTheRun) {
  Kepler p;
  const ode::System f = system_of(p);
  OdeState ends[2];
  for (int dense = 0; dense < 2; ++dense) {
    ode::Gauss6 step(4);
    OdeState y = p.start(), f_end(4);
    for (int i = 0; i < 10; ++i) {
      ASSERT_EQ(advance(step, f, 0, y.data(), nullptr, nullptr, 0.1, ode::Guess::extrapolated),
                ode::Outcome::done);
      std::copy_n(step.y_new.data(), 4, y.data());
      f.f(f.self, 0, y.data(), f_end.data());
      if (dense) ASSERT_EQ(prepare_dense(step, f, y.data(), f_end.data()), ode::Outcome::done);
    }
    ends[dense] = y;
  }
  EXPECT_EQ(ends[0], ends[1]);
}

// |λ dt| = 5 is beyond what a fixed-point iteration can do.
TEST(Gauss6, SaysWhenItsIterationDoesNotConverge) {
  Dahlquist p;
  p.real = -5;
  ode::Gauss6 step(2);
  const OdeState y = {1, 1};
  EXPECT_EQ(advance(step, system_of(p), 0, y.data(), nullptr, nullptr, 1),
            ode::Outcome::not_converged);
  EXPECT_EQ(advance(step, system_of(p), 0, y.data(), nullptr, nullptr, 0.1), ode::Outcome::done);
}

// Components of sizes 1e9 and 1e-9 that do not know of each other: each is iterated to its own
// rounding, and the stability function of order 6 is exact to rounding.
TEST(Gauss6, IteratesEveryComponentToItsOwnRounding) {
  Dahlquist p;
  p.real = -1;
  ode::Gauss6 step(2);
  const OdeState y = {1e9, 1e-9};
  ASSERT_EQ(advance(step, system_of(p), 0, y.data(), nullptr, nullptr, 0.5), ode::Outcome::done);
  const double z = -0.5;
  const double R =
      (1 + z / 2 + z * z / 10 + z * z * z / 120) / (1 - z / 2 + z * z / 10 - z * z * z / 120);
  EXPECT_NEAR(step.y_new.data()[0] / y[0], R, 2.3e-16);
  EXPECT_NEAR(step.y_new.data()[1] / y[1], R, 2.3e-16);
}

}  // namespace
}  // namespace zwang::test
