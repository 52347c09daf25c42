// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "import/code.h"
#include "import/urdf/tree.h"

namespace zwang::import {

namespace {

/// As it is written: about its center, in the axes of <origin>.
struct Written {
  Solid solid;
  Pose pose;
  const Node *link = nullptr, *mass = nullptr, *inertia = nullptr;  // mass: null if there is none
};

double need_number(const Element& element, std::string_view name) {
  element.need_text(name);
  return element.number(name, 0);
}

Written read_written(const Node& link, Findings& findings) {
  Written written;
  written.link = &link;
  const Node* inertial = link.child("inertial");
  if (!inertial) return written;
  const Node *mass = inertial->child("mass"), *moments = inertial->child("inertia");
  if (!mass || !moments) {
    findings.complain(code::missing, *inertial->source, inertial->place,
                      "<inertial> needs <mass> and <inertia>");
    return written;
  }
  const Element I(*moments, findings);
  const double xx = need_number(I, "ixx"), yy = need_number(I, "iyy"), zz = need_number(I, "izz");
  const double xy = I.number("ixy", 0), xz = I.number("ixz", 0), yz = I.number("iyz", 0);
  written.solid = {need_number(Element(*mass, findings), "value"),
                   {},
                   {Vec{xx, xy, xz}, Vec{xy, yy, yz}, Vec{xz, yz, zz}}};
  written.mass = mass;
  written.inertia = moments;
  if (const Node* origin = inertial->child("origin")) {
    const Element element(*origin, findings);
    written.pose = {element.vector("xyz", {}), roll_pitch_yaw(element.vector("rpy", {}))};
  }
  return written;
}

double largest(const Mat& inertia) {
  double most = 0;
  for (const Vec& row : inertia)
    for (const double x : row) most = std::max(most, std::abs(x));
  return most;
}

/// Whether a motion can be computed with it. What stands still needs no mass, so that a wrong one is
/// not used; what moves with an inertia that no body has, is told.
bool judge(const Written& written, bool moves, Findings& findings) {
  const Element mass(*written.mass, findings), inertia(*written.inertia, findings);
  const bool negative = is_negative(written.solid.inertia);
  const std::string why = impossible(written.solid.inertia), whose = shown(*written.link);
  if (!moves && (negative || written.solid.mass < 0)) {
    inertia.remark(Remark::Kind::noted, "mass or inertia of " + whose +
                                            " is negative; the body cannot move and needs none");
    return false;
  }
  const std::string what = "no body has the inertia of " + whose + ": " + why;
  if (written.solid.mass < 0) mass.complain(code::inertia, "value", whose + " has a negative mass");
  if (negative) inertia.complain(code::inertia, {}, what);
  if (moves && !negative && !why.empty())
    inertia.remark(Remark::Kind::noted, what + "; it is used unchanged");
  return true;
}

}  // namespace

std::vector<Solid> read_urdf_solids(const UrdfTree& tree, bool floating, Findings& findings) {
  std::vector<Written> all(tree.links.size());
  std::vector<char> moves(tree.links.size());
  double most = 0;
  for (const int i : tree.order) {
    const UrdfLink& link = tree.links[i];
    const bool free = link.joint < 0 ? floating : tree.joints[link.joint].type != UrdfJoint::fixed;
    moves[i] = free || (link.parent >= 0 && moves[link.parent]);
    all[i] = read_written(*link.node, findings);
    most = std::max(most, largest(all[i].solid.inertia));
  }
  std::vector<Solid> solids(tree.links.size());
  for (const int i : tree.order) {
    Written& written = all[i];
    // What a program left of moments that cancel is 1e-18 beside the 1e-2 of others: nothing.
    if (largest(written.solid.inertia) <= 1e-13 * most) written.solid.inertia = {};
    if (written.mass && judge(written, moves[i] != 0, findings))
      solids[i] = moved(written.pose, written.solid);
  }
  return solids;
}

}  // namespace zwang::import
