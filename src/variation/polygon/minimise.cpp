// SPDX-License-Identifier: Apache-2.0
// From a guess to a minimum of the discrete action: every start that the guess suggests, the lowest
// that converged.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/block_tridiagonal.h"
#include "linalg/vector.h"
#include "variation/polygon/reduced_hessian.h"
#include "variation/polygon/starts.h"

namespace zwang::variation {

namespace {

// The direction in which a stationary point is least of all a minimum.

constexpr double first_shift = 1e-2, last_shift = 1e16;

bool definite(linalg::Bordered& system, double sigma) {
  const linalg::SymmetricInertia inertia = system.factor(sigma);
  return inertia.negative == 0 && inertia.zero == 0;
}

/// Largest entry 1, in size; false where there is none.
bool normalise(std::vector<double>& x) {
  const double most = linalg::largest(x);
  if (!(most > 0) || !std::isfinite(most)) return false;
  for (double& entry : x) entry /= most;
  return true;
}

/// σ from `least` on, by fours, until nothing falls; ∞ if that does not happen.
double definite_shift(linalg::Bordered& system, double least) {
  for (double sigma = least; sigma < last_shift; sigma = std::max(4 * sigma, first_shift))
    if (definite(system, sigma)) return sigma;
  return std::numeric_limits<double>::infinity();
}

/// η of the lowest eigenvalue of H against W where J η = 0, largest entry 1; empty where none is
/// negative. Bisection by inertia, then inverse iteration.
std::vector<double> falling_direction(linalg::Bordered& system, Index unknowns) {
  double high = definite_shift(system, 0), low = 0;
  if (high == 0 || !std::isfinite(high)) return {};
  while (high - low > 1e-3 * high) {
    const double middle = (low + high) / 2;
    (definite(system, middle) ? high : low) = middle;
  }
  system.factor(high);
  // A start with every direction in it, the same on every machine.
  std::vector<double> eta(unknowns);
  for (Index i = 0; i < unknowns; ++i)
    eta[i] = 1 + 0.5 * std::cos(static_cast<double>(i * 7 % 11) + 0.01 * static_cast<double>(i));
  for (int round = 0; round < 6; ++round) {
    system.solve(eta, {});
    if (!normalise(eta)) return {};
  }
  return eta;
}

/// Down from one start: Newton's method in tangent coordinates, shifted until it goes down, every step
/// bent back onto rows and integrals, so that the action alone decides. At a saddle, down along the
/// direction that falls most.
class Descent {
 public:
  /// `reach`: how far the polygon reaches; the unit of long steps.
  /// Roughly: until a full step, from where every direction rises, goes down by as much as it said;
  /// else down to a slope of rounding.
  Descent(const Polygon& polygon, const std::vector<double>& targets, double reach, bool roughly);

  /// Moves x, whose nodes are on their rows, until the integrals are met. False: they do not get
  /// there; a straight line is where lengths do not answer to the nodes.
  bool meet_integrals(std::vector<double>& x);

  DiscreteResult run(std::vector<double>& x, int most_iterations);

  double action_at(const std::vector<double>& x) noexcept {
    return hessian_.action.value(x.data(), nothing_.data());
  }
  const std::vector<double>& mu() const { return hessian_.mu; }

 private:
  bool newton_step(std::vector<double>& x, linalg::Bordered& system);
  bool leave_saddle(std::vector<double>& x, linalg::Bordered& system);
  double retract(const std::vector<double>& x, double part);
  bool search(std::vector<double>& x, double rate);

  double reach_;
  bool roughly_;
  ReducedHessian hessian_;
  std::vector<double> eta_, step_, trial_, nothing_;
  double action_ = 0, rounding_ = 0, sigma_ = 0, start_ = 0;
  double reached_ = 0;        // the action behind the last step
  bool as_foretold_ = false;  // by its quadratic model
};

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
  const double length = linalg::largest(step_), longest = 2 * std::max(reach_, linalg::largest(x));
  if (length > longest) part = longest / length;
  const bool cut = part < 1;
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    const double action = retract(x, part);
    if (!(action <= action_ + 1e-4 * part * rate + rounding_)) continue;  // [ENDS 24]
    sigma_ = halving > 1 ? std::max(4 * sigma_, 1e-2) : cut || sigma_ < 1e-4 ? sigma_ : sigma_ / 8;
    if (sigma_ < 1e-4) sigma_ = 0;
    reached_ = action;
    x.swap(trial_);
    return true;
  }
  return false;
}

bool Descent::newton_step(std::vector<double>& x, linalg::Bordered& system) {
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

bool Descent::leave_saddle(std::vector<double>& x, linalg::Bordered& system) {
  eta_ = falling_direction(system, hessian_.tangents.unknowns());
  if (eta_.empty()) return false;
  step_.resize(x.size());
  hessian_.tangents.lift(eta_.data(), step_.data());
  double part = 0.5 * reach_ / linalg::largest(step_);
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
  start_ = linalg::largest(x);
  for (;; ++result.iterations) {
    double magnitude = 0;
    action_ = hessian_.action.value(x.data(), nothing_.data(), &magnitude);
    result.action = action_;
    if (!std::isfinite(action_) || !hessian_.at(x.data())) return result;
    rounding_ = 1e-14 * magnitude;
    result.slope = hessian_.relative_slope;
    linalg::Bordered system(hessian_.H, hessian_.weight, hessian_.integrals.J,
                            hessian_.integrals.count());
    const bool at_rest = result.slope <= flat;
    if (at_rest || result.iterations >= most_iterations) {
      result.negative = system.factor(level).negative;
      result.converged = at_rest && result.negative == 0;
    }
    if (result.converged || result.iterations >= most_iterations) return result;
    if (linalg::largest(x) > endless * std::max(reach_, start_)) return result;
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

constexpr int most_bumps = 8;  // two to a direction

struct Best {
  bool any = false;
  DiscreteResult result;
  std::vector<double> x, mu;

  void take(const DiscreteResult& other, const std::vector<double>& nodes,
            const std::vector<double>& multipliers) {
    const bool better =
        !any ||
        (other.converged != result.converged ? other.converged : other.action < result.action);
    if (!better) return;
    any = true;
    result = other;
    x = nodes;
    mu = multipliers;
  }
};

bool fits(const Functional& f, const DiscreteGuess& guess) {
  return f.velocities == 0 && guess.intervals > 0 && guess.t1 > guess.t0 &&
         static_cast<Index>(guess.x.size()) == (guess.intervals + 1) * f.n &&
         static_cast<Index>(guess.targets.size()) == f.integrals;
}

/// Bumps to either side of a start that meet the integrals, lower actions first.
std::vector<std::vector<double>> sides(const Polygon& polygon, const std::vector<double>& start,
                                       Descent& descent, OntoRows& onto) {
  std::vector<std::pair<double, std::vector<double>>> found;
  for (int number = 0; number < most_bumps && (number % 2 == 1 || found.empty()); ++number) {
    std::vector<double> x = bump(polygon, start, 0.25, number);
    if (!onto.bring_all(x.data()) || !descent.meet_integrals(x)) continue;
    found.emplace_back(descent.action_at(x), std::move(x));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::vector<double>> all;
  for (auto& [action, x] : found) all.push_back(std::move(x));
  return all;
}

/// From one start; where its integrals cannot be met from there, from either side of it.
void descend(const Polygon& polygon, std::vector<double> x, const DiscreteGuess& guess,
             int most_iterations, bool roughly, Best& best) {
  Descent descent(polygon, guess.targets, reach(polygon, guess.x), roughly);
  const std::vector<double> start = x;
  if (descent.meet_integrals(x)) {
    best.take(descent.run(x, most_iterations), x, descent.mu());
    return;
  }
  OntoRows onto(polygon, roughly);
  for (std::vector<double>& side : sides(polygon, start, descent, onto)) {
    const DiscreteResult result = descent.run(side, most_iterations);
    best.take(result, side, descent.mu());
    // From the far side of a hill the way is long, and leads to the same valley.
    if (roughly && result.converged) most_iterations = std::min(most_iterations, result.iterations);
  }
}

}  // namespace

DiscreteResult minimise(const Functional& functional, DiscreteGuess& guess, int most_iterations,
                        bool roughly) {
  if (!fits(functional, guess)) return {};
  const Polygon polygon{&functional, guess.t0, guess.t1, guess.intervals, guess.ends};
  OntoRows onto(polygon, roughly);
  Best best;
  std::vector<std::vector<double>> all = starts(polygon, guess.x, onto);
  for (const std::vector<double>& start : all)
    descend(polygon, start, guess, most_iterations, roughly, best);
  if (!best.any) {
    if (!all.empty()) guess.x = std::move(all.front());  // on its rows, at least
    return {};
  }
  guess.x = std::move(best.x);
  guess.mu = std::move(best.mu);
  return best.result;
}

}  // namespace zwang::variation
