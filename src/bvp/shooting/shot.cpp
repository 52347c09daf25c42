// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/shot.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::bvp {

namespace {

// Fields tell Newton's iteration where to go, not where to end: a few digits are enough.
constexpr double field_tolerance = 1e-7;

}  // namespace

Shot::Shot(const Bvp& bvp, const Scales& scales, double tolerance, bool fields)
    : bvp_(bvp),
      scales_(scales),
      tolerance_(std::fmax(tolerance, 20 * linalg::kEps)),  // below it there is only rounding
      fields_(fields),
      d_(bvp.size()),
      columns_(fields ? d_ + bvp.parameters : 0),
      allowed_(d_),
      y_(d_ + d_ * columns_),
      f_(y_.size()),
      gz_(bvp.rates() * d_),
      gp_(bvp.rates() * bvp.parameters),
      system_{static_cast<Index>(y_.size()), this, &Shot::rate, nullptr},
      step_(static_cast<Index>(y_.size())) {
  for (Index i = 0; i < d_; ++i) allowed_[i] = tolerance_ * scales.z[i];
  controller_ = controller_for(step_);
}

bool Shot::rate(void* self, double tau, const double* y, double* dy) noexcept {
  return static_cast<Shot*>(self)->rate(tau, y, dy);
}

bool Shot::rate(double tau, const double* y, double* dy) noexcept {
  const Index n = bvp_.n, np = bvp_.parameters;
  ++evaluations_;
  std::copy_n(y + n, n, dy);
  if (!fields_) return bvp_.rate(bvp_.self, tau, y, dy + n);
  if (!bvp_.slopes(bvp_.self, tau, y, dy + n, gz_.data(), gp_.data())) return false;
  for (Index c = 0; c < columns_; ++c) {
    const double* from = y + d_ + c * d_;
    double* to = dy + d_ + c * d_;
    std::copy_n(from + n, n, to);
    for (Index r = 0; r < bvp_.rates(); ++r) {
      double sum = c < d_ ? 0 : gp_[r * np + (c - d_)];
      for (Index k = 0; k < d_; ++k) sum += gz_[r * d_ + k] * from[k];  // [ENDS 16]
      to[n + r] = sum;
    }
  }
  return true;
}

bool Shot::begin(double tau, const double* z) noexcept {
  tau_ = tau;
  most_ = HUGE_VAL;
  std::fill(y_.begin(), y_.end(), 0.0);
  std::copy_n(z, d_, y_.data());
  if (fields_)
    for (Index k = 0; k < d_; ++k) y_[d_ + k * d_ + k] = 1;
  if (!rate(tau, y_.data(), f_.data())) return false;
  controller_ = controller_for(step_);
  // The state alone chooses the first step: fields begin smooth where it is.
  double fastest = 0;
  for (Index i = 0; i < d_; ++i)
    fastest = std::fmax(fastest, std::fabs(f_[i]) / (scales_.z[i] + std::fabs(y_[i])));
  if (!std::isfinite(fastest)) return false;
  dt_ = fastest > 0 ? std::fmin(0.1 / fastest, 0.1) : 0.1;
  return true;
}

double Shot::size_of_error(const double* error) const noexcept {
  const double* end = step_.y_new.data();
  double size = ode::error_norm(d_, error, y_.data(), end, {allowed_.data(), tolerance_});
  const double tolerance = std::fmax(field_tolerance, tolerance_);
  for (Index c = 0; c < columns_; ++c) {
    const Index first = d_ + c * d_;
    double largest = 0, off = 0;
    for (Index i = 0; i < d_; ++i) {
      const double unit = scales_.z[i];
      largest = std::fmax(largest, std::fabs(y_[first + i]) / unit);
      largest = std::fmax(largest, std::fabs(end[first + i]) / unit);
      off = std::fmax(off, std::fabs(error[first + i]) / unit);
    }
    if (off > 0) size = std::fmax(size, off / (tolerance * largest));
  }
  return size;
}

// Whether a step of `dt` succeeds, and how large its error is; leaves the rate at its end in k_12.
double Shot::attempt(double end, double dt) noexcept {
  if (advance(step_, system_, tau_, y_.data(), f_.data(), dt) != ode::Outcome::done)
    return HUGE_VAL;
  const double error =
      ode::combine_norms(size_of_error(step_.error.data()), size_of_error(step_.error_3.data()));
  if (!(error <= 1)) return error;
  double* f_end = step_.k[12];
  const bool good = rate(end, step_.y_new.data(), f_end) && linalg::all_finite(f_end, step_.n);
  return good ? error : HUGE_VAL;
}

ode::Outcome Shot::step(double to) noexcept {
  for (;;) {
    const double left = to - tau_;
    dt_ = std::fmin(dt_, most_);
    const double dt = dt_ >= left ? left : 2 * dt_ > left ? left / 2 : dt_;
    if (ode::too_small(tau_, dt)) return ode::Outcome::too_small;
    const double end = dt == left ? to : tau_ + dt;
    const ode::Decision decision = decide(controller_, attempt(end, dt), dt);
    if (!decision.accepted) {
      dt_ = decision.dt;
      continue;
    }
    // A step that was cut by its goal says little about the next.
    dt_ = std::fmax(decision.dt, dt < dt_ ? dt_ : 0);
    tau_ = end;
    std::copy_n(step_.y_new.data(), step_.n, y_.data());
    std::copy_n(step_.k[12], step_.n, f_.data());
    return ode::Outcome::done;
  }
}

void Shot::halve() noexcept {
  tau_ = step_.t;
  std::copy_n(step_.y.data(), step_.n, y_.data());
  std::copy_n(step_.k[0], step_.n, f_.data());
  dt_ = most_ = step_.dt / 2;
}

ode::Outcome Shot::prepare_dense() noexcept {
  return ode::prepare_dense(step_, system_, step_.y_new.data(), step_.k[12]);
}

// Of each kind by itself: how v compares with x says how fast things are, not how they part.
double Shot::growth() const noexcept {
  const Index n = bvp_.n, ends[] = {0, n, 2 * n, d_};
  double largest = 0;
  for (int kind = 0; fields_ && kind < 3; ++kind)
    for (Index c = ends[kind]; c < ends[kind + 1]; ++c)
      for (Index i = ends[kind]; i < ends[kind + 1]; ++i) {
        const double part = std::fabs(fields()[c * d_ + i]) * scales_.z[c] / scales_.z[i];
        largest = std::fmax(largest, part);
      }
  return largest;
}

namespace {

constexpr double least_gain = 4;  // at least, of halving a step
constexpr int most_halved = 12;   // gains of so many would be beyond any tolerance

}  // namespace

Trail::Trail(const Bvp& bvp, const Scales& scales, double tolerance, Index stages)
    : bvp_(bvp),
      scales_(scales),
      tolerance_(tolerance),
      z_(bvp.size()),
      y_(bvp.size()),
      g_(bvp.rates()) {
  curve_.n = bvp.n;
  curve_.extra = bvp.extra;
  curve_.stages = stages;
}

void Trail::begin(double tau, const double* z) {
  const Index d = bvp_.size();
  if (!curve_.mesh.empty()) {
    curve_.mesh.pop_back();
    curve_.z.resize(curve_.z.size() - d);
  }
  curve_.mesh.push_back(tau);
  curve_.z.insert(curve_.z.end(), z, z + d);
}

bool Trail::step(Shot& shot, double to) {
  double before = HUGE_VAL, off = 0;
  for (int halved = 0;; ++halved) {
    if (shot.step(to) != ode::Outcome::done || !add(shot)) return false;
    off = this->off(shot);
    // Without a gain, a shorter step would not help either: it is rounding.
    if (off <= tolerance_ || off > before / least_gain || halved == most_halved) break;
    before = off;
    remove();
    shot.halve();
  }
  shot.relax(off <= tolerance_ ? 1.5 : 4);
  return true;
}

// The step that the shot has done, as an interval.
bool Trail::add(Shot& shot) {
  if (shot.prepare_dense() != ode::Outcome::done) return false;
  const Gauss& g = gauss(curve_.stages);
  const double from = shot.before(), length = shot.tau() - from;
  for (Index j = 0; j < g.s; ++j) {
    const double tau = from + g.c[j] * length;
    shot.within(tau, z_.data());
    if (!bvp_.rate(bvp_.self, tau, z_.data(), g_.data())) return false;
    curve_.rates.insert(curve_.rates.end(), g_.begin(), g_.end());
  }
  curve_.mesh.push_back(shot.tau());
  curve_.z.insert(curve_.z.end(), shot.z(), shot.z() + bvp_.size());
  return true;
}

void Trail::remove() {
  curve_.mesh.pop_back();
  curve_.z.resize(curve_.z.size() - bvp_.size());
  curve_.rates.resize(curve_.rates.size() - curve_.stages * bvp_.rates());
}

// How far the polynomial of the last interval is from the shot, at places where it is not bound;
// what has outgrown its scale, relatively.
double Trail::off(const Shot& shot) noexcept {
  const Index i = curve_.intervals() - 1;
  const double h = curve_.mesh[i + 1] - curve_.mesh[i];
  double worst = 0;
  for (double theta : {0.25, 0.5, 0.8, 1.0}) {
    value_within(curve_, i, weights_at(gauss(curve_.stages), theta), z_.data());
    shot.within(theta < 1 ? curve_.mesh[i] + theta * h : curve_.mesh[i + 1], y_.data());
    for (Index k = 0; k < bvp_.size(); ++k)
      worst =
          std::fmax(worst, std::fabs(z_[k] - y_[k]) / std::fmax(scales_.z[k], std::fabs(y_[k])));
  }
  return worst;
}

}  // namespace zwang::bvp
