// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/sliding.h"

#include <algorithm>
#include <cmath>

#include "assemble/parts.h"
#include "assemble/rows/row.h"
#include "formula/derive/derive.h"
#include "formula/evaluate.h"
#include "formula/value.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;
using formula::Value;

namespace {

// `friction` of an inequality has no room for a formula.
const char* say_it(const Friction& friction) {
  return friction.constraints.empty()
             ? "use [[nonideal]] friction = { …, sliding = \"…\" }, a formula of rates"
             : "give the sliding velocity: sliding = \"…\", a formula of rates";
}

bool is_rate(Scope& scope, Node x) {
  return scope.graph().op(x) == formula::Op::input &&
         scope.symbols().inputs()[scope.graph().slot(x)].role == formula::Role::rate;
}

// Affine in the rates: no slope contains one, and none decides a step.
bool is_affine(Scope& scope, Node w, const formula::Moving& moving) {
  Graph& g = scope.graph();
  std::vector<Node> suspects;
  for (const formula::Partial& partial : gradient(g, w, formula::Columns(g, moving.v))) {
    suspects.push_back(partial.value);
  }
  if (suspects.empty()) return false;
  for (const Node x : g.reachable({&w, 1})) {
    const formula::Op op = g.op(x);
    if (op == formula::Op::sign || op == formula::Op::mod || formula::is_condition(op)) {
      suspects.push_back(x);
    }
  }
  const std::vector<Node> below = g.reachable(suspects);
  return std::none_of(below.begin(), below.end(), [&](Node x) { return is_rate(scope, x); });
}

std::optional<SlidingVelocity> given_sliding(Scope& scope, const Friction& friction) {
  const Node w = scope.scalar(friction.sliding);
  if (w == no_node || !check_roles(scope, {}, {&w, 1}, friction.sliding,
                                   "a sliding velocity cannot depend on accelerations")) {
    return std::nullopt;
  }
  if (!is_affine(scope, w, moving_in(scope, {&w, 1}))) {
    scope.complain(code::not_sliding, friction.sliding,
                   "a sliding velocity must be linear in rates", "write a velocity, as in x' - V");
    return std::nullopt;
  }
  SlidingVelocity sliding{{w}, {}};
  if (!friction.on.text.empty()) {
    const auto on = object_of(scope, friction.on);
    if (!on) return std::nullopt;
    sliding.point = *on;
  }
  return sliding;
}

/// The particles and points of bodies that rows hold.
class HeldPoints {
 public:
  HeldPoints(Scope& scope, const Friction& friction, const Expression& at)
      : scope_(scope), friction_(friction), at_(at) {}

  // One point, or two of which the first slides along the second.
  bool find(const std::vector<Node>& coordinates) {
    for (const Node x : coordinates) {
      const auto point = point_of(x);
      if (!point)
        return say("it is not clear what slides: '" + name(x) + "' does not belong to a particle");
      if (std::find(points.begin(), points.end(), *point) == points.end()) points.push_back(*point);
    }
    // In the plane a point of a body has a third coordinate, which never moves, and a particle has not.
    if (points.size() == 2 && points[0].size() != points[1].size())
      for (std::vector<Node>& point : points) point.resize(2);
    if (points.size() > 2) {
      return say("it is not clear what slides: " + std::to_string(points.size()) +
                 " particles are constrained");
    }
    return friction_.on.text.empty() || put_first();
  }

  bool say(const std::string& what) {
    scope_.complain(code::not_sliding, at_, what, say_it(friction_));
    return false;
  }

  std::vector<std::vector<Node>> points;  // coordinates of each

 private:
  const std::string& name(Node x) { return scope_.symbols().inputs()[scope_.graph().slot(x)].name; }

  // Inputs have ascending numbers, so coordinates of particles can be looked up by halving.
  std::optional<std::vector<Node>> point_of(Node x) {
    const FrameSymbols* const seen = scope_.frames().of_slot(scope_.graph().slot(x));
    if (seen && seen->kind == equations::FrameKind::point) {
      return std::vector<Node>(seen->X.nodes().begin(), seen->X.nodes().end());
    }
    for (const Points& some : scope_.points()) {
      const std::vector<Node>& q =
          some.family < 0
              ? some.q
              : scope_.symbols().families()[static_cast<std::size_t>(some.family)].members;
      const auto at = std::lower_bound(q.begin(), q.end(), x);
      if (at == q.end() || *at != x) continue;
      const auto first = q.begin() + (at - q.begin()) / some.dimension * some.dimension;
      return std::vector<Node>(first, first + some.dimension);
    }
    return std::nullopt;
  }

  // What `on` names comes first.
  bool put_first() {
    const auto on = object_of(scope_, friction_.on);
    if (!on) return false;
    const auto found = std::find(points.begin(), points.end(), *on);
    if (found != points.end()) {
      std::rotate(points.begin(), found, found + 1);
      return true;
    }
    scope_.complain(code::not_sliding, friction_.on,
                    "'" + friction_.on.text + "' is not what the constraint acts on",
                    say_it(friction_));
    return false;
  }

  Scope& scope_;
  const Friction& friction_;
  const Expression& at_;
};

// The part of a row that belongs to a point: its normal, if it is one point.
Value normal(Graph& g, const formula::Row& row, const formula::Moving& moving,
             const std::vector<Node>& point) {
  Value n = formula::vector(std::vector<Node>(point.size(), g.constant(0)));
  for (const formula::Partial& partial : row.A) {
    const auto at =
        std::find(point.begin(), point.end(), moving.q[static_cast<std::size_t>(partial.column)]);
    if (at != point.end()) n.at[static_cast<std::size_t>(at - point.begin())] = partial.value;
  }
  return n;
}

// Whether m = −n at some states that nobody would choose: then what holds the two points depends on
// their difference alone. 1e-9: rounding, against numbers of order 1.
bool are_opposite(Scope& scope, const Value& n, const Value& m) {
  std::vector<double> inputs = scope.symbols().numbers();
  inputs.resize(scope.graph().slots());
  const Value sum = formula::sum(scope.graph(), n, m);
  const auto vanishes = [&](Node x) { return scope.graph().is_constant(x, 0); };
  if (std::all_of(sum.nodes().begin(), sum.nodes().end(), vanishes)) return true;
  scope.pin(sum.nodes());
  scope.pin(n.nodes());
  for (int state = 1; state <= 3; ++state) {
    for (std::size_t slot = 0; slot < scope.symbols().inputs().size(); ++slot) {
      if (scope.symbols().inputs()[slot].role == formula::Role::parameter) continue;
      inputs[slot] = std::sin(1.7 * state + 0.9 * static_cast<double>(slot));
    }
    const std::vector<double> off = evaluate(scope.graph(), sum.nodes(), inputs),
                              own = evaluate(scope.graph(), n.nodes(), inputs);
    for (std::size_t k = 0; k < off.size(); ++k) {
      if (!(std::abs(off[k]) <= 1e-9 * (1 + std::abs(own[k])))) return false;
    }
  }
  return true;
}

// Normals of all rows at the first point.
std::optional<std::vector<Value>> normals(Scope& scope, std::span<const Node> residuals,
                                          HeldPoints& held) {
  std::vector<Value> result;
  for (const Node residual : residuals) {
    const formula::Moving moving = moving_in(scope, {&residual, 1});
    const formula::Row row = formula::row(scope.graph(), residual, moving);
    result.push_back(normal(scope.graph(), row, moving, held.points.front()));
    if (held.points.size() < 2) continue;
    if (!are_opposite(scope, result.back(),
                      normal(scope.graph(), row, moving, held.points.back()))) {
      held.say(
          "it is not clear how the two particles slide: the constraint does not depend on their "
          "difference alone");
      return std::nullopt;
    }
  }
  return result;
}

// Velocity of the first point against the second and the surface.
std::optional<Value> relative_velocity(Scope& scope, const HeldPoints& held,
                                       const Friction& friction) {
  Graph& g = scope.graph();
  const auto velocity = [&](const std::vector<Node>& point) {
    std::vector<Node> v;
    for (const Node q : point) v.push_back(scope.symbols().rate(q));
    return formula::vector(v);
  };
  Value v = velocity(held.points.front());
  if (held.points.size() == 2) v = difference(g, v, velocity(held.points.back()));
  if (friction.velocity.empty()) return v;
  const auto surface = scope.components(friction.velocity, v.size);
  if (!surface ||
      !check_roles(scope, {false, true}, *surface, friction.velocity.front(),
                   "the velocity of a surface cannot depend on rates", say_it(friction))) {
    return std::nullopt;
  }
  return difference(g, v, formula::vector(*surface));
}

// What is left of v by one normal in the plane, by one or two in space.
std::vector<Node> slid(Graph& g, const std::vector<Value>& n, const Value& v) {
  if (v.size == 2) {
    const Value tangent = formula::vector(std::vector<Node>{g.negate(n[0].at[1]), n[0].at[0]});
    return {g.divide(dot(g, tangent, v), norm(g, n[0]))};
  }
  if (n.size() == 2) {
    const Value tangent = cross(g, n[0], n[1]);
    return {g.divide(dot(g, tangent, v), norm(g, tangent))};
  }
  const Node along = g.divide(dot(g, n[0], v), dot(g, n[0], n[0]));
  const Value w = difference(g, v, product(g, along, n[0]));
  return {w.nodes().begin(), w.nodes().end()};
}

}  // namespace

std::optional<SlidingVelocity> find_sliding(Scope& scope, std::span<const Node> residuals,
                                            const Friction& friction, const Expression& at) {
  if (friction.sliding.given()) return given_sliding(scope, friction);
  HeldPoints held(scope, friction, at);
  if (!held.find(coordinates_in(scope, residuals)) || held.points.empty()) return std::nullopt;
  const std::size_t dimension = held.points.front().size(), rows = residuals.size();
  if (rows + 1 > dimension) {
    held.say("nothing is left to slide: " + std::to_string(rows) + " equations fix it");
    return std::nullopt;
  }
  const auto n = normals(scope, residuals, held);
  if (!n) return std::nullopt;
  const auto v = relative_velocity(scope, held, friction);
  if (!v) return std::nullopt;
  return SlidingVelocity{slid(scope.graph(), *n, *v), held.points.front()};
}

}  // namespace zwang::compile
