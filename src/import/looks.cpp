// SPDX-License-Identifier: Apache-2.0
#include "import/looks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "import/context.h"

namespace zwang::import {

namespace {

constexpr std::size_t directions = 64;

/// Evenly over a sphere, along a spiral.
Vec direction(std::size_t k) {
  const double z = 1 - (2 * static_cast<double>(k) + 1) / directions;
  const double turn = std::numbers::pi * (3 - std::sqrt(5.0)) * static_cast<double>(k);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(turn), r * std::sin(turn), z};
}

struct Reach {
  std::size_t point = 0;  // the farthest
  double width = 0;       // of the mesh along the direction
};

Reach reach(const Mesh& mesh, const Vec& along) {
  double most = -std::numeric_limits<double>::infinity(), least = -most;
  Reach found;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const double far = dot(mesh.points[i], along);
    if (far > most) found.point = i;
    most = std::max(most, far);
    least = std::min(least, far);
  }
  found.width = most - least;
  return found;
}

/// Whether some four of the corners are not nearly in a plane.
bool is_solid(const Mesh& mesh, const std::set<std::size_t>& corners, double size) {
  if (corners.size() < 4) return false;
  const Vec first = mesh.points[*corners.begin()];
  Vec longest{}, normal{};
  for (const std::size_t i : corners) {
    const Vec to = mesh.points[i] - first;
    if (length(to) > length(longest)) longest = to;
  }
  for (const std::size_t i : corners) {
    const Vec across = cross(longest, mesh.points[i] - first);
    if (length(across) > length(normal)) normal = across;
  }
  double height = 0;
  for (const std::size_t i : corners)
    height = std::max(height, std::abs(dot(normal, mesh.points[i] - first)));
  return length(normal) > 0 && height > 1e-3 * size * length(normal);
}

/// Five digits of the size are more than anybody sees.
double rounded(double x, double size) {
  const double unit = std::pow(10.0, std::floor(std::log10(size)) - 4);
  return std::round(x / unit) * unit;
}

}  // namespace

std::optional<zwang::Shape> look_of(const Mesh& mesh, const Pose& pose) {
  std::set<std::size_t> corners;
  double widest = 0;
  for (std::size_t k = 0; k < directions && !mesh.points.empty(); ++k) {
    const Reach found = reach(mesh, direction(k));
    corners.insert(found.point);
    widest = std::max(widest, found.width);
  }
  const bool solid = widest > 0 && std::isfinite(widest) && is_solid(mesh, corners, widest);
  if (!solid) return std::nullopt;
  zwang::Shape shape;
  shape.kind = zwang::Shape::Kind::hull;
  for (const std::size_t i : corners) {
    Vec place = outside(pose, mesh.points[i]);
    for (double& x : place) x = rounded(x, widest);
    shape.corners.push_back(components(place));
  }
  return shape;
}

void add_look(Body& body, zwang::Shape look) {
  if (!body.mass.given()) body.mass = 0.0;
  if (body.center.empty()) body.center = components({});
  if (body.inertia.empty()) body.inertia = {components({})};
  body.shapes.push_back(std::move(look));
}

std::optional<Mesh> find_urdf_mesh(const Files& files, std::string_view name) {
  if (!files.read || !files.exists) return std::nullopt;
  std::vector<std::string> places;
  constexpr std::string_view package = "package://", file = "file://";
  if (name.starts_with(package)) {
    name.remove_prefix(package.size());
    const std::size_t slash = name.find('/');
    const std::string_view within = slash == std::string_view::npos ? name : name.substr(slash + 1);
    for (const std::string above : {"", "../", "../../", "../../../"}) {
      places.push_back(above + std::string(name));
      places.push_back(above + std::string(within));
    }
  } else {
    if (name.starts_with(file)) name.remove_prefix(file.size());
    places.emplace_back(name);
  }
  for (const std::string& place : places) {
    if (!files.exists(place)) continue;
    std::string why;
    if (const auto bytes = files.read(place)) return read_mesh(*bytes, place, why);
  }
  return std::nullopt;
}

}  // namespace zwang::import
