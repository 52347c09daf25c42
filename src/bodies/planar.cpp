// SPDX-License-Identifier: Apache-2.0
#include "bodies/planar.h"

#include <cmath>

#include "linalg/rank.h"

namespace zwang::bodies {

namespace {

using V = Vec3<double>;

double length(const V& a) { return std::sqrt(dot(a, a)); }

/// A unit vector across n: the axis that is farthest from n, made perpendicular.
V any_across(const V& n) {
  const double x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
  const V axis = x <= y && x <= z ? V{1, 0, 0} : y <= z ? V{0, 1, 0} : V{0, 0, 1};
  const V across = cross(n, axis);
  return (1 / length(across)) * across;
}

/// What the joint turns about, or moves along, when all coordinates are 0.
V direction(Joint joint, const Mat3<double>& E, const SolidNumbers& solid) {
  return joint == Joint::planar ? E.z : E * vec3<double>(solid.axis);
}

bool turns(Joint joint) { return joint == Joint::hinge || joint == Joint::planar; }

/// The normal, as far as one more joint tells it.
void see(Joint joint, const V& d, Branch& branch) {
  branch.planar &= turns(joint) || joint == Joint::slider || joint == Joint::fixed;
  ++branch.bodies;
  if (joint == Joint::fixed || !branch.planar || branch.found) return;
  if (turns(joint)) {
    branch.normal = d;
    branch.found = true;
  } else if (branch.slides) {
    const V across = cross(branch.along, d);
    branch.found = length(across) > 1e-3;  // two sliders that are nearly parallel do not tell
    if (branch.found) branch.normal = (1 / length(across)) * across;
  } else {
    branch.slides = true;
    branch.along = d;
  }
}

bool fits(Joint joint, const V& d, const V& n, double tolerance) {
  if (joint == Joint::fixed) return true;
  return turns(joint) ? length(cross(d, n)) <= tolerance : std::fabs(dot(d, n)) <= tolerance;
}

Plane plane_across(const V& n) {
  Plane plane;
  const V x = any_across(n), y = cross(n, x);
  plane.gravity[0] = plane.gravity[1] = 0;
  store(n, plane.normal);
  store(x, plane.x);
  store(y, plane.y);
  return plane;
}

}  // namespace

Planes::Planes(const Tree& tree)
    : branch(tree.bodies.size(), 0), at_rest(tree.bodies.size(), identity3<double>()) {
  for (const Body& body : tree.bodies)
    if (body.parent == ground) branches.push_back({});
}

static void read_branches(const Tree& tree, const Solids& solids, Planes& planes) {
  std::int32_t count = 0;
  for (Branch& branch : planes.branches) branch = {true, {}, false, false, 0, {0, 0, 1}, {0, 0, 0}};
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const Index parent = tree.bodies[i].parent;
    const auto p = static_cast<std::size_t>(parent);
    const Mat3<double> F = mat3<double>(solids.of[i].rotation);
    planes.at_rest[i] = parent == ground ? F : planes.at_rest[p] * F;
    planes.branch[i] = parent == ground ? count++ : planes.branch[p];
    see(tree.bodies[i].joint, direction(tree.bodies[i].joint, planes.at_rest[i], solids.of[i]),
        planes.branches[planes.branch[i]]);
  }
}

void planar_branches(const Tree& tree, const Solids& solids, Planes& planes) noexcept {
  read_branches(tree, solids, planes);
  for (Branch& branch : planes.branches) {
    if (!branch.found && branch.slides) branch.normal = any_across(branch.along);
    branch.planar &= std::fabs(dot(branch.normal, branch.normal) - 1) < 1e-12;
    if (branch.planar) branch.plane = plane_across(branch.normal);
  }
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    Branch& branch = planes.branches[planes.branch[i]];
    const V d = direction(tree.bodies[i].joint, planes.at_rest[i], solids.of[i]);
    // Directions come from products of at most as many rotations as there are bodies, each rounded.
    branch.planar &= fits(tree.bodies[i].joint, d, branch.normal,
                          16 * static_cast<double>(branch.bodies) * linalg::kEps);
  }
}

}  // namespace zwang::bodies
