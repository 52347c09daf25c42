// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/shot.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"
#include "ode/finite.h"

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
      for (Index k = 0; k < d_; ++k) sum += gz_[r * d_ + k] * from[k];
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
  const bool good = rate(end, step_.y_new.data(), f_end) && ode::all_finite(f_end, step_.n);
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

}  // namespace zwang::bvp
