// SPDX-License-Identifier: Apache-2.0
#include "bvp/scales.h"

#include <algorithm>
#include <cmath>

#include "bvp/curve.h"

namespace zwang::bvp {

namespace {

// Of the largest of its kind: what vanishes is rounding of those.
constexpr double least_part = 1e-3;

/// Of two; y where it is no number.
double larger(double x, double y) { return x > y ? x : y; }

double largest(const double* x, Index count, double least) {
  for (Index i = 0; i < count; ++i) least = larger(x[i], least);
  return least;
}

void raise(double* x, Index count, double floor) {
  for (Index i = 0; i < count; ++i) x[i] = larger(x[i], floor);
}

/// Calls `take` with z at the points of the mesh and at the Gauss points.
template <class Take>
void each_point(const Curve& curve, Take take) {
  const Gauss& g = gauss(curve.stages);
  std::vector<double> z(curve.size());
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
    largest = larger(std::fabs(x), largest);
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
  size.assign(d, 0.0);
  each_point(curve, [&](const double* z) {
    for (Index k = 0; k < d; ++k) size[k] = larger(std::fabs(z[k]), size[k]);
  });
  double x = largest(size.data(), n, 0);
  if (!(x > 0)) x = 1 / least_part;  // nothing is known: 1 for all
  const double v = largest(size.data() + n, n, x), w = largest(size.data() + 2 * n, curve.extra, 1);
  raise(size.data(), n, least_part * x);
  raise(size.data() + n, n, least_part * v);
  raise(size.data() + 2 * n, curve.extra, least_part * w);
  for (std::size_t k = 0; k < curve.terms.size(); ++k)
    raise(&size[at(2 * n) + k], 1, curve.terms[k]);
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

std::vector<double> step_within(const Curve& step, const Scales& scales) {
  const Gauss& g = gauss(step.stages);
  const Index N = step.intervals(), d = step.size();
  std::vector<double> within(N), z(d);
  const auto take = [&](Index i, const double* at) {
    for (Index k = 0; k < d; ++k) within[i] = larger(std::fabs(at[k]) / scales.z[k], within[i]);
  };
  for (Index i = 0; i < N; ++i) {
    take(i, step.at(i));
    take(i, step.at(i + 1));
    for (Index j = 0; j < g.s; ++j) {
      value_within(step, i, g.stage[j], z.data());
      take(i, z.data());
    }
  }
  const double of_z = *std::max_element(within.begin(), within.end());
  double of_p = 0;
  for (std::size_t k = 0; k < step.p.size(); ++k)
    of_p = std::fmax(of_p, std::fabs(step.p[k]) / scales.p[k]);
  if (of_p > of_z && of_z > 0)
    for (double& size : within) size *= of_p / of_z;
  return within;
}

}  // namespace zwang::bvp
