// SPDX-License-Identifier: Apache-2.0
#pragma once
// All extremals of the papers' bead between two angles, by brute force: th'' = −sin th from every
// initial rate, by Runge and Kutta's method, with Jacobi's equation J'' = −cos(th) J beside it.

#include <cmath>
#include <numbers>
#include <vector>

#include "base/index.h"

namespace zwang::test::discrete {

struct Swing {
  double th = 0, rate = 0, J = 0, J_rate = 1;
};

inline Swing moved(const Swing& s, const Swing& by, double h) {
  return {s.th + h * by.th, s.rate + h * by.rate, s.J + h * by.J, s.J_rate + h * by.J_rate};
}

inline Swing rate_of(const Swing& s) {
  return {s.rate, -std::sin(s.th), s.J_rate, -std::cos(s.th) * s.J};
}

inline Swing stepped(const Swing& s, double h) {
  const Swing a = rate_of(s), b = rate_of(moved(s, a, h / 2)), c = rate_of(moved(s, b, h / 2)),
              d = rate_of(moved(s, c, h));
  return moved(moved(moved(moved(s, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
}

struct BeadExtremal {
  std::vector<Swing> states;  // at even times
  Index conjugate = 0;        // points within
};

inline BeadExtremal swing(double th0, double rate, double T, Index steps) {
  BeadExtremal e;
  e.states.push_back({th0, rate, 0, 1});
  for (Index k = 0; k < steps; ++k) {
    const Swing last = e.states.back(), next = stepped(last, T / static_cast<double>(steps));
    e.conjugate += last.J * next.J < 0;
    e.states.push_back(next);
  }
  return e;
}

/// To th1 or th1 plus whole turns, with initial rates of less than `fastest`.
inline std::vector<BeadExtremal> bead_extremals(double th0, double th1, double T, Index steps,
                                                double fastest) {
  constexpr double turn = 2 * std::numbers::pi;
  constexpr Index rates = 1000;
  std::vector<BeadExtremal> found;
  const auto end = [&](double rate) {
    return (swing(th0, rate, T, steps).states.back().th - th1) / turn;
  };
  double low = -fastest, end_low = end(low);
  for (Index i = 1; i <= rates; ++i) {
    const double high = fastest * (2 * static_cast<double>(i) / rates - 1), end_high = end(high);
    // A whole number between the two ends: bisection for each.
    const double first = std::ceil(std::min(end_low, end_high));
    for (double whole = first; whole < std::max(end_low, end_high); ++whole) {
      double a = low, b = high;
      const bool rises = end_high > end_low;
      for (int step = 0; step < 60; ++step) {
        const double middle = (a + b) / 2;
        ((end(middle) < whole) == rises ? a : b) = middle;
      }
      found.push_back(swing(th0, (a + b) / 2, T, steps));
    }
    low = high;
    end_low = end_high;
  }
  return found;
}

}  // namespace zwang::test::discrete
