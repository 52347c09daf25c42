// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/geom.h"

#include "import/mjcf/mesh.h"
#include "import/shape.h"

namespace zwang::import {

namespace {

struct Kind {
  std::string_view word;
  Shape shape;
  std::size_t sizes;      // how many it has
  std::size_t with_ends;  // and how many with `fromto`
};

constexpr Kind kinds[] = {{"sphere", Shape::sphere, 1, 0},
                          {"capsule", Shape::capsule, 2, 1},
                          {"cylinder", Shape::cylinder, 2, 1},
                          {"box", Shape::box, 3, 1},
                          {"ellipsoid", Shape::ellipsoid, 3, 1}};

const Kind* find_kind(std::string_view word) {
  for (const Kind& kind : kinds)
    if (kind.word == word) return &kind;
  return nullptr;
}

/// The middle between two ends, z from one to the other; `half` is half of their distance.
Pose between(const Element& geom, double& half) {
  const std::vector<double> v = geom.numbers("fromto", 6, 6);
  if (v.empty()) return {};
  const Vec from{v[0], v[1], v[2]}, to{v[3], v[4], v[5]};
  half = length(to - from) / 2;
  if (2 * half >= shortest_direction) return {0.5 * (from + to), from_z_to(to - from)};
  geom.complain(code::number, "fromto", "the two ends coincide");
  return {};
}

/// Radius or half-lengths; with ends, the last is half of their distance.
Sizes read_sizes(const Element& geom, const Kind& kind, bool ends, double half) {
  const std::size_t count = ends ? kind.with_ends : kind.sizes;
  const std::vector<double> v = geom.numbers("size", 1, 3);
  Sizes sizes;
  if (v.size() < count) {
    if (!geom.has("size") || !v.empty())
      geom.complain(code::number, "size",
                    "a " + std::string(kind.word) + " has " +
                        (count == 1 ? "one size" : std::to_string(count) + " sizes"));
    return sizes;
  }
  if (ends)
    sizes = kind.sizes == 3 ? Sizes{v[0], v[0], half} : Sizes{v[0], half, 0};
  else
    sizes = {v[0], count > 1 ? v[1] : 0, count > 2 ? v[2] : 0};
  for (std::size_t k = 0; k < count; ++k)
    if (v[k] <= 0) geom.complain(code::number, "size", "sizes must be positive");
  return sizes;
}

void read_mass(const Element& geom, const Kind& kind, const Sizes& sizes, MjcfGeom& result) {
  double mass = geom.number("mass", 0);
  if (!geom.has("mass")) mass = geom.number("density", 1000) * volume(kind.shape, sizes);
  if (mass < 0)
    geom.complain(code::inertia, geom.has("mass") ? "mass" : "density", "the mass is negative");
  if (geom.flag("shellinertia", false)) result.unknown = "its mass is in its surface";
  if (mass > 0) result.solid = {mass, {}, inertia(kind.shape, sizes, mass)};
}

void read_mesh_mass(const MjcfScene& scene, const Element& geom, MjcfGeom& result) {
  const bool shell = geom.flag("shellinertia", false);
  const auto solid = weigh_mesh(scene, geom.text("mesh"), shell, result.unknown);
  if (!solid) return;
  const double density =
      geom.has("mass") ? geom.number("mass", 0) / solid->mass : geom.number("density", 1000);
  if (density < 0)
    geom.complain(code::inertia, geom.has("mass") ? "mass" : "density", "a mass is negative");
  result.solid = *solid;
  result.solid.mass *= density;
  for (Vec& row : result.solid.inertia) row = density * row;
  result.solid = moved(result.pose, result.solid);
}

bool is_weightless(const Element& geom) {
  const std::string_view by = geom.has("mass") ? "mass" : "density";
  return geom.has(by) && geom.number(by, 1) == 0;
}

}  // namespace

MjcfGeom read_geom(const MjcfScene& scene, const Element& geom) {
  MjcfGeom result;
  const std::string_view word = geom.has("type")   ? geom.text("type")
                                : geom.has("mesh") ? std::string_view("mesh")
                                                   : std::string_view("sphere");
  const Kind* kind = find_kind(word);
  const bool ends = geom.has("fromto") && kind && kind->with_ends > 0;
  double half = 0;
  result.pose = ends ? between(geom, half) : read_pose(geom, scene.compiler);
  if (word == "plane" || word == "hfield") return result;  // not for bodies that move
  const bool other = word == "mesh" || word == "sdf";
  if (!kind && !other) {
    geom.complain(code::unknown, "type", in_quotes(word) + " is not a type of geom");
    return result;
  }
  if (other || geom.has("mesh")) {
    if (is_weightless(geom)) return result;
    if (word == "mesh")
      read_mesh_mass(scene, geom, result);
    else
      result.unknown = "the size of the " + std::string(word) + " comes from a mesh";
    return result;
  }
  const std::size_t before = geom.findings().count();
  const Sizes sizes = read_sizes(geom, *kind, ends, half);
  if (geom.findings().count() > before || (ends && half == 0)) return result;
  read_mass(geom, *kind, sizes, result);
  result.solid = moved(result.pose, result.solid);
  if (kind->shape == Shape::sphere) result.radius = sizes.a;
  return result;
}

}  // namespace zwang::import
