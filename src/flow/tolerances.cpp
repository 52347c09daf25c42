// SPDX-License-Identifier: Apache-2.0
#include "flow/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flow/natural_size.h"

namespace zwang::motion {

namespace {

// Of what a component is, or, for an angle near zero, of its unit.
constexpr double few_roundings = 16 * std::numeric_limits<double>::epsilon();
// Below so much of the largest that it was, a component is taken for zero.
constexpr double small_part = 1e-2;
// Of what was measured: samples are few, and stages add up.
constexpr double of_state = 2, of_rate = 8;

}  // namespace

Tolerances::Tolerances(const equations::Equations& equations, double relative, double absolute)
    : at_{equations.n},
      relative_(relative),
      given_(absolute > 0),
      natural_(natural_sizes(equations)),
      groups_(groups(equations)),
      quaternions_(quaternions(equations)),
      absolute_(at_.size()),
      rounding_(at_.size()),
      largest_of_group_(std::max(3 * at_.n, Index{1})) {
  seen_.largest.resize(at(3 * at_.n));
  for (auto* const list : {&seen_.noise.state, &seen_.noise.rate, &seen_.noise_before.state,
                           &seen_.noise_before.rate}) {
    list->resize(at(2 * at_.n));
  }
  std::fill_n(absolute_.data(), at_.size(), absolute);
  absolute_.data()[at_.applied_work()] = 1e300;
  absolute_.data()[at_.constraint_work()] = 1e300;
  absolute_.data()[at_.nonideal_work()] = 1e300;
}

void Tolerances::see(const double* y, const double* dydt) noexcept {
  for (Index i = 0; i < 2 * at_.n; ++i) {
    seen_.largest[at(i)] = std::max(seen_.largest[at(i)], std::abs(y[i]));
  }
  for (Index i = at_.v(); i < at_.v() + at_.n; ++i) {
    double& acceleration = seen_.largest[at(at_.n + i)];
    acceleration = std::max(acceleration, std::abs(dydt[i]));
  }
  share_sizes();
}

void Tolerances::learn(const double* y, const double* error) noexcept {
  // Only of what has shown none on the way: where a step is rejected because it runs through a steep wall,
  // its end is far from anywhere the motion goes, and tolerances from there would let it through. What friction has
  // held so far has shown its rounding only.
  for (Index i = 0; i < 2 * at_.n; ++i) {
    const double size = std::abs(y[i]);
    double& largest = seen_.largest[at(i)];
    const bool unknown = is_unknown(i) || (!given_ && largest <= rounding_.data()[i]);
    if (unknown && std::isfinite(size) && std::abs(error[i]) <= 0.5 * size) {
      largest = std::max(largest, size);
    }
  }
  share_sizes();
}

// An angle stands in sines and cosines, which are of size one.
double Tolerances::size_now(Index i, double x) const noexcept {
  const double natural = i < at_.n ? natural_[at(i)] : 0;
  return std::max({std::abs(x), small_part * seen_.largest[at(i)], natural});
}

// A quaternion is one thing, whichever way the axes lie.
void Tolerances::share_sizes() noexcept {
  for (const Index first : quaternions_) {
    for (const Index begin : {at_.q() + first, at_.v() + first}) {
      const auto four = seen_.largest.begin() + begin;
      std::fill_n(four, 4,
                  std::max(*std::max_element(four, four + 4), begin < at_.v() ? 1.0 : 0.0));
    }
  }
}

void Tolerances::hear(const double* state, const double* rate) noexcept {
  seen_.blind = false;
  std::swap(seen_.noise, seen_.noise_before);
  std::copy_n(state, 2 * at_.n, seen_.noise.state.begin());
  std::copy_n(rate, 2 * at_.n, seen_.noise.rate.begin());
  if (seen_.looks++ == 0) {
    std::copy_n(state, 2 * at_.n, seen_.noise_before.state.begin());
    std::copy_n(rate, 2 * at_.n, seen_.noise_before.rate.begin());
  }
}

// Where not all could be measured: no less than of the largest that rows or inertia join it to, and a
// small part of what would be allowed of that. Accelerations a over lengths x make rates of √(a x), even
// from rest.
void Tolerances::assume_rounding() noexcept {
  double *const x = largest_of_group_.data(), *const v = x + at_.n, *const a = v + at_.n;
  std::fill_n(x, 3 * at_.n, 0.0);
  for (Index i = 0; i < at_.n; ++i) {
    const Index group = groups_[at(i)];
    x[group] = std::max({x[group], seen_.largest[at(i)], natural_[at(i)]});
    v[group] = std::max(v[group], seen_.largest[at(at_.n + i)]);
    a[group] = std::max(a[group], seen_.largest[at(2 * at_.n + i)]);
  }
  const double part = std::max(few_roundings, 1e-6 * relative_);
  for (Index i = 0; i < at_.n; ++i) {
    const Index g = groups_[at(i)];
    const double length = x[g] > 0 || a[g] == 0 ? x[g] : v[g] * v[g] / a[g];
    double &of_q = rounding_.data()[at_.q() + i], &of_v = rounding_.data()[at_.v() + i];
    of_q = std::max(of_q, part * length);
    of_v = std::max(of_v, part * std::max(v[g], std::sqrt(a[g] * length)));
  }
}

// What rounding moves a component by within a step; a coordinate also by what it does to its rate.
void Tolerances::find_rounding(double dt) noexcept {
  const double length = std::abs(dt);
  const auto least = [](const std::vector<double>& x, const std::vector<double>& y, Index i) {
    return std::min(x[at(i)], y[at(i)]);
  };
  for (Index i = 0; i < 2 * at_.n; ++i) {
    rounding_.data()[i] = of_state * least(seen_.noise.state, seen_.noise_before.state, i) +
                          of_rate * length * least(seen_.noise.rate, seen_.noise_before.rate, i);
  }
  for (Index i = 0; i < at_.n; ++i) {
    rounding_.data()[at_.q() + i] += length * rounding_.data()[at_.v() + i];
  }
  if (seen_.blind) assume_rounding();
}

ode::Tolerances Tolerances::allow() noexcept {
  for (Index i = 0; i < 2 * at_.n; ++i) {
    const double size = seen_.largest[at(i)];
    double& least = rounding_.data()[i];
    least = std::max(least, few_roundings * (i < at_.n ? std::max(size, natural_[at(i)]) : size));
    if (!given_) absolute_.data()[i] = std::max(1e-3 * relative_ * size, least);
  }
  return {absolute_.data(), relative_};
}

ode::Tolerances Tolerances::view(double dt) noexcept {
  find_rounding(dt);
  return allow();
}

ode::Tolerances Tolerances::view_of_implicit(double dt, const double* y, const double* f) noexcept {
  find_rounding(dt);
  double size = 0, rate = 0;
  for (Index i = 0; i < at_.n; ++i) {
    size = std::max({size, std::abs(y[at_.q() + i]), natural_[at(i)]});
    rate = std::max({rate, std::abs(y[at_.v() + i]), std::abs(dt * f[at_.v() + i])});
  }
  for (Index i = 0; i < 2 * at_.n; ++i) {
    double& least = rounding_.data()[i];
    least = std::min(least, few_roundings * (i < at_.n ? size : rate));
  }
  return allow();
}

void Tolerances::restore(const Magnitudes& magnitudes) noexcept {
  seen_ = magnitudes;  // of one size: nothing is allocated
}

}  // namespace zwang::motion
