// SPDX-License-Identifier: Apache-2.0
#include "scene/shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/model_parts.h"
#include "scene/numbers.h"
#include "scene/triangulation.h"

namespace zwang::scene {

namespace {

using Given = compile::ShapeNumbers;
using Kind = zwang::Shape::Kind;

const std::vector<Given>& all_shapes(const Model& model) {
  return model.parts().source.motion().shapes;
}

// How thick that is drawn which has no thickness, against its size.
constexpr double thin = 0.02;

Triple placed(const Given& given, const Triple& local) {
  Triple at;
  for (std::size_t i = 0; i < 3; ++i) {
    at[i] = given.at[i];
    for (std::size_t j = 0; j < 3; ++j) at[i] += given.R[i][j] * local[j];
  }
  return at;
}

double reach(const Given& given) {
  double size = 0;
  if (given.kind == Kind::mesh || given.kind == Kind::plate) {
    const double unit = given.kind == Kind::mesh ? given.size[0] : 1;
    for (std::size_t k = 0; k < given.corners.size(); k += 3)
      size = std::max(
          size, unit * std::hypot(given.corners[k], given.corners[k + 1], given.corners[k + 2]));
    return size;
  }
  for (std::size_t k = 0; k < given.corners.size(); k += 3)
    size = std::max(size, std::hypot(given.corners[k], given.corners[k + 1], given.corners[k + 2]));
  for (const double x : given.size) size = std::hypot(size, x);
  return given.kind == Kind::plane ? 0 : size;
}

void add_hull(const Given& given, std::vector<Shape>& to) {
  Shape shape{"hull", {}, {}, {}};
  for (std::size_t k = 0; k < given.corners.size(); k += 3)
    shape.corners.push_back({given.corners[k], given.corners[k + 1], given.corners[k + 2]});
  shape.color = given.color;
  to.push_back(std::move(shape));
}

// Of few digits: five of its size are more than anybody sees.
double rounded(double x, double size) {
  const double unit = std::pow(10.0, std::floor(std::log10(size)) - 4);
  return std::round(x / unit) * unit;
}

void add_mesh(const Given& given, std::vector<Shape>& to) {
  Shape shape{given.triangles.empty() ? "hull" : "mesh", {}, {}, {}};
  shape.triangles = given.triangles;
  const double size = reach(given);
  for (std::size_t k = 0; k < given.corners.size(); k += 3) {
    Triple corner = {given.corners[k], given.corners[k + 1], given.corners[k + 2]};
    for (double& x : corner) x *= given.size[0];
    corner = placed(given, corner);
    for (double& x : corner) x = size > 0 ? rounded(x, size) : x;
    shape.corners.push_back(corner);
  }
  shape.color = given.color;
  if (!shape.corners.empty()) to.push_back(std::move(shape));
}

// Both faces, and the edge between them.
void add_plate(const Given& given, std::vector<Shape>& to) {
  const std::size_t n = given.corners.size() / 3;
  std::vector<std::array<double, 2>> outline;
  for (std::size_t k = 0; k < n; ++k)
    outline.push_back({given.corners[3 * k], given.corners[3 * k + 1]});
  const Triangulation flat = triangulated(outline);
  const double h = given.thickness > 0 ? given.thickness : thin * reach(given);
  Shape shape{"mesh", {}, {}, {}};
  for (const double z : {0.5 * h, -0.5 * h})
    for (const std::array<double, 2>& at : outline)
      shape.corners.push_back(placed(given, {at[0], at[1], z}));
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    if (flat.clockwise) std::swap(b, c);
    shape.triangles.insert(shape.triangles.end(), {a, b, c});
  };
  for (std::size_t k = 0; k < flat.corners.size(); k += 3) {
    const std::size_t a = flat.corners[k], b = flat.corners[k + 1], c = flat.corners[k + 2];
    add(a, b, c);
    add(n + a, n + c, n + b);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = (k + 1) % n;
    add(n + k, n + next, next);
    add(n + k, next, k);
  }
  shape.color = given.color;
  to.push_back(std::move(shape));
}

void add_ring(const Given& given, std::vector<Shape>& to) {
  constexpr std::size_t turns = 48;
  const double h = given.thickness > 0 ? given.thickness : thin * given.size[1];
  Shape shape{"mesh", {}, {}, {}};
  // Around, as seen along the ring: outside below and above, inside above and below.
  for (std::size_t k = 0; k < turns; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / turns;
    const double c = std::cos(angle), s = std::sin(angle), r = given.size[0], R = given.size[1];
    for (const auto& [at, z] : {std::pair{R, -h / 2}, {R, h / 2}, {r, h / 2}, {r, -h / 2}})
      shape.corners.push_back(placed(given, {at * c, at * s, z}));
  }
  for (std::size_t k = 0; k < turns; ++k) {
    const std::size_t here = 4 * k, there = 4 * ((k + 1) % turns);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t j = (i + 1) % 4;
      shape.triangles.insert(shape.triangles.end(),
                             {here + i, there + i, there + j, here + i, there + j, here + j});
    }
  }
  shape.color = given.color;
  to.push_back(std::move(shape));
}

void add_shape(const Given& given, std::vector<Shape>& to) {
  if (given.hidden) return;
  Shape shape{"", placed(given, {0, 0, 0}), {}, {}};
  const auto& R = given.R;
  shape.turn = turn_of(
      {{R[0][0], R[1][0], R[2][0]}, {R[0][1], R[1][1], R[2][1]}, {R[0][2], R[1][2], R[2][2]}});
  switch (given.kind) {
    case Kind::sphere:
      shape.kind = "sphere";
      shape.radii = {given.size[0], 0, 0};
      break;
    case Kind::box:
      shape.kind = "box";
      shape.radii = {given.size[0], given.size[1], given.size[2]};
      break;
    case Kind::cylinder:
      shape.kind = "cylinder";
      shape.radii = {given.size[0], given.size[1], 0};
      break;
    case Kind::disk:
      shape.kind = "cylinder";
      shape.radii = {given.size[0], given.thickness > 0 ? given.thickness : thin * given.size[0],
                     0};
      break;
    case Kind::capsule:
      shape.kind = "rod";
      shape.at = placed(given, {0, 0, -0.5 * given.size[1]});
      shape.to = placed(given, {0, 0, 0.5 * given.size[1]});
      shape.radii = {given.size[0], 0, 0};
      break;
    case Kind::rod:
      shape.kind = "rod";
      shape.to = placed(given, {given.size[0], 0, 0});
      shape.radii = {given.radius > 0 ? given.radius : thin * given.size[0], 0, 0};
      break;
    case Kind::hull:
      return add_hull(given, to);
    case Kind::ring:
      return add_ring(given, to);
    case Kind::plate:
      return add_plate(given, to);
    case Kind::mesh:
      return add_mesh(given, to);
    case Kind::plane:
      return;
  }
  shape.color = given.color;
  to.push_back(std::move(shape));
}

// A square of the plane below what moves; in the plane of the picture a line.
void add_plane(const Given& given, const std::string& name, const Box& box, Scene& scene) {
  const Triple n = {
      given.R[0][0] * given.size[0] + given.R[0][1] * given.size[1] + given.R[0][2] * given.size[2],
      given.R[1][0] * given.size[0] + given.R[1][1] * given.size[1] + given.R[1][2] * given.size[2],
      given.R[2][0] * given.size[0] + given.R[2][1] * given.size[1] +
          given.R[2][2] * given.size[2]};
  Triple middle;
  double height = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    middle[k] = 0.5 * (box.low[k] + box.high[k]);
    height += n[k] * (middle[k] - given.at[k]);
  }
  for (std::size_t k = 0; k < 3; ++k) middle[k] -= height * n[k];
  const double half = 0.75 * scene.length;
  const auto moved = [&](const Triple& u, double a, const Triple& v, double b) {
    return Triple{middle[0] + a * u[0] + b * v[0], middle[1] + a * u[1] + b * v[1],
                  middle[2] + a * u[2] + b * v[2]};
  };
  if (scene.dimensions == 2) {
    const Triple along{-n[1], n[0], 0};
    scene.curves.push_back({name, {moved(along, -half, n, 0), moved(along, half, n, 0)}, false});
    return;
  }
  const std::size_t least =
      std::abs(n[0]) < 0.9 ? 0 : 1;  // an axis that does not lie along the normal
  Triple u{};
  for (std::size_t k = 0; k < 3; ++k) u[k] = (k == least ? 1.0 : 0.0) - n[least] * n[k];
  const double size = std::hypot(u[0], u[1], u[2]);
  for (double& x : u) x /= size;
  const Triple v{n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]};
  Surface surface;
  surface.name = name;
  for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const Triple corner = moved(u, a * half, v, b * half);
    surface.vertices.insert(surface.vertices.end(), corner.begin(), corner.end());
  }
  surface.triangles = {0, 1, 2, 0, 2, 3};
  scene.surfaces.push_back(std::move(surface));
}

}  // namespace

std::vector<Shape> shapes_of(const Model& model, int body) {
  std::vector<Shape> shapes;
  for (const Given& given : all_shapes(model))
    if (given.body == body) add_shape(given, shapes);
  return shapes;
}

double reach_of_shapes(const Model& model) {
  double most = 0;
  for (const Given& given : all_shapes(model))
    if (given.body >= 0) most = std::max(most, reach(given));
  return most;
}

void add_ground_shapes(const Model& model, const Box& box, Scene& scene) {
  std::size_t number = 0;
  for (const Given& given : all_shapes(model)) {
    if (given.body >= 0) continue;
    const std::string& own = model.description().ground_shapes[number++].name.text;
    const std::string name = own.empty() ? "ground" : own;
    if (given.kind == Kind::plane) {
      add_plane(given, name, box, scene);
      continue;
    }
    Body still;
    still.name = name;
    still.turn[0].value = 1;
    Given moved = given;  // its name stands at its middle
    for (std::size_t k = 0; k < 3; ++k) {
      still.origin[k].value = given.at[k];
      moved.at[k] = 0;
    }
    if (given.kind == Kind::hull)
      for (std::size_t k = 0; k < moved.corners.size(); ++k) moved.corners[k] -= given.at[k % 3];
    add_shape(moved, still.shapes);
    scene.bodies.push_back(std::move(still));
  }
}

}  // namespace zwang::scene
