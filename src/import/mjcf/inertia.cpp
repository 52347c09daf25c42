// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/inertia.h"

#include <algorithm>
#include <cmath>

#include "import/mjcf/geom.h"

namespace zwang::import {

namespace {

using FromGeoms = MjcfCompiler::FromGeoms;

Mat read_moments(const Element& inertial) {
  if (inertial.has("fullinertia")) {
    const std::vector<double> v = inertial.numbers("fullinertia", 6, 6);
    if (v.empty()) return {};
    return {Vec{v[0], v[3], v[4]}, Vec{v[3], v[1], v[5]}, Vec{v[4], v[5], v[2]}};
  }
  const Vec d = inertial.vector("diaginertia", {});
  return diagonal(d[0], d[1], d[2]);
}

Solid read_inertial(const MjcfScene& scene, const Element& inertial, const Pose& frame) {
  inertial.need_text("mass");
  const Solid solid{inertial.number("mass", 0), {}, read_moments(inertial)};
  if (solid.mass < 0) inertial.complain(code::inertia, "mass", "the mass is negative");
  return moved(frame * read_pose(inertial, scene.compiler), solid);
}

Solid weigh_geoms(const MjcfScene& scene, const Node& body, const std::vector<MjcfItem>& items,
                  bool moves) {
  std::vector<Solid> solids;
  for (const MjcfItem& item : items) {
    if (item.node->tag != "geom") continue;
    const Element element = scene.element(*item.node, item.around);
    const double group = element.number("group", 0);
    if (group < scene.compiler.first_group || group > scene.compiler.last_group) continue;
    const MjcfGeom geom = read_geom(scene, element);
    if (!geom.unknown.empty() && (moves || scene.compiler.total_mass > 0))
      element.complain(code::unsupported, {},
                       "the mass of " + shown(body) + " is unknown: " + geom.unknown,
                       "give the body an <inertial>, or this geom mass=\"0\"");
    if (geom.solid.mass > 0) solids.push_back(moved(item.frame, geom.solid));
  }
  return welded(solids);
}

/// Their bounds are on principal moments.
void bound(Solid& solid, const MjcfCompiler& compiler) {
  solid.mass = std::max(solid.mass, compiler.least_mass);
  if (compiler.least_moment <= 0 && !compiler.balance) return;
  Principal p = principal(solid.inertia);
  const Vec before = p.moments;
  for (double& moment : p.moments) moment = std::max(moment, compiler.least_moment);
  const double sum = p.moments[0] + p.moments[1] + p.moments[2];
  const double most = *std::max_element(p.moments.begin(), p.moments.end());
  if (compiler.balance && 2 * most > sum) p.moments = {sum / 3, sum / 3, sum / 3};
  if (p.moments != before) solid.inertia = from_principal(p);
}

/// A negative inertia is wrong where it moves; one that no body has is told.
void judge(MjcfScene& scene, std::size_t i, bool moves) {
  const Node& node = *scene.context.nodes[i];
  Findings& findings = scene.context.findings;
  const std::string why = impossible(scene.solids[i].inertia);
  if (why.empty()) return;
  const std::string what = "no body has the inertia of " + shown(node) + ": " + why;
  if (!is_negative(scene.solids[i].inertia)) {
    findings.remark(Remark::Kind::noted, *node.source, node.place, what + "; it is used unchanged");
  } else if (moves) {
    findings.complain(code::inertia, *node.source, node.place, what,
                      "<compiler balanceinertia=\"true\"/> makes such inertias round");
  } else {
    scene.solids[i] = {};
    findings.remark(Remark::Kind::noted, *node.source, node.place,
                    what + "; the body cannot move and needs none");
  }
}

void scale_to(double total, std::vector<Solid>& solids) {
  double sum = 0;
  for (const Solid& solid : solids) sum += solid.mass;
  const double factor = total / sum;
  if (!(sum > 0) || !std::isfinite(factor)) return;
  for (Solid& solid : solids) {
    solid.mass *= factor;
    for (Vec& row : solid.inertia) row = factor * row;
  }
}

}  // namespace

Solid read_body_solid(const MjcfScene& scene, const Node& body, const std::vector<MjcfItem>& items,
                      bool moves) {
  const auto inertial = std::find_if(items.begin(), items.end(), [](const MjcfItem& item) {
    return item.node->tag == "inertial";
  });
  const FromGeoms from = scene.compiler.from_geoms;
  const bool given = inertial != items.end() && from != FromGeoms::always;
  if (given)
    return read_inertial(scene, Element(*inertial->node, scene.context.findings), inertial->frame);
  return from == FromGeoms::never ? Solid{} : weigh_geoms(scene, body, items, moves);
}

void settle_masses(MjcfScene& scene) {
  for (const MjcfBody& body : scene.bodies.all)
    if (&body != &scene.bodies.all[0]) bound(scene.solids[body.number], scene.compiler);
  if (scene.compiler.total_mass > 0) scale_to(scene.compiler.total_mass, scene.solids);
  const std::vector<char> moves = moving(scene.context.model.bodies);
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    judge(scene, i, moves[i] != 0);
    set_solid(scene.context.model.bodies[i], scene.solids[i]);
  }
}

}  // namespace zwang::import
