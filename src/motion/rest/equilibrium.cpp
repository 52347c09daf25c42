// SPDX-License-Identifier: Apache-2.0
#include "motion/rest/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "instant/usable.h"
#include "linalg/spectrum.h"
#include "linalg/vector.h"
#include "motion/rest/contact_rest.h"

namespace zwang::motion {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using State = std::vector<double>;

/// Looks for rest at one time. A place is n coordinates on the constraints.
class EquilibriumSearch {
 public:
  EquilibriumSearch(RightSide& side, Projector& projector, double t, const State& start);

  /// Newton's method, steps shortened until they gain; moves q. True: at rest.
  bool newton(State& q, int most_iterations);
  /// Falls, and stops whenever it would climb. True: at rest.
  bool relax(State& q);

  /// aᵀM a of the acceleration from rest; infinite where there is none.
  double restlessness(const State& q);
  double distance(const State& x, const State& y);  // in the metric of M
  bool at_rest() const { return largest_ <= good_; }
  double largest_acceleration() const { return largest_; }
  int iterations() const { return iterations_; }

  /// How far each coordinate may be from exact rest; empty: unknown.
  State errors(const State& q);

 private:
  double mass_product(const State& x, const State& y);
  double largest_reaction(const Instant& now);
  bool project(State& q, State& v);
  bool solve_newton(const State& q, State& change);

  RightSide& side_;
  Projector& projector_;
  double t_;
  SmallMotions motions_;
  State zero_, a_;     // a_: the acceleration that restlessness() found
  double size_ = 1;    // of the coordinates
  double forces_ = 0;  // that have to balance, as accelerations
  double good_ = 0;    // an acceleration that counts as none
  double largest_ = 0;
  int iterations_ = 0;
};

EquilibriumSearch::EquilibriumSearch(RightSide& side, Projector& projector, double t,
                                     const State& start)
    : side_(side), projector_(projector), t_(t), zero_(start.size(), 0.0), a_(start.size(), 0.0) {
  if (linalg::largest(start) > 0) size_ = linalg::largest(start);
  restlessness(start);
  // The forces that have to balance set the measure: their rounding is what can be left.
  double forces = linalg::largest(a_);
  const Instant& now = side_.full_instant(t_, start.data(), zero_.data());
  if (now.free_motion) {
    forces = std::max(forces, linalg::largest(now.free_acceleration));  // [UK92 2]
  }
  forces = std::max(forces, largest_reaction(now));  // sparse kernels know no free acceleration
  forces_ = forces;
  good_ = 1e-9 * forces;
}

// As an acceleration of what it acts on alone.
double EquilibriumSearch::largest_reaction(const Instant& now) {
  side_.fill_mass();
  const double* M = side_.numbers().M();
  double most = 0;
  std::size_t first = 0;
  for (const std::size_t size : side_.equations().mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      const double m = std::abs(M[i * size + i]);
      if (m > 0) most = std::max(most, std::abs(now.force_lagrange[first + i]) / m);
    }
    M += size * size;
    first += size;
  }
  return most;
}

double EquilibriumSearch::mass_product(const State& x, const State& y) {
  side_.fill_mass();
  const double* M = side_.numbers().M();
  double sum = 0;
  std::size_t first = 0;
  for (const std::size_t size : side_.equations().mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) sum += x[first + i] * M[i * size + j] * y[first + j];
    }
    M += size * size;
    first += size;
  }
  return sum;
}

double EquilibriumSearch::restlessness(const State& q) {
  const Instant& now = side_.instant(t_, q.data(), zero_.data());
  if (!instant::usable(now.status)) return infinity;
  a_ = now.acceleration;
  largest_ = linalg::largest(a_);
  const double square = std::abs(mass_product(a_, a_));
  return std::isfinite(square) ? square : infinity;
}

double EquilibriumSearch::distance(const State& x, const State& y) {
  State between(x);
  for (std::size_t i = 0; i < x.size(); ++i) between[i] -= y[i];
  return std::sqrt(std::abs(mass_product(between, between)));
}

bool EquilibriumSearch::project(State& q, State& v) {
  return projector_.project(t_, q.data(), v.data()).converged;
}

// Along the constraints: P ∂ẍ/∂q P δ = −P ẍ, and the shortest of these where some change nothing.
bool EquilibriumSearch::solve_newton(const State& q, State& change) {
  restlessness(q);
  State wanted(a_.size(), 0.0);
  if (!motions_.form(side_, t_, q)) return false;
  for (std::size_t j = 0; j < a_.size(); ++j) {
    for (std::size_t i = 0; i < a_.size(); ++i) wanted[i] -= motions_.P[j * a_.size() + i] * a_[j];
  }
  change = linalg::shortest_solution(motions_.n, motions_.by_q, wanted, 1e-10);
  return std::isfinite(linalg::largest(change));
}

bool EquilibriumSearch::newton(State& q, int most_iterations) {
  double before = restlessness(q);
  State change, trial, rates;
  for (int k = 0; k < most_iterations && before > 0; ++k) {
    ++iterations_;
    if (!solve_newton(q, change)) return false;
    const double step = linalg::largest(change);
    double share = std::min(1.0, size_ / step), after = infinity;
    for (int halving = 0; halving < 12; ++halving, share *= 0.5) {
      trial = q;
      rates = zero_;
      for (std::size_t i = 0; i < q.size(); ++i) trial[i] += share * change[i];
      after = project(trial, rates) ? restlessness(trial) : infinity;
      if (after < (1 - 0.2 * share) * before) break;
    }
    if (!(after < before)) break;  // rounding, or a place where no step gains
    q = trial;
    before = after;
    if (step <= 1e-15 * size_) break;
  }
  restlessness(q);
  return at_rest();
}

// The fast inertial relaxation engine: E. Bitzek and others, Physical Review Letters 97 (2006),
// with forces from rest and rates kept along the constraints.
bool EquilibriumSearch::relax(State& q) {
  State v(zero_);
  restlessness(q);
  if (largest_ == 0) return true;
  const double first_dt = 0.03 * std::sqrt(size_ / largest_);
  double dt = first_dt, turn = 0.1;
  for (int k = 0, falling = 0; k < 20000; ++k) {
    ++iterations_;
    for (std::size_t i = 0; i < q.size(); ++i) v[i] += dt * a_[i];
    if (mass_product(v, a_) > 0) {
      const double speed = std::sqrt(mass_product(v, v) / mass_product(a_, a_));
      for (std::size_t i = 0; i < q.size(); ++i) v[i] += turn * (speed * a_[i] - v[i]);
      if (++falling > 5) {
        dt = std::min(1.1 * dt, 10 * first_dt);
        turn *= 0.99;
      }
    } else {
      v = zero_;
      dt *= 0.5;
      turn = 0.1;
      falling = 0;
    }
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += dt * v[i];
    if (!project(q, v) || restlessness(q) == infinity) return false;
    if (largest_ <= 1e6 * good_ || k % 500 == 499) {  // near enough for Newton to end it
      State trial(q);
      const bool found = newton(trial, 20) && distance(trial, q) <= 0.1 * size_;
      if (found) q = trial;
      if (found) return true;
      restlessness(q);
    }
  }
  return at_rest();
}

// What is left of the forces, and what rounding of them and of their arguments hides, moves the place by K⁺ of it along the
// constraints; across them by what these are missed by. Twice all that: it is the first order of a smooth law.
State EquilibriumSearch::errors(const State& q) {
  constexpr Index most_coordinates = 300;  // K⁺ takes the cube of them
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  restlessness(q);
  if (side_.equations().n > most_coordinates || !motions_.form(side_, t_, q)) return {};
  const std::size_t n = q.size();
  const auto inverse = linalg::pseudo_inverse(motions_.n, motions_.by_q, 1e-10);
  if (inverse.rank < motions_.n - motions_.rank) return {};  // it could rest beside as well
  const double across =
      projector_.residuals(t_, q.data(), zero_.data()).position + rounding * linalg::largest(q);
  State left(n, rounding * forces_), error(n, across);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      left[i] += rounding * std::abs(motions_.by_q[j * n + i] * q[j]);
  }
  for (std::size_t i = 0; i < n; ++i) {
    double along = 0;
    for (std::size_t j = 0; j < n; ++j) along += motions_.P[j * n + i] * a_[j];
    left[i] += std::abs(along);
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) error[i] += std::abs(inverse.entries[j * n + i]) * left[j];
  }
  for (double& x : error) x *= 2;
  return std::isfinite(linalg::largest(error)) ? error : State{};
}

void judge(RightSide& side, double t, const State& place, Equilibrium& result) {
  SmallMotions motions;
  if (!motions.form(side, t, place)) return;
  result.stability = judge_stability(motions, side.equations().order, result.growth);
}

}  // namespace

Equilibrium find_equilibrium(RightSide& side, Projector& projector, double t, double* q,
                             double* v) {
  const auto n = static_cast<std::size_t>(side.equations().n);
  std::fill_n(v, n, 0.0);
  Equilibrium result;
  if (has_contacts(side)) return find_contact_rest(side, projector, t, q, v);
  if (!side.equations().tangent.compiled) return result;
  // Rows that ask for motion allow no rest.
  const Residuals asked = projector.residuals(t, q, v);
  if (!(asked.velocity <= 1e-12)) return result;

  const State start(q, q + n);
  EquilibriumSearch search(side, projector, t, start);
  State place(start);
  result.found = search.newton(place, 50);
  if (result.found) judge(side, t, place, result);
  if (!result.found || result.stability == Stability::unstable) {
    State fallen(start);
    const bool rests = search.relax(fallen);
    const bool nearer =
        !result.found || search.distance(fallen, start) < search.distance(place, start);
    if (rests && nearer) {
      place = fallen;
      result.found = true;
      judge(side, t, place, result);
    }
  }
  search.restlessness(place);
  result.largest_acceleration = search.largest_acceleration();
  result.iterations = search.iterations();
  if (result.found) result.error = search.errors(place);
  if (result.found) std::copy(place.begin(), place.end(), q);
  return result;
}

}  // namespace zwang::motion
