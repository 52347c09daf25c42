// SPDX-License-Identifier: Apache-2.0
#include "variation/fields/fields.h"

#include <algorithm>
#include <cmath>

#include "linalg/gram_schmidt.h"
#include "linalg/rank.h"
#include "ode/controller.h"

namespace zwang::variation {

namespace {

constexpr double finest = 20 * linalg::kEps;  // below, rounding would be taken for an error
constexpr double coarsest = 1e-11;  // fields that nearly depend on each other must be told apart

/// The largest |x_i|/unit_i.
double largest(Index count, const double* x, const double* unit) {
  double size = 0;
  for (Index i = 0; i < count; ++i) size = std::fmax(size, std::fabs(x[i]) / unit[i]);
  return size;
}

std::vector<double> units_of(const JacobiPlan& plan, const FieldScales& scales) {
  std::vector<double> unit(plan.bvp->size(), 1.0);
  const Index n = plan.functional->n;
  std::copy_n(scales.x.begin(), n, unit.begin());
  std::copy_n(scales.x.begin(), n, unit.begin() + n);
  std::copy(scales.lambda.begin(), scales.lambda.end(), unit.begin() + 2 * n);
  std::copy(scales.integral.begin(), scales.integral.end(), unit.begin() + 2 * n + plan.lambdas);
  return unit;
}

}  // namespace

Fields::Fields(const JacobiPlan& plan, const FieldScales& scales, Index columns)
    : plan_(plan),
      n_(plan.bvp->n),
      size_(plan.bvp->size()),
      length_(size_ + plan.bvp->parameters),
      columns_(columns),
      moving_(columns),
      judged_(2 * n_ + plan.lambdas + plan.integrals),
      dt_(plan.curve->mesh[1]),
      unit_(units_of(plan, scales)),
      y_(size_ + columns * length_),
      z_(size_),
      row_(columns),
      along_(*plan.bvp),
      after_(columns * length_),
      off_(size_),
      step_(plan.beyond > 1 ? size_ + columns * length_ : 0) {
  const Index rates = plan.bvp->rates();
  slopes_.g.resize(rates);
  slopes_.gz.resize(rates * size_);
  slopes_.gp.resize(rates * plan.bvp->parameters);
  slopes_.by.resize(rates * length_);
  std::copy_n(plan.curve->at(plan.curve->intervals()), size_, y_.data());
}

const double* Fields::extremal(double tau, const double* y) noexcept {
  if (tau_ >= 1) return y;
  evaluate(*plan_.curve, tau, z_.data());
  return z_.data();
}

double Fields::size_of(Index c) const noexcept {
  return largest(judged_, y_.data() + size_ + c * length_, unit_.data());
}

const double* Fields::z() noexcept { return extremal(tau_, y_.data()); }

bool Fields::rate(void* self, double tau, const double* y, double* dy) noexcept {
  return static_cast<Fields*>(self)->rate(tau, y, dy);
}

bool Fields::rate(double tau, const double* y, double* dy) noexcept {
  const bvp::Bvp& bvp = *plan_.bvp;
  const double* z = extremal(tau, y);
  if (!bvp.slopes(bvp.self, tau, z, slopes_.g.data(), slopes_.gz.data(), slopes_.gp.data()))
    return false;
  std::fill_n(dy, size_, 0.0);
  if (tau_ >= 1) {
    std::copy_n(z + n_, n_, dy);
    std::copy(slopes_.g.begin(), slopes_.g.end(), dy + n_);
  }
  // By columns: the sums below then run over entries side by side.
  const Index rates = bvp.rates(), parameters = bvp.parameters;
  for (Index r = 0; r < rates; ++r) {
    for (Index k = 0; k < size_; ++k) slopes_.by[k * rates + r] = slopes_.gz[r * size_ + k];
    for (Index k = 0; k < parameters; ++k)
      slopes_.by[(size_ + k) * rates + r] = slopes_.gp[r * parameters + k];
  }
  std::fill_n(dy + size_ + moving_ * length_, (columns_ - moving_) * length_, 0.0);
  for (Index c = 0; c < moving_; ++c) {
    const double* from = y + size_ + c * length_;
    double* to = dy + size_ + c * length_;
    std::copy_n(from + n_, n_, to);
    std::fill_n(to + n_, rates, 0.0);
    for (Index k = 0; k < length_; ++k)
      for (Index r = 0; r < rates; ++r)
        to[n_ + r] += slopes_.by[k * rates + r] * from[k];  // [ENDS 16]
    std::fill_n(to + size_, bvp.parameters, 0.0);
  }
  return true;
}

// Of each kind (x, v, and each of w) in each column the largest error beside the largest entry of
// this kind, before or after the step. A kind that nearly vanishes counts as a thousandth of the
// column: only the plane that the fields span matters, and its angles.
double Fields::size_of_error(const double* error) const noexcept {
  double worst = tau_ >= 1 ? largest(size_, error, unit_.data()) : 0;
  if (worst > 0) worst /= std::fmax(largest(size_, y_.data(), unit_.data()), 1e-300);
  for (Index c = 0; c < moving_; ++c) {
    const Index first = size_ + c * length_;
    const double *before = y_.data() + first, *after = step_.y_new.data() + first;
    const double* unit = unit_.data();
    const double column = std::fmax(largest(judged_, before, unit), largest(judged_, after, unit));
    const auto look = [&](Index from, Index count) {
      const double kind = std::fmax(largest(count, before + from, unit + from),
                                    largest(count, after + from, unit + from));
      const double size = std::fmax(kind, 1e-3 * column);
      const double off = largest(count, error + first + from, unit + from);
      if (off > 0) worst = std::fmax(worst, off / size);
    };
    look(0, n_);
    look(n_, n_);
    for (Index k = 2 * n_; k < judged_; ++k) look(k, 1);
  }
  return worst;
}

// How far off a step of this length along the curve would be, beside what is allowed.
double Fields::try_step(double dt) noexcept {
  if (!along_.prepare(*plan_.curve, tau_, dt)) return HUGE_VAL;
  double worst = 0;
  for (Index c = 0; c < moving_; ++c) {
    const double *before = column(c), *unit = unit_.data();
    double* const after = after_.data() + c * length_;
    along_.take(before, after, off_.data());
    const double least = c >= vanishing_.first && c < vanishing_.second ? 1 : 0;
    const double whole =
        std::fmax(least, std::fmax(largest(judged_, before, unit), largest(judged_, after, unit)));
    const auto look = [&](Index from, Index count) {
      const double kind = std::fmax(largest(count, before + from, unit + from),
                                    largest(count, after + from, unit + from));
      const double off = dt * largest(count, off_.data() + from - n_, unit + from);
      if (off > 0) worst = std::fmax(worst, off / std::fmax(kind, 1e-3 * whole));
    };
    look(n_, n_);
    for (Index k = 2 * n_; k < judged_; ++k) look(k, 1);
  }
  return worst / std::sqrt(std::clamp(plan_.tolerance, finest, coarsest));
}

bool Fields::step_along(double to) noexcept {
  ode::Controller controller;
  controller.alpha = 1.0 / 5;  // rates are missed by h⁵
  const double left = to - tau_;
  for (;;) {
    const double tried = dt_ >= left ? left : 2 * dt_ > left ? left / 2 : dt_;
    if (ode::too_small(tau_, tried)) return false;
    const ode::Decision decision = decide(controller, try_step(tried), tried);
    if (!decision.accepted) {
      dt_ = decision.dt;
      continue;
    }
    // A step that was cut by its goal says little about the next.
    dt_ = std::fmax(decision.dt, tried < dt_ ? dt_ : 0);
    tau_ = tried == left ? to : tau_ + tried;
    std::copy_n(after_.data(), moving_ * length_, column(0));
    return true;
  }
}

bool Fields::step(double to) noexcept {
  return tau_ < 1 ? step_along(std::fmin(to, 1)) : step_beyond(to);
}

bool Fields::step_beyond(double to) noexcept {
  const ode::System system{step_.n, this, &Fields::rate, nullptr};
  ode::Controller controller = controller_for(step_);
  const double tolerance = std::clamp(plan_.tolerance, finest, coarsest);
  const double left = to - tau_;
  for (;;) {
    const double tried = dt_ >= left ? left : 2 * dt_ > left ? left / 2 : dt_;
    if (ode::too_small(tau_, tried)) return false;
    const bool done = advance(step_, system, tau_, y_.data(), nullptr, tried) == ode::Outcome::done;
    const double error = done ? ode::combine_norms(size_of_error(step_.error.data()) / tolerance,
                                                   size_of_error(step_.error_3.data()) / tolerance)
                              : HUGE_VAL;
    const ode::Decision decision = decide(controller, error, tried);
    if (!decision.accepted) {
      dt_ = decision.dt;
      continue;
    }
    // A step that was cut by its goal says little about the next.
    dt_ = std::fmax(decision.dt, tried < dt_ ? dt_ : 0);
    tau_ = tried == left ? to : tau_ + tried;
    std::copy_n(step_.y_new.data(), step_.n, y_.data());
    return true;
  }
}

bool Fields::go(double to) noexcept {
  while (tau_ < to)
    if (!step(to)) return false;
  return true;
}

void Fields::combine(Index N, const double* C) noexcept {
  linalg::combine_columns(length_, N, C, column(0), row_.data());
}

void Fields::mark(Mark& here) const {
  here.tau = tau_;
  here.dt = dt_;
  here.y = y_;
}

void Fields::go_back(const Mark& there) noexcept {
  tau_ = there.tau;
  dt_ = there.dt;
  std::copy(there.y.begin(), there.y.end(), y_.begin());
}

}  // namespace zwang::variation
