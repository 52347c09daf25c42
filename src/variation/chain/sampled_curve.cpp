// SPDX-License-Identifier: Apache-2.0
#include "variation/chain/sampled_curve.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::variation {

EndVariation::EndVariation(const Functional& functional, const SampledCurve& curve)
    : f_(functional),
      curve_(curve),
      n_(functional.n),
      free_(curve.free),
      width_(2 * functional.n + curve.free) {
  // An end that moves in time may drag its rows along, against what is held there: then that is
  // for the whole to decide. And what velocity rows lead to at the end cannot be chosen there.
  bool choosable[2] = {true, f_.velocities == 0};
  for (Index a = 0; a < free_; ++a)
    for (int end = 0; end < 2; ++end)
      choosable[end] &= f_.rows == 0 || curve.time_slopes[2 * a + end] == 0;
  const Index rows = width_ > 0 ? static_cast<Index>(curve.end_rows.size()) / width_ : 0;
  for (Index r = 0; r < rows; ++r) {
    const double* row = curve.end_rows.data() + r * width_;
    const bool first = linalg::vanishes(row + n_, n_ + free_);
    const bool last = linalg::vanishes(row, n_) && linalg::vanishes(row + 2 * n_, free_);
    if (first && choosable[0])
      held_[0].insert(held_[0].end(), row, row + n_);
    else if (last && choosable[1])
      held_[1].insert(held_[1].end(), row + n_, row + 2 * n_);
    else
      coupled_.push_back(r);
  }
}

Index EndVariation::most_held() const {
  return n_ > 0 ? static_cast<Index>(std::max(held_[0].size(), held_[1].size())) / n_ : 0;
}

void EndVariation::add_rows(int end, double* rows) const {
  for (Index r = 0; r < this->rows(); ++r) {
    const double* row = curve_.end_rows.data() + coupled_[r] * width_;
    for (Index i = 0; i < n_; ++i) rows[r * width_ + end * n_ + i] += row[end * n_ + i];
    for (Index a = 0; end == 0 && a < free_; ++a) rows[r * width_ + 2 * n_ + a] += row[2 * n_ + a];
  }
  if (end != 0 || curve_.target_slopes.empty()) return;
  for (Index j = 0; j < f_.integrals; ++j)
    for (Index a = 0; a < free_; ++a)
      rows[(this->rows() + j) * width_ + 2 * n_ + a] -= curve_.target_slopes[j * free_ + a];
}

void EndVariation::add_curvature(int end, double* Q) const {
  if (curve_.end_curvature.empty()) return;
  const auto mine = [this, end](Index i) {
    return i >= 2 * n_ || (i >= end * n_ && i < (end + 1) * n_);
  };
  for (Index i = 0; i < width_; ++i)
    for (Index j = 0; j < width_; ++j) {
      const bool constants = i >= 2 * n_ && j >= 2 * n_;
      if (!mine(i) || !mine(j) || (constants && end == 1)) continue;
      const double* C = curve_.end_curvature.data();
      Q[i * width_ + j] += (C[i * width_ + j] + C[j * width_ + i]) / 2;
    }
}

bool well_formed(const Functional& f, const SampledCurve& curve) {
  const auto nodes = static_cast<Index>(curve.t.size()), n = f.n, width = 2 * n + curve.free;
  const auto has = [](const std::vector<double>& x, Index size) {
    return static_cast<Index>(x.size()) == size;
  };
  if (nodes < 2 || n == 0) return false;
  for (Index k = 1; k < nodes; ++k)
    if (!(curve.t[k] > curve.t[k - 1])) return false;
  const bool sized =
      has(curve.x, nodes * n) && has(curve.v, nodes * n) &&
      has(curve.lambda, nodes * f.velocities) && has(curve.multipliers, nodes * f.rows) &&
      has(curve.mu, f.integrals) && static_cast<Index>(curve.end_rows.size()) % width == 0 &&
      (curve.end_curvature.empty() || has(curve.end_curvature, width * width)) &&
      has(curve.time_slopes, 2 * curve.free) &&
      (curve.target_slopes.empty() || has(curve.target_slopes, f.integrals * curve.free));
  // No condition joins the bends of both ends; the chain could not carry it.
  for (Index i = 0; sized && !curve.end_curvature.empty() && i < n; ++i)
    if (!linalg::vanishes(curve.end_curvature.data() + i * width + n, n)) return false;
  return sized;
}

Sampler::Sampler(const Functional& functional, const SampledCurve& curve)
    : x(static_cast<std::size_t>(functional.n)),
      v(x),
      lambda(functional.velocities),
      multipliers(functional.rows),
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
