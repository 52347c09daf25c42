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
constexpr double faster = 0.5;       // of its largest rate
constexpr double no_multiplier = 0;  // there are no integrals
constexpr double straight = 0.1;     // of the rows' misses: what a full step may leave

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
      action_(polygon_),
      system_(polygon_, varied()) {
  const Index rows = polygon_.links * m_, size = polygon_.size(), u = varied();
  for (auto* vector : {&lambda, &rows_.c, &rows_.trial, &step_.lambda, &bent_.lambda})
    vector->resize(rows);
  for (auto* matrix : {&rows_.by_left, &rows_.by_right}) matrix->resize(rows * n_);
  step_.x.resize(size);
  for (auto* vector : {&step_.p, &by_.L_p, &middle_.rates}) vector->resize(u);
  middle_.z.resize(2 * n_ + m_);
  middle_.by_z.resize(u * (2 * n_ + m_));
  by_.L_x.resize(u * size);
  by_.c.resize(u * rows);
  for (auto* square : {&by_.L_pp, &middle_.by_p}) square->resize(u * u);
}

bool BoundDescent::set(const std::vector<double>& values) noexcept {
  return values.empty() ||
         constants_.set(constants_.self, values.data(), &polygon_.t0, &polygon_.t1);
}

bool BoundDescent::merit(const std::vector<double>& nodes, const std::vector<double>& values,
                         Merit& merit) {
  if (!set(values)) return false;
  merit.action = action_.value(nodes.data(), &no_multiplier);
  if (!std::isfinite(merit.action) ||
      !action_.velocities(nodes.data(), rows_.trial.data(), nullptr, nullptr)) {
    return false;
  }
  merit.missed = 0;
  for (const double c : rows_.trial) merit.missed += std::fabs(c);
  return true;
}

/// h F* of a link is ∫ L dτ over a part 1/N of the way, x and dx/dτ being those of its middle.
void BoundDescent::expand_by_constants() {
  const Index size = polygon_.size(), rows = polygon_.links * m_, width = 2 * n_ + m_;
  const Index u = varied();
  const auto links = static_cast<double>(polygon_.links);
  for (auto* sum : {&by_.L_p, &by_.L_pp, &by_.L_x}) std::fill(sum->begin(), sum->end(), 0.0);
  for (Index k = 0; k < polygon_.links; ++k) {
    const double *const a = x.data() + k * n_, *const b = a + n_;
    for (Index i = 0; i < n_; ++i) {
      middle_.z[i] = (a[i] + b[i]) / 2;
      middle_.z[n_ + i] = (b[i] - a[i]) * links;
    }
    std::copy_n(lambda.data() + k * m_, m_, middle_.z.data() + 2 * n_);
    const double tau = (static_cast<double>(k) + 0.5) / links;
    constants_.slopes(constants_.self, tau, middle_.z.data(), middle_.rates.data(),
                      middle_.by_z.data(), middle_.by_p.data());
    for (Index j = 0; j < u; ++j) {
      const double* const by = middle_.by_z.data() + j * width;
      double* const L_x = by_.L_x.data() + j * size + k * n_;
      by_.L_p[j] += middle_.rates[j] / links;
      for (Index i = 0; i < u; ++i) by_.L_pp[j * u + i] += middle_.by_p[j * u + i] / links;
      for (Index i = 0; i < n_; ++i) {
        L_x[i] += by[i] / (2 * links) - by[n_ + i];  // [ENDS 26]
        L_x[n_ + i] += by[i] / (2 * links) + by[n_ + i];
      }
      for (Index i = 0; i < m_; ++i) by_.c[j * rows + k * m_ + i] = by[2 * n_ + i] / links;
    }
  }
}

bool BoundDescent::expand() {
  if (!action_.expand(x.data(), &no_multiplier, lambda.data()) ||
      !action_.velocities(x.data(), rows_.c.data(), rows_.by_left.data(), rows_.by_right.data())) {
    return false;
  }
  if (varied() > 0) expand_by_constants();
  system_.assemble(action_, rows_.by_left, rows_.by_right, by_);
  return std::isfinite(linalg::largest(by_.L_pp) + linalg::largest(by_.L_p));
}

/// Of L; the shift in units of what a free particle of the same action has.
bool BoundDescent::find_step() {
  const double T = polygon_.t1 - polygon_.t0;
  const double mass = std::max(
      action_.mass_size, 2 * std::fabs(action_.action) * T / (damping_.reach * damping_.reach));
  std::vector<double> weights(p.size());
  for (std::size_t j = 0; j < p.size(); ++j) {
    const double size = std::max(std::fabs(p[j]), 1e-3);
    weights[j] = mass / T * damping_.reach * damping_.reach / (size * size);
  }
  for (double sigma = damping_.shift;; sigma = std::max(4 * sigma, first_shift)) {
    if (sigma > last_shift) return false;
    damping_.used = damping_.shift = sigma;
    if (system_.factor(sigma, mass, weights)) break;
  }
  for (std::size_t i = 0; i < step_.x.size(); ++i) step_.x[i] = -action_.slope[i];
  for (std::size_t i = 0; i < rows_.c.size(); ++i) step_.lambda[i] = -rows_.c[i];
  for (std::size_t j = 0; j < step_.p.size(); ++j) step_.p[j] = -by_.L_p[j];
  system_.solve(step_.x, step_.lambda, step_.p);
  return std::isfinite(linalg::largest(step_.x) + linalg::largest(step_.lambda) +
                       linalg::largest(step_.p));
}

void BoundDescent::try_part(double part) {
  damping_.part = part;
  trial_.x = x;
  trial_.p = p;
  for (std::size_t i = 0; i < x.size(); ++i) trial_.x[i] += part * step_.x[i];
  for (std::size_t j = 0; j < p.size(); ++j) trial_.p[j] += part * step_.p[j];
}

/// A full step along bent rows misses them by its square, and the merit grows though it was a good
/// one: back onto the rows, by the same matrix.
bool BoundDescent::bend(double rate, Merit& there) {
  bent_.x.assign(x.size(), 0.0);
  bent_.p.assign(p.size(), 0.0);
  for (std::size_t i = 0; i < rows_.trial.size(); ++i) bent_.lambda[i] = -rows_.trial[i];
  system_.solve(bent_.x, bent_.lambda, bent_.p);
  for (std::size_t i = 0; i < x.size(); ++i) trial_.x[i] += bent_.x[i];
  for (std::size_t j = 0; j < p.size(); ++j) trial_.p[j] += bent_.p[j];
  return merit(trial_.x, trial_.p, there) &&
         there.at(damping_.penalty) <= now_.at(damping_.penalty) + 1e-4 * rate;
}

/// No coordinate that moves is to move more than so many times faster at once: angles would turn round
/// where they hardly matter.
double BoundDescent::longest_part() const {
  double part = 1;
  for (Index i = 0; i < n_; ++i) {
    double fastest = 0, change = 0;
    for (Index k = i; k + n_ < polygon_.size(); k += n_) {
      fastest = std::max(fastest, std::fabs(x[k + n_] - x[k]));
      change = std::max(change, std::fabs(step_.x[k + n_] - step_.x[k]));
    }
    if (fastest > 0 && change > faster * fastest) part = std::min(part, faster * fastest / change);
  }
  const double longest = 4 * std::max(damping_.reach, linalg::largest(x)),
               length = linalg::largest(step_.x);
  return length * part > longest ? longest / length : part;
}

bool BoundDescent::search() {
  double most = 0;
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    most = std::max(most, std::fabs(lambda[i] + step_.lambda[i]));
  }
  damping_.penalty = std::max(1.5 * most, std::min(damping_.penalty, 10 * most));
  // ∇S·(δx, δp) of the linearised rows: L' − λ c' with c' = −c.
  double rate =
      product(by_.L_p, step_.p) + product(lambda, rows_.c) - damping_.penalty * now_.missed;
  for (std::size_t i = 0; i < step_.x.size(); ++i) rate += action_.slope[i] * step_.x[i];
  if (!(rate <= 0)) return false;
  const double longest = longest_part();
  // A longer one only where rows are as straight as it takes them to be.
  if (longest < 1 && helps(1, rate, straight * now_.missed)) return true;
  double part = longest;
  for (int halving = 0; halving < most_halvings; ++halving, part /= 2) {
    if (!helps(part, rate, std::numeric_limits<double>::infinity())) continue;
    if (halving > 1) damping_.shift = std::max(32 * damping_.shift, first_shift);
    return true;
  }
  return false;
}

/// Takes a part of the step if the merit falls, and rows are not missed by more than `most`.
bool BoundDescent::helps(double part, double rate, double most) {
  try_part(part);
  Merit there;
  if (!merit(trial_.x, trial_.p, there) || there.missed > most) return false;
  const double allowed =
      now_.at(damping_.penalty) + 1e-4 * part * rate + 1e-12 * std::fabs(now_.action);  // [ENDS 24]
  if (there.at(damping_.penalty) > allowed && !(part == 1 && bend(rate, there))) return false;
  damping_.shift = damping_.shift < 8e-4 ? 0 : damping_.shift / 8;
  x.swap(trial_.x);
  p.swap(trial_.p);
  for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] += part * step_.lambda[i];
  now_ = there;
  action = there.action;
  return true;
}

bool BoundDescent::is_small() const {
  if (damping_.part < 1 || damping_.used > 0) return false;
  const auto links = static_cast<double>(polygon_.links);
  const double small = std::max(small_step, small_beside_links / (links * links));
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (std::fabs(step_.p[j]) > small * std::fabs(p[j])) return false;
  }
  for (Index i = 0; i < n_; ++i) {
    double low = x[i], high = low, step = 0;
    for (Index k = 0; k < polygon_.nodes(); ++k) {
      low = std::min(low, x[k * n_ + i]);
      high = std::max(high, x[k * n_ + i]);
      step = std::max(step, std::fabs(step_.x[k * n_ + i]));
    }
    if (step > small * std::max(high - low, 1e-2 * damping_.reach)) return false;
  }
  return true;
}

bool BoundDescent::run(std::vector<double> start, int most_iterations) {
  x = std::move(start);
  std::fill(lambda.begin(), lambda.end(), 0.0);
  damping_.reach = reach(polygon_, x);
  damping_.shift = damping_.penalty = 0;
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
