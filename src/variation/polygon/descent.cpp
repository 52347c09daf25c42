// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/vector.h"
#include "variation/polygon/falling.h"

namespace zwang::variation {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Of the slope, relative: h times the error of Euler's equation against F_v. Rounding of nodes
/// alone leaves N·eps of it.
constexpr double flat = 1e-10;
/// Rounding may stop a search for lower actions when the slope is already below this: actions
/// agree to the square of it.
constexpr double nearly_flat = 1e-6;
/// A curvature above −this (in units of the weight, see ReducedHessian) does not fall.
constexpr double level = 1e-8;
constexpr int most_halvings = 30;
/// Of what a step foretells: the error that it leaves is about this part of it.
constexpr double told = 0.05;
constexpr double endless = 1e4;  // in units of the reach: there is no minimum

double largest(const std::vector<double>& x) {
  double most = 0;
  for (const double entry : x) most = std::max(most, std::fabs(entry));
  return most;
}

}  // namespace

Descent::Descent(const Polygon& polygon, const std::vector<double>& targets, double reach,
                 bool roughly)
    : reach_(reach),
      roughly_(roughly),
      hessian_(polygon, targets, reach, roughly),
      nothing_(targets.size() + 1, 0.0) {}

bool Descent::meet_integrals(std::vector<double>& x) {
  if (hessian_.integrals.count() == 0) return true;
  for (int step = 0; step < 100; ++step) {
    if (!hessian_.constrain(x.data())) return false;
    if (hessian_.integrals.met()) return true;
    if (!hessian_.integrals.approach(x, 0.5 * reach_, hessian_.action, hessian_.onto)) return false;
  }
  return false;
}

/// trial ← x + part·step, on rows and integrals; its action, ∞ where there is none.
double Descent::retract(const std::vector<double>& x, double part) {
  trial_ = x;
  for (std::size_t i = 0; i < x.size(); ++i) trial_[i] += part * step_[i];
  if (!hessian_.onto.bring_all(trial_.data())) return infinity;
  if (!hessian_.integrals.restore(trial_.data(), hessian_.action, hessian_.onto)) return infinity;
  return hessian_.action.value(trial_.data(), nothing_.data());
}

/// Halves the step until the action falls by a part of what its rate promises (Armijo).
bool Descent::search(std::vector<double>& x, double rate) {
  double part = 1;
  // No step needs to be longer than the polygon itself.
  const double length = largest(step_), longest = 2 * std::max(reach_, largest(x));
  if (length > longest) part = longest / length;
  const bool cut = part < 1;
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    const double action = retract(x, part);
    if (!(action <= action_ + 1e-4 * part * rate + rounding_)) continue;
    sigma_ = halving > 1 ? std::max(4 * sigma_, 1e-2) : cut || sigma_ < 1e-4 ? sigma_ : sigma_ / 8;
    if (sigma_ < 1e-4) sigma_ = 0;
    reached_ = action;
    x.swap(trial_);
    return true;
  }
  return false;
}

bool Descent::newton_step(std::vector<double>& x, Bordered& system) {
  const double sigma = definite_shift(system, sigma_);
  if (!std::isfinite(sigma)) return false;
  sigma_ = sigma;
  eta_ = hessian_.slope;
  for (double& entry : eta_) entry = -entry;
  system.solve(eta_, {});
  const double rate = linalg::dot(eta_.data(), hessian_.slope.data(), hessian_.tangents.unknowns());
  step_.resize(x.size());
  hessian_.tangents.lift(eta_.data(), step_.data());
  if (!(rate <= 0) || !search(x, rate)) return false;
  const double foretold = rate / 2;
  as_foretold_ = sigma == 0 && std::fabs(reached_ - action_ - foretold) <= told * -foretold;
  return true;
}

bool Descent::leave_saddle(std::vector<double>& x, Bordered& system) {
  eta_ = falling_direction(system, hessian_.tangents.unknowns());
  if (eta_.empty()) return false;
  step_.resize(x.size());
  hessian_.tangents.lift(eta_.data(), step_.data());
  double part = 0.5 * reach_ / largest(step_);
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    double lowest = action_ - rounding_;
    std::vector<double> best;
    for (const double side : {part, -part}) {
      const double action = retract(x, side);
      if (!(action < lowest)) continue;
      lowest = action;
      best = trial_;
    }
    if (best.empty()) continue;
    x.swap(best);
    return true;
  }
  return false;
}

DiscreteResult Descent::run(std::vector<double>& x, int most_iterations) {
  DiscreteResult result;
  sigma_ = 0;
  start_ = largest(x);
  for (;; ++result.iterations) {
    double magnitude = 0;
    action_ = hessian_.action.value(x.data(), nothing_.data(), &magnitude);
    result.action = action_;
    if (!std::isfinite(action_) || !hessian_.at(x.data())) return result;
    rounding_ = 1e-14 * magnitude;
    result.slope = hessian_.relative_slope;
    Bordered system(hessian_.H, hessian_.weight, hessian_.integrals.J, hessian_.integrals.count());
    const bool at_rest = result.slope <= flat;
    if (at_rest || result.iterations >= most_iterations) {
      result.negative = system.factor(level).negative;
      result.converged = at_rest && result.negative == 0;
    }
    if (result.converged || result.iterations >= most_iterations) return result;
    if (largest(x) > endless * std::max(reach_, start_)) return result;
    if (at_rest ? leave_saddle(x, system) : newton_step(x, system)) {
      if (!roughly_ || at_rest || !as_foretold_) continue;
      result.action = reached_;
      result.converged = true;
      return result;
    }
    result.negative = system.factor(level).negative;
    result.converged = result.slope <= nearly_flat && result.negative == 0;
    return result;
  }
}

}  // namespace zwang::variation
