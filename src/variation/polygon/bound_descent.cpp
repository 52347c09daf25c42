// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/bound_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/vector.h"
#include "variation/polygon/starts.h"

namespace zwang::variation {

namespace {

constexpr double first_shift = 1e-2, last_shift = 1e8;
constexpr int most_halvings = 16, most_bumps = 4;
/// Of the curve's own size: after such a step the next would be the square of it.
constexpr double small_step = 0.03;
/// The same over N⁻², if that is more: few links are off by as much themselves.
constexpr double small_beside_links = 3.2;
constexpr double faster = 0.5;    // of its largest rate
constexpr double straight = 0.1;  // of the rows' misses: what a full step may leave

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

BoundDescent::BoundDescent(const Functional& functional, const Constants& constants,
                           const DiscreteGuess& guess, std::vector<double> p_)
    : p(std::move(p_)),
      polygon_{&functional, guess.t0, guess.t1, guess.intervals, guess.ends},
      constants_(constants),
      n_(functional.n),
      m_(functional.velocities),
      u_(static_cast<Index>(p.size())),
      action_(polygon_),
      system_(polygon_, u_) {
  const Index rows = polygon_.links * m_, size = polygon_.size();
  for (auto* vector : {&lambda, &c_, &trial_c_, &dlambda_, &bent_lambda_}) vector->resize(rows);
  for (auto* matrix : {&by_left_, &by_right_}) matrix->resize(rows * n_);
  mu_.resize(1);
  dx_.resize(size);
  for (auto* vector : {&dp_, &weights_, &by_.L_p, &rates_}) vector->resize(u_);
  z_.resize(2 * n_ + m_);
  by_z_.resize(at(u_) * z_.size());
  by_.L_x.resize(u_ * size);
  by_.c.resize(u_ * rows);
  for (auto* square : {&by_.L_pp, &by_p_}) square->resize(u_ * u_);
}

bool BoundDescent::set(const std::vector<double>& constants) noexcept {
  return u_ == 0 || constants_.set(constants_.self, constants.data(), &polygon_.t0, &polygon_.t1);
}

bool BoundDescent::merit(const std::vector<double>& nodes, const std::vector<double>& constants,
                         Merit& merit) {
  if (!set(constants)) return false;
  merit.action = action_.value(nodes.data(), mu_.data());
  if (!std::isfinite(merit.action) ||
      !action_.velocities(nodes.data(), trial_c_.data(), nullptr, nullptr)) {
    return false;
  }
  merit.missed = 0;
  for (const double c : trial_c_) merit.missed += std::fabs(c);
  return true;
}

/// h F* of a link is ∫ L dτ over a part 1/N of the way, x and dx/dτ being those of its middle.
void BoundDescent::expand_by_constants() {
  const Index size = polygon_.size(), rows = polygon_.links * m_, width = 2 * n_ + m_;
  const auto links = static_cast<double>(polygon_.links);
  for (auto* sum : {&by_.L_p, &by_.L_pp, &by_.L_x}) std::fill(sum->begin(), sum->end(), 0.0);
  for (Index k = 0; k < polygon_.links; ++k) {
    const double *const a = x.data() + k * n_, *const b = a + n_;
    for (Index i = 0; i < n_; ++i) {
      z_[i] = (a[i] + b[i]) / 2;
      z_[n_ + i] = (b[i] - a[i]) * links;
    }
    std::copy_n(lambda.data() + k * m_, m_, z_.data() + 2 * n_);
    const double tau = (static_cast<double>(k) + 0.5) / links;
    constants_.slopes(constants_.self, tau, z_.data(), rates_.data(), by_z_.data(), by_p_.data());
    for (Index j = 0; j < u_; ++j) {
      const double* const by = by_z_.data() + j * width;
      double* const L_x = by_.L_x.data() + j * size + k * n_;
      by_.L_p[j] += rates_[j] / links;
      for (Index i = 0; i < u_; ++i) by_.L_pp[j * u_ + i] += by_p_[j * u_ + i] / links;
      for (Index i = 0; i < n_; ++i) {
        L_x[i] += by[i] / (2 * links) - by[n_ + i];
        L_x[n_ + i] += by[i] / (2 * links) + by[n_ + i];
      }
      for (Index i = 0; i < m_; ++i) by_.c[j * rows + k * m_ + i] = by[2 * n_ + i] / links;
    }
  }
}

bool BoundDescent::expand() {
  if (!action_.expand(x.data(), mu_.data(), lambda.data()) ||
      !action_.velocities(x.data(), c_.data(), by_left_.data(), by_right_.data())) {
    return false;
  }
  if (u_ > 0) expand_by_constants();
  system_.assemble(action_, by_left_, by_right_, by_);
  return std::isfinite(linalg::largest(by_.L_pp) + linalg::largest(by_.L_p));
}

/// Of L; the shift in units of what a free particle of the same action has.
bool BoundDescent::find_step() {
  const double T = polygon_.t1 - polygon_.t0;
  const double mass =
      std::max(action_.mass_size, 2 * std::fabs(action_.action) * T / (reach_ * reach_));
  for (Index j = 0; j < u_; ++j) {
    const double size = std::max(std::fabs(p[j]), 1e-3);
    weights_[j] = mass / T * reach_ * reach_ / (size * size);
  }
  for (double sigma = sigma_;; sigma = std::max(4 * sigma, first_shift)) {
    if (sigma > last_shift) return false;
    used_ = sigma_ = sigma;
    if (system_.factor(sigma, mass, weights_)) break;
  }
  for (std::size_t i = 0; i < dx_.size(); ++i) dx_[i] = -action_.slope[i];
  for (std::size_t i = 0; i < c_.size(); ++i) dlambda_[i] = -c_[i];
  for (std::size_t j = 0; j < dp_.size(); ++j) dp_[j] = -by_.L_p[j];
  system_.solve(dx_, dlambda_, dp_);
  return std::isfinite(linalg::largest(dx_) + linalg::largest(dlambda_) + linalg::largest(dp_));
}

void BoundDescent::try_part(double part) {
  part_ = part;
  trial_x_ = x;
  trial_p_ = p;
  for (std::size_t i = 0; i < x.size(); ++i) trial_x_[i] += part * dx_[i];
  for (std::size_t j = 0; j < p.size(); ++j) trial_p_[j] += part * dp_[j];
}

/// A full step along bent rows misses them by its square, and the merit grows though it was a good
/// one: back onto the rows, by the same matrix.
bool BoundDescent::bend(double rate, Merit& there) {
  bent_x_.assign(x.size(), 0.0);
  bent_p_.assign(p.size(), 0.0);
  for (std::size_t i = 0; i < trial_c_.size(); ++i) bent_lambda_[i] = -trial_c_[i];
  system_.solve(bent_x_, bent_lambda_, bent_p_);
  for (std::size_t i = 0; i < x.size(); ++i) trial_x_[i] += bent_x_[i];
  for (std::size_t j = 0; j < p.size(); ++j) trial_p_[j] += bent_p_[j];
  return merit(trial_x_, trial_p_, there) && there.at(nu_) <= now_.at(nu_) + 1e-4 * rate;
}

/// No coordinate that moves is to move more than so many times faster at once: angles would turn round
/// where they hardly matter.
double BoundDescent::longest_part() const {
  double part = 1;
  for (Index i = 0; i < n_; ++i) {
    double fastest = 0, change = 0;
    for (Index k = i; k + n_ < polygon_.size(); k += n_) {
      fastest = std::max(fastest, std::fabs(x[k + n_] - x[k]));
      change = std::max(change, std::fabs(dx_[k + n_] - dx_[k]));
    }
    if (fastest > 0 && change > faster * fastest) part = std::min(part, faster * fastest / change);
  }
  const double longest = 4 * std::max(reach_, linalg::largest(x)), length = linalg::largest(dx_);
  return length * part > longest ? longest / length : part;
}

bool BoundDescent::search() {
  double most = 0;
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    most = std::max(most, std::fabs(lambda[i] + dlambda_[i]));
  }
  nu_ = std::max(1.5 * most, std::min(nu_, 10 * most));
  // ∇S·(δx, δp) of the linearised rows: L' − λ c' with c' = −c.
  double rate = product(by_.L_p, dp_) + product(lambda, c_) - nu_ * now_.missed;
  for (std::size_t i = 0; i < dx_.size(); ++i) rate += action_.slope[i] * dx_[i];
  if (!(rate <= 0)) return false;
  const double longest = longest_part();
  // A longer one only where rows are as straight as it takes them to be.
  if (longest < 1 && helps(1, rate, straight * now_.missed)) return true;
  double part = longest;
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    if (!helps(part, rate, std::numeric_limits<double>::infinity())) continue;
    if (halving > 1) sigma_ = std::max(32 * sigma_, first_shift);
    return true;
  }
  return false;
}

/// Takes a part of the step if the merit falls, and rows are not missed by more than `most`.
bool BoundDescent::helps(double part, double rate, double most) {
  try_part(part);
  Merit there;
  if (!merit(trial_x_, trial_p_, there) || there.missed > most) return false;
  const double allowed = now_.at(nu_) + 1e-4 * part * rate + 1e-12 * std::fabs(now_.action);
  if (there.at(nu_) > allowed && !(part == 1 && bend(rate, there))) return false;
  sigma_ = sigma_ < 8e-4 ? 0 : sigma_ / 8;
  x.swap(trial_x_);
  p.swap(trial_p_);
  for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] += part * dlambda_[i];
  now_ = there;
  action = there.action;
  return true;
}

bool BoundDescent::is_small() const {
  if (part_ < 1 || used_ > 0) return false;
  const auto links = static_cast<double>(polygon_.links);
  const double small = std::max(small_step, small_beside_links / (links * links));
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (std::fabs(dp_[j]) > small * std::fabs(p[j])) return false;
  }
  for (Index i = 0; i < n_; ++i) {
    double low = x[i], high = low, step = 0;
    for (Index k = 0; k < polygon_.nodes(); ++k) {
      low = std::min(low, x[k * n_ + i]);
      high = std::max(high, x[k * n_ + i]);
      step = std::max(step, std::fabs(dx_[k * n_ + i]));
    }
    if (step > small * std::max(high - low, 1e-2 * reach_)) return false;
  }
  return true;
}

bool BoundDescent::run(std::vector<double> start, int most_iterations) {
  x = std::move(start);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  reach_ = reach(polygon_, x);
  sigma_ = nu_ = 0;
  if (!merit(x, p, now_)) return false;
  for (int k = 0; k < most_iterations; ++k) {
    ++iterations;
    if (!expand() || !find_step() || !search()) return false;
    if (is_small()) return true;
  }
  return false;
}

DiscreteResult minimise_bound(const Functional& functional, const Constants& constants,
                              DiscreteGuess& guess, std::vector<double>& p, int most_iterations) {
  DiscreteResult result;
  if (functional.rows + functional.integrals > 0 || functional.velocities == 0) return result;
  const Polygon polygon{&functional, guess.t0, guess.t1, guess.intervals, guess.ends};
  for (int number = -1; number < most_bumps && !result.converged; ++number) {
    BoundDescent descent(functional, constants, guess, p);
    result.converged =
        descent.run(number < 0 ? guess.x : bump(polygon, guess.x, 0.25, number), most_iterations);
    result.iterations += descent.iterations;
    if (!result.converged) continue;
    result.action = descent.action;
    guess.x = descent.x;
    guess.lambda = descent.lambda;
    p = descent.p;
  }
  return result;
}

}  // namespace zwang::variation
