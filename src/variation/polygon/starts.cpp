// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/starts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace zwang::variation {

namespace {

constexpr int most_bumps = 16;
constexpr double infinity = std::numeric_limits<double>::infinity();
/// A link this many times longer, relative to the mean, than it was in the guess: torn.
constexpr double torn = 6;

/// The longest link over the mean one; 1 for a polygon that stands still.
double unevenness(const Polygon& polygon, const std::vector<double>& x) {
  const Index n = polygon.n();
  double most = 0, sum = 0;
  for (Index k = 0; k < polygon.links; ++k) {
    double square = 0;
    for (Index i = 0; i < n; ++i) {
      const double d = x[(k + 1) * n + i] - x[k * n + i];
      square += d * d;
    }
    most = std::max(most, std::sqrt(square));
    sum += std::sqrt(square);
  }
  return sum > 0 ? most * static_cast<double>(polygon.links) / sum : 1;
}

}  // namespace

double reach(const Polygon& polygon, const std::vector<double>& x) {
  const Index n = polygon.n();
  double range = 0, size = 0;
  for (Index i = 0; i < n; ++i) {
    double low = x[i], high = low;
    for (Index k = 0; k < polygon.nodes(); ++k) {
      low = std::min(low, x[k * n + i]);
      high = std::max(high, x[k * n + i]);
    }
    range = std::max(range, high - low);
    size = std::max({size, high, -low});
  }
  if (range > 1e-9 * size) return range;
  return size > 0 ? size : polygon.t1 - polygon.t0;
}

std::vector<double> bump(const Polygon& polygon, const std::vector<double>& x, double share,
                         int number) {
  const Index n = polygon.n();
  const double height = share * reach(polygon, x) * (number % 2 ? -1 : 1);
  const int direction = number / 2;
  std::vector<double> moved = x;
  for (Index i = 0; i < n; ++i) {
    // Directions that prefer no axis and repeat nothing: the golden angle, around n axes.
    const double d = n == 1 ? -1 : std::cos(2.4 * (direction + 1) * static_cast<double>(i + 1));
    for (Index k = 1; k < polygon.links; ++k) {
      const double tau = static_cast<double>(k) / static_cast<double>(polygon.links);
      moved[k * n + i] += height * d * std::sin(std::numbers::pi * tau);
    }
  }
  return moved;
}

std::vector<std::vector<double>> starts(const Polygon& polygon, const std::vector<double>& guess,
                                        OntoRows& onto) {
  const double allowed = torn * unevenness(polygon, guess);
  std::vector<double> x = guess;
  if (polygon.functional->rows == 0) return {x};
  double best = onto.bring_all(x.data()) ? unevenness(polygon, x) : infinity;
  if (best <= allowed) return {x};
  std::vector<std::vector<double>> chosen;
  if (best < infinity) chosen = {x};
  for (int number = 0; number < most_bumps && best > allowed; number += 2) {
    std::vector<std::vector<double>> sides;
    double worst = 0;
    for (int side = 0; side < 2; ++side) {
      x = bump(polygon, guess, 0.25, number + side);
      if (!onto.bring_all(x.data())) continue;
      sides.push_back(x);
      worst = std::max(worst, unevenness(polygon, x));
    }
    if (sides.empty() || !(worst < best)) continue;
    best = worst;
    chosen = std::move(sides);
  }
  return chosen;
}

}  // namespace zwang::variation
