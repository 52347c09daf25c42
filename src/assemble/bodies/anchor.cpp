// SPDX-License-Identifier: Apache-2.0
#include "assemble/bodies/anchor.h"

#include <algorithm>

#include "scope/code.h"
#include "scope/places.h"

namespace zwang::compile {

using formula::Node;
using formula::Value;

namespace {

Vector3 components(const Value& value) { return {value.at[0], value.at[1], value.at[2]}; }

// Of a particle in the plane the third component is 0.
Vector3 in_space(formula::Graph& g, const Value& value) {
  return {value.at[0], value.at[1], value.size == 3 ? value.at[2] : g.constant(0)};
}

std::optional<Vector3> settled_position(Scope& scope, const Particle& particle) {
  Vector3 start = constants(scope.graph(), 0, 0, 0);
  for (std::size_t k = 0; k < particle.position.size(); ++k) {
    start[k] = scope.settled(particle.position[k]);
    if (start[k] == formula::no_node) return std::nullopt;
  }
  return start;
}

// Start of a particle's position: its coordinates themselves, replaced by what they start with.
std::optional<Vector3> start_of(Scope& scope, const Value& point) {
  for (const Points& points : scope.points()) {
    if (points.family < 0) {
      if (points.q.front() == point.at[0]) return settled_position(scope, *points.particle);
      continue;
    }
    const formula::Family& family =
        scope.symbols().families()[static_cast<std::size_t>(points.family)];
    // Inputs have ascending numbers.
    const auto at = std::lower_bound(family.members.begin(), family.members.end(), point.at[0]);
    if (at == family.members.end() || *at != point.at[0]) continue;
    const std::optional<Ranges> ranges = counted(family.last);
    const FixedIndices fixed(scope, ranges,
                             static_cast<std::size_t>(at - family.members.begin()) /
                                 static_cast<std::size_t>(points.dimension));
    return settled_position(scope, *points.particle);
  }
  return std::nullopt;
}

const char* const wanted = "a joint connects points of bodies or of the ground";

std::optional<Anchor> refuse(Scope& scope, const Name& name, bool particles) {
  scope.complain(code::closure, name,
                 std::string(wanted) + (particles ? ", or particles" : "") + ", and '" + name.text +
                     "' is not one",
                 "as in between = [\"crank.tip\", \"ground.pivot\"]");
  return std::nullopt;
}

}  // namespace

std::optional<Anchor> find_anchor(Scope& scope, StartPoses& poses, const Name& name,
                                  bool particles) {
  formula::Graph& g = scope.graph();
  Anchor anchor;
  const Vector3 zero = constants(g, 0, 0, 0);
  if (name.text == "ground" || name.text == "origin") {
    anchor.point = anchor.local = anchor.start = zero;
    return anchor;
  }
  if (const Index body = scope.find_body(name.text); body != bodies::ground) {
    anchor.body = body;
    anchor.local = zero;
    anchor.point = components(scope.frames().point(body, zero, name.text + ".origin"));
    anchor.start = poses.point(body, zero);
    return anchor;
  }
  const auto value = scope.object(Expression(name.text, name.at));
  if (!value) return std::nullopt;
  if (value->kind != formula::Kind::vector || (value->size != 3 && !scope.solids().empty()))
    return refuse(scope, name, particles);
  anchor.point = in_space(g, *value);
  const bool is_input = g.op(value->at[0]) == formula::Op::input;
  if (const FrameSymbols* const frame =
          is_input ? scope.frames().of_slot(g.slot(value->at[0])) : nullptr) {
    if (frame->kind != equations::FrameKind::point) return refuse(scope, name, particles);
    anchor.body = frame->body;
    anchor.local = frame->local;
    anchor.start = poses.point(frame->body, frame->local);
    return anchor;
  }
  const bool fixed = std::all_of(anchor.point.begin(), anchor.point.end(),
                                 [&](Node x) { return scope.is_settled(x); });
  if (fixed) {
    anchor.local = anchor.start = anchor.point;
    return anchor;
  }
  const auto start = start_of(scope, *value);
  if (!particles || !start) return refuse(scope, name, particles);
  anchor.particle = true;
  anchor.start = *start;
  return anchor;
}

Vector3 world_vector(Scope& scope, Index body, const Vector3& local) {
  if (body == bodies::ground) return local;
  return components(scope.body_vector(body, local));
}

}  // namespace zwang::compile
