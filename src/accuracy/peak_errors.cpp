// SPDX-License-Identifier: Apache-2.0
// ± = 2 × the difference of what the two solutions found, 2 × what the search may have missed in the first, and a floor. Peaks
// are looked for at few places: where both searches missed the same, their difference tells nothing.

#include "accuracy/peak_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

double estimate(double a, double b, double missed, double least) {
  const double error = 2 * std::abs(a - b) + 2 * missed + least;
  return std::isfinite(error) ? error : unknown;
}

}  // namespace

void add_peak_errors(const Trajectory::Parts& first, const Trajectory::Parts& second, double floor,
                     bool known, RunError& error) {
  const std::vector<Peak>&a = first.summary.peaks, &b = second.summary.peaks;
  const std::size_t count = std::min({a.size(), b.size(), first.doubts.size()});
  for (std::size_t k = 0; k < count; ++k) {
    const Trajectory::Parts::PeakDoubt& doubt = first.doubts[k];
    const double size = std::max(std::abs(a[k].least), std::abs(a[k].most));
    const double least = floor * size + rounding * doubt.size;
    const bool kept = known || error.of(a[k].name);
    error.values.push_back({"min(" + a[k].name + ")", a[k].least,
                            kept ? estimate(a[k].least, b[k].least, doubt.least, least) : unknown});
    error.values.push_back({"max(" + a[k].name + ")", a[k].most,
                            kept ? estimate(a[k].most, b[k].most, doubt.most, least) : unknown});
  }
}

}  // namespace zwang
