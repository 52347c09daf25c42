// SPDX-License-Identifier: Apache-2.0
#include "motion/run/sample_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

}  // namespace

SampleLoss::SampleLoss(const instant::StateLayout& at)
    : at_(at),
      states_(size(most * at.n)),
      last_(size(2 * at.n)),
      distance_(size(at.n), 0.0),
      least_(size(at.n), std::numeric_limits<double>::infinity()),
      largest_(size(at.n), -std::numeric_limits<double>::infinity()) {}

void SampleLoss::widen(const double* y) noexcept {
  for (Index i = 0; i < at_.n; ++i) {
    least_[size(i)] = std::min(least_[size(i)], y[i]);
    largest_[size(i)] = std::max(largest_[size(i)], y[i]);
  }
}

// Where more come than there is room for, every second one goes, and then of those that follow too:
// they stay spread over the whole way.
void SampleLoss::pass(double t, const double* y) noexcept {
  widen(y);
  if (!begun_ || broken_ || t <= t_ || ++skipped_ < stride_) return;
  skipped_ = 0;
  if (count_ == most) {
    for (Index k = 0; k < most / 2; ++k) {
      times_[k] = times_[2 * k + 1];
      std::copy_n(states_.data() + (2 * k + 1) * at_.n, at_.n, states_.data() + k * at_.n);
    }
    count_ = most / 2;
    stride_ *= 2;
  }
  times_[count_] = t;
  std::copy_n(y, at_.n, states_.data() + count_ * at_.n);
  ++count_;
}

void SampleLoss::sample(double t, const double* y) noexcept {
  widen(y);
  const double h = t - t_;
  for (Index k = 0; begun_ && !broken_ && h > 0 && k < count_; ++k) {
    const double s = (times_[k] - t_) / h;
    if (!(s > 0 && s < 1)) continue;
    const double to = s * s * (3 - 2 * s), leave = s * (1 - s) * (1 - s) * h,
                 arrive = -s * s * (1 - s) * h;
    for (Index i = 0; i < at_.n; ++i) {
      const double from = last_[size(i)];
      const double curve =
          from + to * (y[i] - from) + leave * last_[size(at_.n + i)] + arrive * y[at_.v() + i];
      double& most_of = distance_[size(i)];
      most_of = std::max(most_of, std::abs(states_[size(k * at_.n + i)] - curve));
    }
  }
  t_ = t;
  std::copy_n(y, at_.n, last_.data());
  std::copy_n(y + at_.v(), at_.n, last_.data() + at_.n);
  count_ = skipped_ = 0;
  stride_ = 1;
  begun_ = true;
  broken_ = false;
}

void SampleLoss::save(std::vector<double>& numbers) const {
  numbers = {static_cast<double>(count_),   static_cast<double>(stride_),
             static_cast<double>(skipped_), begun_ ? 1.0 : 0.0,
             broken_ ? 1.0 : 0.0,           t_};
  numbers.insert(numbers.end(), times_, times_ + most);
  for (const std::vector<double>* x : {&states_, &last_, &distance_, &least_, &largest_}) {
    numbers.insert(numbers.end(), x->begin(), x->end());
  }
}

void SampleLoss::restore(const std::vector<double>& numbers) noexcept {
  const double* x = numbers.data();
  const auto whole = [](double value, Index least, Index largest) {  // it comes out of a file
    return value >= static_cast<double>(least) && value <= static_cast<double>(largest)
               ? static_cast<Index>(value)
               : least;
  };
  constexpr Index far = std::numeric_limits<Index>::max() / 4;
  count_ = whole(x[0], 0, most);
  stride_ = whole(x[1], 1, far);
  skipped_ = whole(x[2], 0, far);
  begun_ = x[3] != 0;
  broken_ = x[4] != 0;
  t_ = x[5];
  std::copy_n(x + 6, most, times_);
  x += 6 + most;
  for (std::vector<double>* to : {&states_, &last_, &distance_, &least_, &largest_}) {
    std::copy_n(x, to->size(), to->begin());
    x += to->size();
  }
}

SampleLoss::Worst SampleLoss::worst() const noexcept {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon(), noise = 1e-9;
  const auto size_of = [this](Index i) {
    return std::max(std::abs(largest_[size(i)]), std::abs(least_[size(i)]));
  };
  double widest = 0;
  for (Index i = 0; i < at_.n; ++i) widest = std::max(widest, size_of(i));
  Worst worst;
  double share = 0;
  for (Index i = 0; i < at_.n; ++i) {
    const double range = largest_[size(i)] - least_[size(i)];
    // What does not move has a range of rounding, its own and that of what it is computed from.
    const bool moves = distance_[size(i)] > std::max(noise * size_of(i), rounding * widest);
    if (!moves || !(range > 0) || !(distance_[size(i)] / range > share)) continue;
    share = distance_[size(i)] / range;
    worst = {i, distance_[size(i)], range};
  }
  return worst;
}

}  // namespace zwang::motion
