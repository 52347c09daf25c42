// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rigid-body systems of the race, described for everybody alike: a tree of solids on hinges, the
// first perhaps free, and points or bodies of it held still. C++17, as the oldest peer is.

#include <array>
#include <string>
#include <vector>

namespace bench {

using Vector3 = std::array<double, 3>;

/// All frames are parallel where all angles are 0.
struct BodySpec {
  int parent = -1;  // −1: the ground
  bool free = false;
  Vector3 axis{};  // of the hinge
  Vector3 at{};    // the joint, in the parent's frame
  double mass = 0;
  Vector3 center{};
  Vector3 inertia{};  // about the centre: xx, yy, zz
};

enum class Hold {
  plane,  // x and y of a point
  point,  // and z
  weld    // and the axes
};

struct BodyClosure {
  int body = 0;
  Vector3 at{};
  Hold hold = Hold::point;

  int rows() const { return hold == Hold::plane ? 2 : hold == Hold::point ? 3 : 6; }
};

struct BodySystem {
  std::string name;
  std::vector<BodySpec> bodies;
  std::vector<BodyClosure> closures;
  Vector3 gravity{0, 0, -9.81};
  bool planar = false;

  int size() const { return static_cast<int>(bodies.size()); }
  bool floats() const { return bodies[0].free; }
  int hinges() const { return size() - floats(); }
  int rates() const { return hinges() + (floats() ? 6 : 0); }
  int rows() const;
};

/// The nine of the race, by name.
std::vector<std::string> body_race_systems();

/// One of these; or "chain-N", in a plane; or "tree-N": hinges about x, y and z by turns, each
/// body on one of the ten before it.
BodySystem body_system(const std::string& name);

}  // namespace bench
