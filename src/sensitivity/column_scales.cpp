// SPDX-License-Identifier: Apache-2.0
#include "sensitivity/column_scales.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::motion {

namespace {

constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
constexpr double several = 16;

/// The largest |x_i| in units of sizes, of those that have one.
double largest_share(const double* x, const double* sizes, Index count) {
  double most = 0;
  for (Index i = 0; i < count; ++i) {
    if (sizes[i] > 0) most = std::max(most, std::abs(x[i]) / sizes[i]);
  }
  return most;
}

}  // namespace

ColumnScales::ColumnScales(const equations::Equations& equations, Index columns, double relative,
                           double absolute, const Magnitudes* known)
    : equations_(equations),
      at_{equations.n},
      columns_(columns),
      relative_(relative),
      motion_(equations, relative, absolute),
      unit_(std::max(columns, Index{1})),
      share_(std::max(2 * columns, Index{1})),
      largest_(std::max(2 * at_.n * columns, Index{1})),
      absolute_(at_.size() + 2 * at_.n * columns) {
  if (known && known->largest.size() == at(3 * at_.n)) motion_.restore(*known);
}

ode::Tolerances ColumnScales::of_motion(const double* y, const double* dydt, double dt) noexcept {
  motion_.see(y, dydt);
  return motion_.view(dt);
}

// The unit of a column is what it would be if it moved the motion by all of its size: a column that
// is zero but for rounding, since all of it cancelled, has no size of its own.
void ColumnScales::begin(const double* given, const double* z, const double* dzdt,
                         double dt) noexcept {
  motion_.see(z, dzdt);
  const auto& parameters = equations_.sensitivity.parameters;
  for (Index k = 0; k < columns_; ++k) {
    double& unit = unit_.data()[k];
    if (k < static_cast<Index>(parameters.size())) {
      const double p = std::abs(equations_.parameters[at(parameters[at(k)])]);
      if (p > 0) unit = 1 / p;
    }
    unit = std::max(
        unit, largest_share(given + 2 * k * at_.n, motion_.magnitudes().largest.data(), 2 * at_.n));
  }
  note(z, dzdt, dt, dt);
}

// A column that begins with zero is soon what its rate makes of it in a step: `ahead`.
void ColumnScales::note(const double* z, const double* dzdt, double ahead, double dt) noexcept {
  motion_.see(z, dzdt);
  std::copy_n(motion_.view(dt).absolute, at_.size(), absolute_.data());
  for (Index k = 0; k < columns_; ++k) {
    const Index first = at_.size() + 2 * k * at_.n;
    note_column(2 * k, z + first, dzdt + first, ahead);
    note_column(2 * k + 1, z + first + at_.n, dzdt + first + at_.n, ahead);
  }
}

// The tolerance of what it is, and rounding of what it would be if nothing cancelled. What is rounding in
// the motion is so in its derivatives, several times over, for more terms meet there.
void ColumnScales::note_column(Index part, const double* s, const double* change,
                               double ahead) noexcept {
  const double* const sizes = motion_.magnitudes().largest.data() + (part % 2) * at_.n;
  double* const own = largest_.data() + part * at_.n;
  for (Index i = 0; i < at_.n; ++i) {
    own[i] = std::max({own[i], std::abs(s[i]), std::abs(ahead * change[i])});
  }
  double& share = share_.data()[part];
  share = std::max(share, largest_share(own, sizes, at_.n));
  const double whole = std::max(share, unit_.data()[part / 2]);
  const double* const rounded = motion_.rounding() + (part % 2) * at_.n;
  double* const absolute = absolute_.data() + at_.size() + part * at_.n;
  for (Index i = 0; i < at_.n; ++i) {
    absolute[i] = std::max(1e-3 * relative_ * std::max(own[i], share * sizes[i]),
                           std::max(rounding * own[i], several * whole * rounded[i]));
  }
}

}  // namespace zwang::motion
