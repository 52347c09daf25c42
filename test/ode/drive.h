// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loops over steps, as plain as can be: fixed steps, and steps chosen by a controller.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ode/controller.h"
#include "ode/gauss6.h"
#include "ode/problems.h"
#include "ode/radau5/radau5.h"

namespace zwang::test {

/// Tolerances with their own array.
struct Allowed {
  Allowed(Index n, double absolute_, double relative)
      : absolute(static_cast<std::size_t>(n), absolute_), relative_(relative) {}
  ode::Tolerances view() const { return {absolute.data(), relative_}; }
  std::vector<double> absolute;
  double relative_;
};

/// One step of any method by one name. Radau5 and Gauss6 begin afresh.
template <class Method>
ode::Outcome take(Method& step, const ode::System& f, double t, const double* y, double dt) {
  if constexpr (std::is_same_v<Method, ode::Radau5>) {
    ode::Radau5Memory memory(f.n);
    const Allowed tight(f.n, 1e-14, 1e-12);
    return advance(step, memory, f, t, y, nullptr, dt, tight.view());
  } else if constexpr (std::is_same_v<Method, ode::Gauss6>) {
    return advance(step, f, t, y, nullptr, nullptr, dt);
  } else {
    return advance(step, f, t, y, nullptr, dt);
  }
}

/// `count` equal steps; NaN if one of them fails.
template <class Method>
OdeState fixed_steps(const ode::System& f, double t, OdeState y, double t_end, int count) {
  Method step(f.n);
  const double dt = (t_end - t) / count;
  for (int i = 0; i < count; ++i) {
    if (take(step, f, t + i * dt, y.data(), dt) != ode::Outcome::done)
      return OdeState(y.size(), std::nan(""));
    std::copy_n(step.y_new.data(), f.n, y.data());
  }
  return y;
}

struct Arrival {
  OdeState y;
  long steps = 0, rejected = 0;
  bool reached = false;
};

constexpr long kMostAttempts = 1000000;

template <class Method>
Arrival adaptive_steps(const ode::System& f, double t, const OdeState& start, double t_end,
                       const ode::Tolerances& tolerances) {
  Method step(f.n);
  ode::Controller controller = controller_for(step);
  Arrival arrival{start};
  OdeState f0(start), scratch(2 * start.size());
  f.f(f.self, t, arrival.y.data(), f0.data());
  double dt = ode::guess_first_step(f, t, arrival.y.data(), f0.data(), t_end - t, Method::order,
                                    tolerances, scratch.data());
  for (long k = 0; k < kMostAttempts && !ode::too_small(t, dt); ++k) {
    const bool last =
        std::fabs(t + dt - t_end) <= 1e-10 * std::fabs(dt) || std::fabs(dt) > std::fabs(t_end - t);
    if (last) dt = t_end - t;
    const bool done = advance(step, f, t, arrival.y.data(), f0.data(), dt) == ode::Outcome::done;
    const double error = done ? judge(step, step.y_new.data(), tolerances) : HUGE_VAL;
    const ode::Decision decision = decide(controller, error, dt);
    ++(decision.accepted ? arrival.steps : arrival.rejected);
    if (decision.accepted) {
      t += dt;
      std::copy_n(step.y_new.data(), f.n, arrival.y.data());
      f.f(f.self, t, arrival.y.data(), f0.data());
      if (last) return arrival.reached = true, arrival;
    }
    dt = decision.dt;
  }
  return arrival;
}

/// The same for radau5; `see(step)` is called for every accepted step.
template <class See>
Arrival radau_steps(const ode::System& f, double t, const OdeState& start, double t_end, double dt,
                    const ode::Tolerances& tolerances, ode::Radau5Memory& memory, See see) {
  ode::Radau5 step(f.n);
  Arrival arrival{start};
  for (long k = 0; k < kMostAttempts && !ode::too_small(t, dt); ++k) {
    const bool last = std::fabs(dt) >= std::fabs(t_end - t);
    if (last) dt = t_end - t;
    const ode::Outcome outcome =
        advance(step, memory, f, t, arrival.y.data(), nullptr, dt, tolerances);
    if (outcome != ode::Outcome::done) {
      dt = recover(memory, step, outcome);
      ++arrival.rejected;
      continue;
    }
    double error = judge(step, step.y_new.data(), tolerances);
    if (error > 1 && (memory.dt_before == 0 || memory.rejected)) {
      if (refine_error(step, memory, f) == ode::Outcome::done)
        error = judge(step, step.y_new.data(), tolerances);
    }
    const ode::Decision decision = decide(memory, step, error);
    ++(decision.accepted ? arrival.steps : arrival.rejected);
    if (decision.accepted) {
      t = last ? t_end : t + dt;
      std::copy_n(step.y_new.data(), f.n, arrival.y.data());
      see(step);
      if (last) return arrival.reached = true, arrival;
    }
    dt = decision.dt;
  }
  return arrival;
}

inline Arrival radau_steps(const ode::System& f, double t, const OdeState& start, double t_end,
                           double dt, const ode::Tolerances& tolerances) {
  ode::Radau5Memory memory(f.n);
  return radau_steps(f, t, start, t_end, dt, tolerances, memory, [](ode::Radau5&) {});
}

inline double distance(const OdeState& x, const OdeState& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return std::sqrt(sum);
}

/// The slope of log error over log dt, by least squares: dt = span/count.
inline double slope(const std::vector<int>& counts, const std::vector<double>& errors) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  const double m = static_cast<double>(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double x = -std::log(counts[i]), y = std::log(errors[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (m * sxy - sx * sy) / (m * sxx - sx * sx);
}

}  // namespace zwang::test
