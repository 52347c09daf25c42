// SPDX-License-Identifier: Apache-2.0
// Ears are cut off: three corners that follow each other, whose triangle holds no other corner.

#include "scene/triangulation.h"

#include <algorithm>
#include <numeric>

namespace zwang::scene {

namespace {

using Spot = std::array<double, 2>;

double turn(const Spot& a, const Spot& b, const Spot& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

}  // namespace

Triangulation triangulated(const std::vector<Spot>& outline) {
  Triangulation made;
  double area = 0;
  for (std::size_t k = 1; k + 1 < outline.size(); ++k)
    area += turn(outline[0], outline[k], outline[k + 1]);
  made.clockwise = area < 0;
  const double side = made.clockwise ? -1 : 1;
  std::vector<std::size_t> left(outline.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  const auto is_ear = [&](std::size_t k) {
    const std::size_t n = left.size();
    const std::size_t a = left[(k + n - 1) % n], b = left[k], c = left[(k + 1) % n];
    if (side * turn(outline[a], outline[b], outline[c]) <= 0) return false;
    return std::none_of(left.begin(), left.end(), [&](std::size_t p) {
      return p != a && p != b && p != c && side * turn(outline[a], outline[b], outline[p]) >= 0 &&
             side * turn(outline[b], outline[c], outline[p]) >= 0 &&
             side * turn(outline[c], outline[a], outline[p]) >= 0;
    });
  };
  while (left.size() > 2) {
    std::size_t k = 0;
    while (k < left.size() && !is_ear(k)) ++k;
    if (k == left.size()) k = 1;  // corners on a line, by rounding: a triangle without area
    const std::size_t n = left.size();
    made.corners.insert(made.corners.end(), {left[(k + n - 1) % n], left[k], left[(k + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
  }
  return made;
}

}  // namespace zwang::scene
