// SPDX-License-Identifier: Apache-2.0
// The same bits every time: ends of runs, to the last bit, whatever the compiler and its level of
// optimisation. The right-hand side is plain arithmetic, so no library has a say.

#include <gtest/gtest.h>

#include "ode/drive.h"
#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/explicit/rk4.h"

namespace zwang::test {
namespace {

/// Lotka and Volterra's predators and prey.
struct Prey : Counts {
  static constexpr Index n = 2;
  static OdeState start() { return {1.5, 1}; }
  static void f(double, const double* y, double* d) {
    d[0] = y[0] * (2 - y[1]);
    d[1] = y[1] * (y[0] - 1);
  }
  static void jacobian(double, const double* y, double* J) {
    J[0] = 2 - y[1];
    J[1] = -y[0];
    J[2] = y[1];
    J[3] = y[0] - 1;
  }
};

constexpr double kEnd = 6;

template <class Method>
OdeState adaptive() {
  Prey p;
  const Allowed allowed(2, 1e-9, 1e-9);
  return adaptive_steps<Method>(system_of(p), 0, p.start(), kEnd, allowed.view()).y;
}

template <class Method>
OdeState fixed() {
  Prey p;
  return fixed_steps<Method>(system_of(p), 0, p.start(), kEnd, 100);
}

OdeState implicit() {
  Prey p;
  const Allowed allowed(2, 1e-7, 1e-7);
  return radau_steps(system_of(p), 0, p.start(), kEnd, 1e-3, allowed.view()).y;
}

TEST(Golden, EndsOfRunsToTheLastBit) {
  EXPECT_EQ(fixed<ode::Rk4>(), (OdeState{0x1.69a6865fc165ap+0, 0x1.c9ad80139a61bp+1}));
  EXPECT_EQ(adaptive<ode::Dopri5>(), (OdeState{0x1.69a6440ede19cp+0, 0x1.c9adadacff296p+1}));
  EXPECT_EQ(adaptive<ode::Dopri853>(), (OdeState{0x1.69a64424b0c3ep+0, 0x1.c9adad9e4a19bp+1}));
  EXPECT_EQ(fixed<ode::Gauss6>(), (OdeState{0x1.69a6441e16c03p+0, 0x1.c9adada0a198ep+1}));
  EXPECT_EQ(implicit(), (OdeState{0x1.69a6442455286p+0, 0x1.c9adada39336dp+1}));
}

}  // namespace
}  // namespace zwang::test
