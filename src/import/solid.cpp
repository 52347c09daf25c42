// SPDX-License-Identifier: Apache-2.0
#include "import/solid.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace zwang::import {

namespace {

constexpr double forgiven = 1e-6;  // of the trace
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

/// m (d² 1 − d dᵀ): what a mass at d adds to the inertia about the origin.
Mat point_inertia(double mass, const Vec& d) noexcept {
  Mat inertia = diagonal(dot(d, d), dot(d, d), dot(d, d));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) inertia[i][j] = mass * (inertia[i][j] - d[i] * d[j]);
  return inertia;
}

void add(Mat& sum, const Mat& term) noexcept {
  for (std::size_t i = 0; i < 3; ++i) sum[i] = sum[i] + term[i];
}

/// One plane rotation of Jacobi's method, which makes a[p][q] zero.
void rotate(Mat& a, Mat& axes, std::size_t p, std::size_t q) noexcept {
  if (a[p][q] == 0) return;
  const double gap = a[p][p] - a[q][q];
  // The smaller of the two angles, an eighth of a turn at most: then the sweeps converge.
  const double angle = 0.5 * std::atan2(std::copysign(2, gap) * a[p][q], std::abs(gap));
  Mat turn = diagonal(1, 1, 1);
  turn[p][p] = turn[q][q] = std::cos(angle);
  turn[p][q] = std::sin(angle);
  turn[q][p] = -turn[p][q];
  a = turn * a * transposed(turn);
  a[p][q] = a[q][p] = 0;
  axes = turn * axes;
}

/// A number of twelve digits, if there is one as near as that; random ones have none.
double decimal(double x, double near) noexcept {
  if (std::abs(x) <= near) return 0;
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, x, std::chars_format::scientific, 11);
  double y = x;
  std::from_chars(digits, end.ptr, y);
  return std::abs(y - x) <= near ? y : x;
}

double largest(const Mat& a) noexcept {
  double most = 0;
  for (const Vec& row : a)
    for (const double x : row) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

Solid moved(const Pose& pose, const Solid& solid) noexcept {
  Solid result{solid.mass, outside(pose, solid.center), solid.inertia};
  if (is_none(pose.turn)) return result;
  const Mat R = matrix(pose.turn);
  result.inertia = tidied(R * solid.inertia * transposed(R));
  return result;
}

Solid welded(const std::vector<Solid>& solids) noexcept {
  if (solids.size() == 1) return solids[0];
  Solid sum;
  Vec moment{};
  double scale = 0;
  for (const Solid& solid : solids) {
    sum.mass += solid.mass;
    moment = moment + solid.mass * solid.center;
    scale = std::max(scale, length(solid.center));
  }
  if (sum.mass > 0) sum.center = tidied((1 / sum.mass) * moment, scale);
  for (const Solid& solid : solids) {
    add(sum.inertia, solid.inertia);
    add(sum.inertia, point_inertia(solid.mass, solid.center - sum.center));
  }
  sum.inertia = tidied(sum.inertia);
  return sum;
}

Principal principal(const Mat& inertia) noexcept {
  Mat a = inertia, axes = diagonal(1, 1, 1);
  // Quadratic convergence: six sweeps are more than a 3×3 matrix needs.
  for (int sweep = 0; sweep < 6; ++sweep) {
    rotate(a, axes, 0, 1);
    rotate(a, axes, 0, 2);
    rotate(a, axes, 1, 2);
  }
  return {{a[0][0], a[1][1], a[2][2]}, axes};
}

Mat from_principal(const Principal& principal) noexcept {
  const auto& [moments, axes] = principal;
  return tidied(transposed(axes) * diagonal(moments[0], moments[1], moments[2]) * axes);
}

bool is_negative(const Mat& inertia) noexcept {
  const Vec moments = principal(inertia).moments;
  const double trace = moments[0] + moments[1] + moments[2];
  const double least = *std::min_element(moments.begin(), moments.end());
  return least < 0 && !(least >= -forgiven * trace);
}

std::string impossible(const Mat& inertia) {
  const Vec moments = principal(inertia).moments;
  const double trace = moments[0] + moments[1] + moments[2];
  const double most = *std::max_element(moments.begin(), moments.end());
  if (is_negative(inertia)) return "one of its principal moments is negative";
  if (most > trace - most + forgiven * trace)
    return "one of its principal moments is larger than the sum of the other two";
  return {};
}

Mat tidied(const Mat& inertia) noexcept {
  const double near = rounding * largest(inertia);
  Mat result;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      result[i][j] = result[j][i] = decimal(0.5 * (inertia[i][j] + inertia[j][i]), near);
  return result;
}

Vec tidied(const Vec& place, double scale) noexcept {
  Vec result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = decimal(place[i], rounding * scale);
  return result;
}

}  // namespace zwang::import
