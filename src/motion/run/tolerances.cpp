// SPDX-License-Identifier: Apache-2.0
#include "motion/run/tolerances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

Tolerances::Tolerances(instant::StateLayout at, double relative, double absolute,
                       double natural_size)
    : at_(at), relative_(relative), given_(absolute), natural_(natural_size), absolute_(at.size()) {
  seen_.largest.resize(zwang::at(2 * at.n));
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
        std::max(1e-3 * relative_ * std::max(seen_.largest[i], 1e-3 * kind), rounding * kind);
  }
}

void Tolerances::see(const double* y, const double* dydt) noexcept {
  if (given_ > 0) return;
  for (Index i = 0; i < at_.n; ++i) {
    double& x = seen_.largest[at_.q() + i];
    double& v = seen_.largest[at_.v() + i];
    x = std::max(x, std::abs(y[at_.q() + i]));
    v = std::max(v, std::abs(y[at_.v() + i]));
    seen_.acceleration = std::max(seen_.acceleration, std::abs(dydt[at_.v() + i]));
  }
  spread_all();
}

void Tolerances::spread_all() noexcept {
  double x = natural_, v = 0;
  for (Index i = 0; i < at_.n; ++i) {
    x = std::max(x, seen_.largest[at_.q() + i]);
    v = std::max(v, seen_.largest[at_.v() + i]);
  }
  if (x == 0 && seen_.acceleration > 0) x = v * v / seen_.acceleration;
  spread(at_.q(), x);
  spread(at_.v(), std::max(v, std::sqrt(seen_.acceleration * x)));
}

void Tolerances::restore(const Magnitudes& magnitudes) noexcept {
  seen_ = magnitudes;  // of one size: nothing is allocated
  if (given_ <= 0) spread_all();
}

}  // namespace zwang::motion
