// SPDX-License-Identifier: Apache-2.0
#include "motion/run/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

Tolerances::Tolerances(instant::StateLayout at, double relative, double absolute,
                       double natural_size)
    : at_(at),
      relative_(relative),
      given_(absolute),
      natural_(natural_size),
      largest_(at.size()),
      absolute_(at.size()) {
  for (Index i = 0; i < at.size(); ++i) absolute_.data()[i] = absolute;
  absolute_.data()[at.applied_work()] = 1e300;
  absolute_.data()[at.constraint_work()] = 1e300;
  absolute_.data()[at.nonideal_work()] = 1e300;
}

// Components of one kind feed each other: none is known better than the rounding of the largest.
constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();

void Tolerances::spread(Index begin, double kind) noexcept {
  for (Index i = begin; i < begin + at_.n; ++i) {
    absolute_.data()[i] =
        std::max(1e-3 * relative_ * std::max(largest_.data()[i], 1e-3 * kind), rounding * kind);
  }
}

void Tolerances::see(const double* y, const double* dydt) noexcept {
  if (given_ > 0) return;
  for (Index i = 0; i < at_.n; ++i) {
    double& x = largest_.data()[at_.q() + i];
    double& v = largest_.data()[at_.v() + i];
    x = std::max(x, std::abs(y[at_.q() + i]));
    v = std::max(v, std::abs(y[at_.v() + i]));
    acceleration_ = std::max(acceleration_, std::abs(dydt[at_.v() + i]));
  }
  spread_all();
}

void Tolerances::spread_all() noexcept {
  double x = natural_, v = 0;
  for (Index i = 0; i < at_.n; ++i) {
    x = std::max(x, largest_.data()[at_.q() + i]);
    v = std::max(v, largest_.data()[at_.v() + i]);
  }
  if (x == 0 && acceleration_ > 0) x = v * v / acceleration_;
  spread(at_.q(), x);
  spread(at_.v(), std::max(v, std::sqrt(acceleration_ * x)));
}

void Tolerances::save(std::vector<double>& memory) const {
  memory.push_back(acceleration_);
  memory.insert(memory.end(), largest_.data(), largest_.data() + 2 * at_.n);
}

std::size_t Tolerances::restore(const std::vector<double>& memory, std::size_t at) {
  acceleration_ = memory[at];
  const auto size = static_cast<std::size_t>(2 * at_.n);
  for (std::size_t i = 0; i < size; ++i) largest_.data()[i] = memory[at + 1 + i];
  if (given_ <= 0) spread_all();
  return at + 1 + size;
}

}  // namespace zwang::motion
