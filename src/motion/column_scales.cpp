// SPDX-License-Identifier: Apache-2.0
#include "motion/column_scales.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/vector.h"
#include "motion/natural_size.h"

namespace zwang::motion {

namespace {

constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

ColumnScales::ColumnScales(const equations::Equations& equations, Index columns, double relative,
                           double absolute)
    : equations_(equations),
      at_{equations.n},
      columns_(columns),
      relative_(relative),
      motion_(at_, relative, absolute, natural_size(equations)),
      unit_(std::max(columns, Index{1})),
      scale_(std::max(2 * columns, Index{1})),
      absolute_(at_.size() + 2 * at_.n * columns) {}

ode::Tolerances ColumnScales::of_motion(const double* y, const double* dydt) noexcept {
  motion_.see(y, dydt);
  return motion_.view();
}

// The unit of a column is what it would be if it moved the motion by all of its size: a column that
// is zero but for rounding, since all of it cancelled, has no size of its own.
void ColumnScales::begin(const double* given, const double* z, const double* dzdt,
                         double dt) noexcept {
  note_motion(z, dzdt);
  const auto& parameters = equations_.sensitivity.parameters;
  for (Index k = 0; k < columns_; ++k) {
    const double* const s = given + 2 * k * at_.n;
    double& unit = unit_.data()[k];
    if (k < static_cast<Index>(parameters.size())) {
      const Index number = parameters[k];
      const double p = std::abs(equations_.parameters[number]);
      if (p > 0) unit = 1 / p;
    }
    if (length_ > 0) unit = std::max(unit, linalg::largest(s, at_.n) / length_);
    if (speed_ > 0) unit = std::max(unit, linalg::largest(s + at_.n, at_.n) / speed_);
  }
  note(z, dzdt, dt);
}

// Accelerations a over lengths x make rates of √(a x), even from rest.
void ColumnScales::note_motion(const double* y, const double* dydt) noexcept {
  length_ = std::max(length_, linalg::largest(y + at_.q(), at_.n));
  const double acceleration = linalg::largest(dydt + at_.v(), at_.n);
  speed_ =
      std::max({speed_, linalg::largest(y + at_.v(), at_.n), std::sqrt(acceleration * length_)});
}

// A column that begins with zero is soon what its rate makes of it in a step.
void ColumnScales::note(const double* z, const double* dzdt, double dt) noexcept {
  note_motion(z, dzdt);
  motion_.see(z, dzdt);
  std::copy_n(motion_.view().absolute, at_.size(), absolute_.data());
  for (Index k = 0; k < columns_; ++k) {
    const Index first = at_.size() + 2 * k * at_.n;
    const double *const s = z + first, *const ds = dzdt + first;
    double &x = scale_.data()[2 * k], &v = scale_.data()[2 * k + 1];
    const double rate = linalg::largest(ds, at_.n), change = linalg::largest(ds + at_.n, at_.n);
    x = std::max({x, linalg::largest(s, at_.n), rate * dt, change * dt * dt});
    v = std::max({v, linalg::largest(s + at_.n, at_.n), change * dt});
    allow(2 * k, x, unit_.data()[k] * length_);
    allow(2 * k + 1, v, unit_.data()[k] * speed_);
  }
}

// The tolerance of what it is, and rounding of what it would be if nothing cancelled.
void ColumnScales::allow(Index part, double scale, double whole) noexcept {
  const double error = std::max(1e-3 * relative_ * scale, rounding * std::max(scale, whole));
  std::fill_n(absolute_.data() + at_.size() + part * at_.n, at_.n, error);
}

}  // namespace zwang::motion
