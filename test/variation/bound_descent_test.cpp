// SPDX-License-Identifier: Apache-2.0
// Lagrange's problem on a polygon, against discrete solutions in closed form and an extremal that
// shooting found.

#include "variation/polygon/bound_descent.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bvp/formulas.h"

namespace zwang::test::discrete {
namespace {

using variation::Constants;
using variation::DiscreteGuess;
using variation::DiscreteResult;
using Numbers = std::vector<double>;

// The least effort from rest to rest: x' = v, F = price + v'²/2. Along a polygon, v has constant second
// differences, v_k = λ t_k (T − t_k)/2, and the sum of the links' areas is 1: λ = 12/(T³ (1 − N⁻²)).
struct Push : PlainFormula<2> {
  static constexpr int velocities = 1;
  double price = 0;
  template <class S>
  S F(double, const S*, const S* v) const {
    return price + 0.5 * v[1] * v[1];
  }
  template <class S>
  void f(double, const S* x, const S* v, S* f) const {
    f[0] = v[0] - x[1];
  }
};

// A skate in the plane: it goes where it points.
struct Skate : PlainFormula<3> {
  static constexpr int velocities = 1;
  template <class S>
  S F(double, const S*, const S* v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  template <class S>
  void f(double, const S* x, const S* v, S* f) const {
    using std::cos, std::sin;
    f[0] = v[0] * sin(x[2]) - v[1] * cos(x[2]);
  }
};

// x goes evenly, whatever v does.
struct Even : Push {
  template <class S>
  void f(double, const S*, const S* v, S* f) const {
    f[0] = v[0] - 1.0;
  }
};

DiscreteGuess straight(double T, Index links, const Numbers& from, const Numbers& to) {
  DiscreteGuess guess;
  guess.t1 = T;
  guess.intervals = links;
  for (Index k = 0; k <= links; ++k) {
    const double tau = static_cast<double>(k) / static_cast<double>(links);
    for (std::size_t i = 0; i < from.size(); ++i) {
      guess.x.push_back(from[i] + tau * (to[i] - from[i]));
    }
  }
  for (auto& end : guess.ends) end.fixed.assign(from.size(), 1);
  return guess;
}

// The time T that a polygon takes, for formulas that do not know the time itself: with v = (dx/dτ)/T,
// ∂(T F*)/∂T = F* − v·F*_v.
struct Duration {
  variation::Functional functional;
  double T = 0;

  void slopes(const double* z, double* c, double* cz, double* cp) const {
    const Index n = functional.n, m = functional.velocities;
    Numbers v(z + n, z + 2 * n);
    for (double& rate : v) rate /= T;
    const double* const lambda = z + 2 * n;
    double F = 0, mu = 0;
    Numbers F_x(v), F_v(v), f(static_cast<std::size_t>(m)), f_x(f.size() * v.size()), f_v(f_x);
    Numbers F_xx(v.size() * v.size()), F_xv(F_xx), F_vv(F_xx);
    functional.slopes(functional.self, 0, z, v.data(), lambda, &mu, &F, F_x.data(), F_v.data(),
                      F_xx.data(), F_xv.data(), F_vv.data());
    functional.velocity_rows(functional.self, 0, z, v.data(), f.data(), f_x.data(), f_v.data());
    *c = F;
    *cp = 0;
    for (Index i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      *c -= v[at] * F_v[at];
      cz[i] = F_x[at];
      cz[n + i] = 0;
      for (std::size_t j = 0; j < v.size(); ++j) {
        cz[i] -= F_xv[at * v.size() + j] * v[j];
        cz[n + i] -= F_vv[at * v.size() + j] * v[j] / T;
      }
      *cp -= cz[n + i] * v[at];
    }
    for (std::size_t k = 0; k < f.size(); ++k) {
      cz[2 * v.size() + k] = f[k];
      for (std::size_t i = 0; i < v.size(); ++i)
        cz[2 * v.size() + k] -= f_v[k * v.size() + i] * v[i];
    }
  }

  Constants constants() {
    Constants constants;
    constants.self = this;
    constants.set = [](void* self, const double* p, double* t0, double* t1) noexcept {
      *t0 = 0;
      *t1 = static_cast<Duration*>(self)->T = *p;
      return *p > 0;
    };
    constants.slopes = [](void* self, double, const double* z, double* c, double* cz,
                          double* cp) noexcept {
      static_cast<Duration*>(self)->slopes(z, c, cz, cp);
    };
    return constants;
  }
};

TEST(MinimiseBound, TakesOneStepWhereAllIsStraight) {
  const ByFormula<Push> push;
  for (const Index N : {4, 9, 16}) {
    DiscreteGuess guess = straight(2, N, {0, 0}, {1, 0});
    Numbers p;
    const DiscreteResult result = variation::minimise_bound(push.view(), {}, guess, p, 50);
    ASSERT_TRUE(result.converged);
    EXPECT_LE(result.iterations, 2);  // the second finds nothing left
    const double h = 2 / static_cast<double>(N);
    const double lambda = 12 / (8 * (1 - 1 / static_cast<double>(N * N)));
    for (std::size_t k = 0; k <= static_cast<std::size_t>(N); ++k) {
      const double t = h * static_cast<double>(k);
      EXPECT_NEAR(guess.x[2 * k + 1], lambda * t * (2 - t) / 2, 1e-12);
    }
    // F + λ f is stationary in v where v'' = −λ.
    for (const double found : guess.lambda) EXPECT_NEAR(found, lambda, 1e-11);
    EXPECT_NEAR(result.action, lambda / 2, 1e-11);
  }
}

TEST(MinimiseBound, FindsTheTimeThatTheActionAsksFor) {  // [ENDS 27]
  Push priced;
  priced.price = 1;
  const ByFormula<Push> push(priced);
  for (const double T : {1.5, 2.0, 4.0}) {
    const Index N = 16;
    DiscreteGuess guess = straight(T, N, {0, 0}, {1, 0});
    Numbers p{T};
    Duration duration{push.view()};
    ASSERT_TRUE(variation::minimise_bound(duration.functional, duration.constants(), guess, p, 50)
                    .converged);
    // S = T + 6/(T³ (1 − N⁻²)). The last step was at most 3 % of T, and leaves the square of it.
    EXPECT_NEAR(p[0], std::pow(18 / (1 - 1.0 / (N * N)), 0.25), 2e-3);
  }
}

// The straight line is where the row does not answer to the skate's direction: no step leads away.
TEST(MinimiseBound, LeavesALineThatRowsDoNotAnswerTo) {
  const ByFormula<Skate> skate;
  double last = 0;
  for (const Index N : {16, 32, 64}) {
    DiscreteGuess guess = straight(1, N, {0, 0, 0}, {0, 1, 0});
    Numbers p;
    const DiscreteResult result = variation::minimise_bound(skate.view(), {}, guess, p, 100);
    ASSERT_TRUE(result.converged);
    // Of Hamilton's equations by shooting. The error of the rule falls with the square of the step.
    const double error = std::abs(result.action - 5.5790793576);
    EXPECT_LT(error, 30.0 / static_cast<double>(N * N));
    if (last > 0) {
      EXPECT_NEAR(last / error, 4, 1);
    }
    last = error;
  }
}

TEST(MinimiseBound, SaysNoWhereRowsExcludeTheEnds) {
  const ByFormula<Even> even;
  DiscreteGuess guess = straight(1, 8, {0, 0}, {2, 0});
  Numbers p;
  EXPECT_FALSE(variation::minimise_bound(even.view(), {}, guess, p, 50).converged);
}

TEST(MinimiseBound, TakesVelocityRowsAlone) {
  const ByFormula<Bead> bead;
  DiscreteGuess guess = straight(1, 8, {1, 0}, {0, 1});
  const Numbers before = guess.x;
  Numbers p;
  EXPECT_FALSE(variation::minimise_bound(bead.view(), {}, guess, p, 50).converged);
  EXPECT_EQ(guess.x, before);
}

}  // namespace
}  // namespace zwang::test::discrete
