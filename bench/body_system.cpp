// SPDX-License-Identifier: Apache-2.0
#include "body_system.h"

#include <cstdlib>
#include <stdexcept>

#include "random.h"

namespace bench {
namespace {

BodySpec hinge(int parent, Vector3 axis, Vector3 at) {
  BodySpec body;
  body.parent = parent;
  body.axis = axis;
  body.at = at;
  return body;
}

BodySpec with(BodySpec body, double mass, Vector3 center, Vector3 inertia) {
  body.mass = mass;
  body.center = center;
  body.inertia = inertia;
  return body;
}

/// A bar along x, nearly thin.
BodySpec bar(int parent, double at, double length) {
  const double across = length * length * length / 12;
  return with(hinge(parent, {0, 0, 1}, {at, 0, 0}), length, {length / 2, 0, 0},
              {0.001 * length, across, across});
}

BodySystem chain(int links) {
  BodySystem system;
  system.planar = true;
  system.gravity = {0, -9.81, 0};
  for (int i = 0; i < links; ++i) system.bodies.push_back(bar(i - 1, i == 0 ? 0 : 1, 1));
  return system;
}

/// Crank 1, coupler 3, rocker 2; the far end of the rocker stays where it is, at (3, 0).
BodySystem four_bar() {
  BodySystem system;
  system.planar = true;
  system.gravity = {0, -9.81, 0};
  system.bodies = {bar(-1, 0, 1), bar(0, 1, 3), bar(1, 3, 2)};
  system.closures = {{2, {2, 0, 0}, Hold::plane}};
  return system;
}

BodySystem arm() {
  BodySystem system;
  for (int i = 0; i < 7; ++i) {
    const Vector3 axis = i % 2 == 0 ? Vector3{0, 0, 1} : Vector3{0, 1, 0};
    system.bodies.push_back(with(hinge(i - 1, axis, {0, 0, i == 0 ? 0.1 : 0.2}), 2.0 - 0.2 * i,
                                 {0.01, 0.02, 0.1}, {0.02, 0.02, 0.005}));
  }
  return system;
}

struct Limb {
  Vector3 root;        // on the trunk
  double upper;        // from the third hinge to the fourth
  double lower;        // from there to the fifth
  double heavy;        // mass of thigh, shank and foot; of the small links between them a quarter
  double half;         // how far down the centre of a heavy link is
  double thick, thin;  // inertia of a heavy link, across and along
};

/// Three hinges in one place, the knee, two more in another; returns the last body.
int add_limb(BodySystem& system, const Limb& limb) {
  const Vector3 axes[6] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}};
  const double down[6] = {0, 0, 0, -limb.upper, -limb.lower, 0};
  int parent = 0;
  for (int k = 0; k < 6; ++k) {
    const BodySpec joint = hinge(parent, axes[k], k == 0 ? limb.root : Vector3{0, 0, down[k]});
    const bool heavy = k == 2 || k == 3 || k == 5;
    const double light = limb.thick / 15;
    system.bodies.push_back(
        heavy ? with(joint, limb.heavy, {0, 0, -limb.half}, {limb.thick, limb.thick, limb.thin})
              : with(joint, limb.heavy / 4, {0, 0, -0.02}, {light, light, 0.75 * light}));
    parent = system.size() - 1;
  }
  return parent;
}

BodySystem humanoid(bool stands) {
  BodySystem system;
  BodySpec trunk = with({}, 20, {0, 0, 0.1}, {1, 0.8, 0.5});
  trunk.free = true;
  trunk.at = {0, 0, 1};
  system.bodies = {trunk};
  for (const double side : {-0.1, 0.1}) {
    const int foot = add_limb(system, {{0, side, -0.1}, 0.4, 0.4, 4, 0.2, 0.06, 0.01});
    if (stands) system.closures.push_back({foot, {0, 0, -0.05}, Hold::weld});
  }
  for (const double side : {-0.2, 0.2})
    add_limb(system, {{0, side, 0.4}, 0.3, 0.25, 2, 0.15, 0.03, 0.005});
  return system;
}

BodySystem tree(int bodies) {
  BodySystem system;
  Random random(5);
  for (int i = 0; i < bodies; ++i) {
    Vector3 axis{};
    axis[static_cast<std::size_t>(i % 3)] = 1;
    const int back = 1 + static_cast<int>(5 * (1 + random.signed_unit()));
    system.bodies.push_back(with(hinge(i - back < 0 ? -1 : i - back, axis, {0, 0.1, 0.3}), 1,
                                 {0.01, 0.02, 0.15}, {0.02, 0.02, 0.005}));
  }
  return system;
}

BodySystem described(const std::string& name) {
  const auto number = [&](std::size_t from) { return std::atoi(name.c_str() + from); };
  if (name.rfind("chain-", 0) == 0) return chain(number(6));
  if (name.rfind("tree-", 0) == 0) return tree(number(5));
  if (name == "four-bar") return four_bar();
  if (name == "humanoid") return humanoid(false);
  if (name == "humanoid+12") return humanoid(true);
  BodySystem system = arm();
  if (name == "arm+3") system.closures = {{6, {0, 0, 0.1}, Hold::point}};
  if (name == "arm+6") system.closures = {{6, {0, 0, 0.1}, Hold::weld}};
  if (name.rfind("arm", 0) != 0) throw std::invalid_argument("no system " + name);
  return system;
}

}  // namespace

int BodySystem::rows() const {
  int rows = 0;
  for (const BodyClosure& closure : closures) rows += closure.rows();
  return rows;
}

std::vector<std::string> body_race_systems() {
  return {"chain-10", "chain-50", "chain-200", "arm",        "humanoid",
          "four-bar", "arm+3",    "arm+6",     "humanoid+12"};
}

BodySystem body_system(const std::string& name) {
  BodySystem system = described(name);
  system.name = name;
  if (system.bodies.empty()) throw std::invalid_argument("no bodies in " + name);
  return system;
}

}  // namespace bench
