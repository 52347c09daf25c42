// SPDX-License-Identifier: Apache-2.0
#include "scene/contour.h"

#include <algorithm>
#include <map>

namespace zwang::scene {

namespace {

// How far beyond what moved a contour is followed, in units of its size.
constexpr double margins[] = {0.25, 0.6, 1.2}, cut_margin = 0.5;
constexpr double flat_margins[] = {0.25, 0.6, 1.2, 2.5};  // curves are cheap

Box around(const Box& whole, double margin) {
  Box box = whole;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] -= margin;
    box.high[k] += margin;
  }
  return box;
}

// A planar one stays in its plane.
Box beside(const Box& whole, double margin) {
  Box box = around(whole, margin);
  box.low[2] = box.high[2] = whole.low[2];
  return box;
}

// Whether no edge belongs to one triangle alone, as where a box cuts a surface.
bool is_closed(const Surface& surface) {
  std::map<std::pair<double, double>, int> edges;
  for (std::size_t k = 0; k < surface.triangles.size(); k += 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      const double a = surface.triangles[k + i], b = surface.triangles[k + (i + 1) % 3];
      ++edges[std::minmax(a, b)];
    }
  }
  return !edges.empty() &&
         std::all_of(edges.begin(), edges.end(), [](const auto& edge) { return edge.second == 2; });
}

bool is_closed(const std::vector<Curve>& curves) {
  return !curves.empty() &&
         std::all_of(curves.begin(), curves.end(), [](const Curve& curve) { return curve.closed; });
}

void take_in(const Triple& at, Box& box) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = std::min(box.low[k], at[k]);
    box.high[k] = std::max(box.high[k], at[k]);
  }
}

Box box_of(const Surface& surface) {
  const std::vector<double>& at = surface.vertices;
  Box box{{at[0], at[1], at[2]}, {at[0], at[1], at[2]}};
  for (std::size_t k = 0; k < at.size(); k += 3) take_in({at[k], at[k + 1], at[k + 2]}, box);
  return box;
}

Box box_of(const std::vector<Curve>& curves) {
  Box box{curves[0].points[0], curves[0].points[0]};
  for (const Curve& curve : curves)
    for (const Triple& at : curve.points) take_in(at, box);
  return box;
}

}  // namespace

std::vector<Curve> whole_curves(const Field& field, const Box& whole, double size, int cells) {
  for (const double margin : flat_margins) {
    auto rough = contour_curves(field, beside(whole, margin * size), cells);
    if (!is_closed(rough)) continue;
    auto fine = contour_curves(field, beside(box_of(rough), 0.05 * size), cells);
    return is_closed(fine) ? fine : rough;
  }
  return cut_curves(field, whole, size, cells);
}

std::vector<Curve> cut_curves(const Field& field, const Box& whole, double size, int cells) {
  return contour_curves(field, beside(whole, cut_margin * size), cells);
}

Surface whole_surface(const Field& field, const Box& whole, double size, int cells) {
  for (const double margin : margins) {
    const Surface rough = contour_surface(field, around(whole, margin * size), cells);
    if (!is_closed(rough)) continue;
    Surface fine = contour_surface(field, around(box_of(rough), 0.05 * size), cells + 2);
    return is_closed(fine) ? fine : rough;
  }
  return contour_surface(field, around(whole, cut_margin * size), cells);
}

}  // namespace zwang::scene
