// SPDX-License-Identifier: Apache-2.0
#include "scene/guides.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "scene/contour.h"

namespace zwang::scene {

namespace {

constexpr int curve_cells = 40, line_cells = 8, surface_cells = 9;
// A page may grow by 150 kB: so many points of curves, at twenty letters each.
constexpr std::size_t most_points = 7000, bend_points = 72, most_keys = 400, surface_keys = 8;

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// Arc lengths of the corners; of a closed curve up to its first one again.
std::vector<double> lengths_of(const Curve& curve) {
  std::vector<double> lengths{0.0};
  const std::size_t n = curve.points.size(), pieces = curve.closed ? n : n - 1;
  for (std::size_t k = 0; k < pieces; ++k)
    lengths.push_back(lengths.back() + distance(curve.points[k], curve.points[(k + 1) % n]));
  return lengths;
}

/// So many points at equal distances along the curve.
std::vector<Triple> resampled(const Curve& curve, std::size_t count) {
  const std::vector<double> lengths = lengths_of(curve);
  const auto pieces = static_cast<double>(curve.closed ? count : count - 1);
  std::vector<Triple> points;
  std::size_t k = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double s = lengths.back() * static_cast<double>(i) / pieces;
    while (k + 2 < lengths.size() && lengths[k + 1] < s) ++k;
    const Triple &a = curve.points[k], &b = curve.points[(k + 1) % curve.points.size()];
    const double length = lengths[k + 1] - lengths[k];
    const double part = length > 0 ? (s - lengths[k]) / length : 0.0;
    Triple at;
    for (std::size_t axis = 0; axis < 3; ++axis)
      at[axis] = five_digits(a[axis] + part * (b[axis] - a[axis]));
    points.push_back(at);
  }
  return points;
}

bool is_straight(const Curve& curve) {
  const double length = lengths_of(curve).back();
  return !curve.closed && distance(curve.points.front(), curve.points.back()) > (1 - 1e-6) * length;
}

/// The longest of them; nothing where there is none.
std::optional<Curve> longest(std::vector<Curve> curves) {
  std::optional<Curve> best;
  double most = 0;
  for (Curve& curve : curves) {
    if (curve.points.size() < 2) continue;
    const double length = lengths_of(curve).back();
    if (length <= most) continue;
    most = length;
    best = std::move(curve);
  }
  return best;
}

double apart(const std::vector<Triple>& a, const std::vector<Triple>& b, std::size_t shift) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double d = distance(a[k], b[(k + shift) % b.size()]);
    sum += d * d;
  }
  return sum;
}

// Turned round, and begun elsewhere if it is closed, such that points stay near those before.
void align(const std::vector<Triple>& before, bool closed, std::vector<Triple>& points) {
  if (before.size() != points.size()) return;
  std::vector<Triple> best = points;
  double least = apart(before, points, 0);
  for (const bool turned : {false, true}) {
    if (turned) std::reverse(points.begin(), points.end());
    for (std::size_t shift = 0; shift < (closed ? points.size() : 1); ++shift) {
      const double d = apart(before, points, shift);
      if (d >= least) continue;
      least = d;
      best = points;
      std::rotate(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(shift), best.end());
    }
  }
  points = std::move(best);
}

double time_of(const Course& course, std::size_t key, std::size_t keys) {
  return course.from + (course.until - course.from) * static_cast<double>(key) /
                           static_cast<double>(std::max<std::size_t>(keys, 2) - 1);
}

}  // namespace

Curve moving_curve(const TimeField& field, const Course& course) {
  bool straight = false;
  const auto at_time = [&](double t) {
    const Field frozen = [&](const Triple& at) { return field(at, t); };
    // A line never closes: few cells show where the box cuts it, and no larger box has to be tried.
    if (straight) {
      const auto line = longest(cut_curves(frozen, course.whole, course.size, line_cells));
      if (line && is_straight(*line)) return line;
    }
    return longest(whole_curves(frozen, course.whole, course.size, curve_cells));
  };
  // What is straight at three times is taken for a line: two points, and many keys.
  const std::size_t thirds[] = {0, 1, 2};
  straight = std::all_of(std::begin(thirds), std::end(thirds), [&](std::size_t third) {
    const auto curve = at_time(time_of(course, third, 4));
    return curve && is_straight(*curve);
  });
  const std::size_t points = straight ? 2 : bend_points;
  const std::size_t keys =
      std::max<std::size_t>(std::min({most_points / points, most_keys, course.samples}), 2);
  Curve moving;
  for (std::size_t key = 0; key < keys; ++key) {
    const double t = time_of(course, key, keys);
    const auto curve = at_time(t);
    if (!curve) continue;
    CurveKey next{t, resampled(*curve, points), curve->closed};
    if (!moving.keys.empty() && moving.keys.back().closed == next.closed)
      align(moving.keys.back().points, next.closed, next.points);
    moving.keys.push_back(std::move(next));
  }
  if (moving.keys.empty()) return moving;
  moving.points = moving.keys[0].points;
  moving.closed = moving.keys[0].closed;
  return moving;
}

Surface moving_surface(const TimeField& field, const Course& course) {
  Surface moving;
  for (std::size_t key = 0; key < surface_keys; ++key) {
    const double t = time_of(course, key, surface_keys);
    const Field frozen = [&](const Triple& at) { return field(at, t); };
    Surface surface = whole_surface(frozen, course.whole, course.size, surface_cells);
    if (surface.triangles.empty()) continue;
    moving.keys.push_back({t, std::move(surface.vertices), std::move(surface.triangles)});
  }
  if (moving.keys.empty()) return moving;
  moving.vertices = moving.keys[0].vertices;
  moving.triangles = moving.keys[0].triangles;
  return moving;
}

}  // namespace zwang::scene
