// SPDX-License-Identifier: Apache-2.0
// Slip in space that begins at rest: it has no direction at first, and then one that turns without end.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <random>
#include <string>

#include "zwang/run.h"

namespace zwang::test {
namespace {

using namespace std::complex_literals;

std::string show(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

struct Pull {
  double mu, alpha, omega, first, mass, length, tilt;
};

// The force under which slip is (alpha τ²/2) e^{iωτ}, τ = t − first: below its limit before, and never along one line.
// The plane is turned by `tilt` about the x axis, lengths are in units of `length`.
std::string text_of(const Pull& x) {
  const std::string numbers = "mu = " + show(x.mu) + "\nal = " + show(x.alpha * x.length) +
                              "\nom = " + show(x.omega) + "\nt1 = " + show(x.first) +
                              "\nm = " + show(x.mass) + "\ng = " + show(9.81 * x.length) +
                              "\nc = " + show(std::cos(x.tilt)) + "\ns = " + show(std::sin(x.tilt));
  return "title = \"pull\"\n[parameters]\n" + numbers + R"model(
[[particles]]
name     = "p"
mass     = "m"
position = [0, 0, 0]
force    = ["m*((mu*g + al*(t-t1))*cos(om*(t-t1)) - al*om*(t-t1)^2/2*sin(om*(t-t1)))",
            "m*c*((mu*g + al*(t-t1))*sin(om*(t-t1)) + al*om*(t-t1)^2/2*cos(om*(t-t1)))",
            "m*s*((mu*g + al*(t-t1))*sin(om*(t-t1)) + al*om*(t-t1)^2/2*cos(om*(t-t1)))"]
[free]
gravity = [0, "g*s", "-g*c"]
[[constraints]]
name     = "floor"
equation = "c*p.z - s*p.y >= 0"
friction = "mu"
[simulate]
duration = )model" +
         show(2 * x.first);
}

// ∫₀^τ (u²/2) e^{iωu} du
std::complex<double> way(double omega, double tau) {
  const std::complex<double> w = 1i * omega, e = std::exp(w * tau);
  return 0.5 * (e * (tau * tau / w - 2 * tau / (w * w) + 2.0 / (w * w * w)) - 2.0 / (w * w * w));
}

TEST(SlipStart, OfAForceThatTurnsFollowsTheClosedForm) {
  const unsigned seed = 20261117;
  std::mt19937 random(seed);
  SCOPED_TRACE(seed);
  const auto between = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  for (int k = 0; k < 4; ++k) {
    Pull x{};
    x.mu = between(0.1, 0.8);
    x.alpha = between(0.5, 4);
    x.omega = between(0.3, 3);
    x.first = between(0.3, 1) * std::min(0.9 * x.mu * 9.81 / x.alpha, 1 / x.omega);
    x.mass = std::pow(10, between(-6, 6));
    x.length = std::pow(10, between(-6, 6));
    x.tilt = between(-1, 1);
    SCOPED_TRACE(k);
    const Summary run = zwang::run(read_model(text_of(x), "test")).summary();
    ASSERT_EQ(run.ending, Ending::done) << run.message;
    const std::complex<double> e = std::exp(1i * x.omega * x.first);
    const std::complex<double> v = x.length * x.alpha * x.first * x.first / 2 * e;
    const std::complex<double> q = x.length * x.alpha * way(x.omega, x.first);
    const double c = std::cos(x.tilt), s = std::sin(x.tilt);
    const double y = c * run.end.q[1] + s * run.end.q[2], w = c * run.end.v[1] + s * run.end.v[2];
    EXPECT_LE(std::abs(std::complex(run.end.q[0], y) - q), 1e-7 * std::abs(q));
    EXPECT_LE(std::abs(std::complex(run.end.v[0], w) - v), 1e-7 * std::abs(v));
    EXPECT_LE(run.steps, 5000);  // it is not followed by crumbs
  }
}

}  // namespace
}  // namespace zwang::test
