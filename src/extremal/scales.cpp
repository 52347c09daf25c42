// SPDX-License-Identifier: Apache-2.0
#include "extremal/scales.h"

#include <algorithm>
#include <cmath>

#include "extremal/dense.h"

namespace zwang::extremal {

namespace {

constexpr double kLeast = 1e-3;  // of the largest of its kind: what vanishes is rounding of those

double largest(const double* x, Index count, double least) {
  for (Index i = 0; i < count; ++i) least = std::fmax(least, x[i]);
  return least;
}

void raise(double* x, Index count, double floor) {
  for (Index i = 0; i < count; ++i) x[i] = std::fmax(x[i], floor);
}

/// Calls `take` with z at the points of the mesh and at the Gauss points.
template <class Take>
void each_point(const Curve& curve, Take take) {
  const Gauss& g = gauss(curve.stages);
  std::vector<double> z(static_cast<std::size_t>(curve.size()));
  for (Index i = 0; i < curve.intervals(); ++i) {
    take(curve.at(i));
    for (Index j = 0; j < g.s; ++j) {
      value_within(curve, i, g.stage[j], z.data());
      take(z.data());
    }
  }
  take(curve.at(curve.intervals()));
}

/// The sum of squares and the largest of what is shown to it.
struct Meter {
  double sum = 0, largest = 0;
  Index count = 0;

  void take(double x) noexcept {
    largest = std::fmax(largest, std::fabs(x));
    sum += x * x;  // which also keeps a NaN
    ++count;
  }
  double mean_square() const noexcept { return count ? sum / static_cast<double>(count) : 0; }
};

}  // namespace

Scales scales_of(const Curve& curve) {
  const Index n = curve.n, d = curve.size();
  Scales scales;
  std::vector<double>& size = scales.z;
  size.assign(static_cast<std::size_t>(d), 0.0);
  each_point(curve, [&](const double* z) {
    for (Index k = 0; k < d; ++k) size[k] = std::fmax(size[k], std::fabs(z[k]));
  });
  double x = largest(size.data(), n, 0);
  if (!(x > 0)) x = 1 / kLeast;  // nothing is known: 1 for all
  const double v = largest(size.data() + n, n, x), w = largest(size.data() + 2 * n, curve.extra, 1);
  raise(size.data(), n, kLeast * x);
  raise(size.data() + n, n, kLeast * v);
  raise(size.data() + 2 * n, curve.extra, kLeast * w);
  for (double p : curve.p) scales.p.push_back(std::fmax(std::fabs(p), 1));
  return scales;
}

StepSize step_size(const Curve& step, const Scales& scales) {
  Meter points, constants;
  each_point(step, [&](const double* z) {
    for (Index k = 0; k < step.size(); ++k) points.take(z[k] / scales.z[k]);
  });
  for (std::size_t k = 0; k < step.p.size(); ++k) constants.take(step.p[k] / scales.p[k]);
  const double mean = std::sqrt(points.mean_square() + constants.mean_square());
  if (!std::isfinite(mean)) return {mean, mean};
  return {std::fmax(points.largest, constants.largest), mean};
}

}  // namespace zwang::extremal
