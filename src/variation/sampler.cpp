// SPDX-License-Identifier: Apache-2.0
#include "variation/sampler.h"

#include <algorithm>
#include <cmath>

namespace zwang::variation {

Sampler::Sampler(const Functional& functional, const SampledCurve& curve)
    : x(static_cast<std::size_t>(functional.n)),
      v(x),
      lambda(static_cast<std::size_t>(functional.velocities)),
      multipliers(static_cast<std::size_t>(functional.rows)),
      curve_(curve),
      n_(functional.n),
      intervals_(static_cast<Index>(curve.t.size()) - 1) {}

Index Sampler::interval(double u) const noexcept {
  return std::clamp(static_cast<Index>(std::floor(u)), Index{0}, intervals_ - 1);
}

double Sampler::time(double u) const noexcept {
  const Index i = interval(u);
  const double s = u - static_cast<double>(i);
  return curve_.t[i] + s * (curve_.t[i + 1] - curve_.t[i]);
}

double Sampler::place(double t) const noexcept {
  const auto next = std::upper_bound(curve_.t.begin(), curve_.t.end(), t);
  const Index i =
      std::clamp(static_cast<Index>(next - curve_.t.begin()) - 1, Index{0}, intervals_ - 1);
  return static_cast<double>(i) + (t - curve_.t[i]) / (curve_.t[i + 1] - curve_.t[i]);
}

void Sampler::move_to(double u) noexcept {
  const Index i = interval(u);
  const double s = u - static_cast<double>(i), h = curve_.t[i + 1] - curve_.t[i];
  const double *x0 = curve_.x.data() + i * n_, *x1 = x0 + n_;
  const double *v0 = curve_.v.data() + i * n_, *v1 = v0 + n_;
  for (Index j = 0; j < n_; ++j) {
    const double rise = x1[j] - x0[j];
    x[j] = x0[j] + s * s * (3 - 2 * s) * rise + h * s * (1 - s) * ((1 - s) * v0[j] - s * v1[j]);
    v[j] = 6 * s * (1 - s) * rise / h + (1 - s) * (1 - 3 * s) * v0[j] + s * (3 * s - 2) * v1[j];
  }
  const double t = time(u);
  interpolate(curve_.lambda, t, i, lambda);
  interpolate(curve_.multipliers, t, i, multipliers);
}

/// Lagrange's polynomial through the four nodes around interval i, fewer where there are no more.
void Sampler::interpolate(const std::vector<double>& values, double t, Index i,
                          std::vector<double>& out) const noexcept {
  const auto width = static_cast<Index>(out.size());
  const Index first = std::clamp(i - 1, Index{0}, std::max(intervals_ - 3, Index{0}));
  const Index last = std::min(first + 3, intervals_);
  std::fill(out.begin(), out.end(), 0.0);
  if (width == 0 || values.empty()) return;
  for (Index k = first; k <= last; ++k) {
    double weight = 1;
    for (Index j = first; j <= last; ++j)
      if (j != k) weight *= (t - curve_.t[j]) / (curve_.t[k] - curve_.t[j]);
    for (Index c = 0; c < width; ++c) out[c] += weight * values[k * width + c];
  }
}

}  // namespace zwang::variation
