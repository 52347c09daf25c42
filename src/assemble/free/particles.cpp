// SPDX-License-Identifier: Apache-2.0
// Particles: their masses, their own forces, and gravity.

#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

/// The coordinates of the particle, or of the member of the family that a place stands for.
std::vector<Node> coordinates_of(Scope& scope, const Points& points, Node index) {
  if (points.family < 0) return points.q;
  const std::string& name = points.particle->name.text;
  const auto value = scope.symbols().find({{name}, index, "i"});
  return {value->nodes().begin(), value->nodes().begin() + points.dimension};
}

// ½ m v²; a mass that changes in time brings or takes ½ ṁ v².
void add_mass(Scope& scope, Assembly& assembly, Group& group, const std::vector<Node>& q, Node m) {
  Graph& g = scope.graph();
  Node squares = g.constant(0);
  for (const Node x : q) {
    assembly.accumulate(group, Array::M, m, g.slot(x), g.slot(x));
    squares = g.add(squares, g.square(scope.symbols().rate(x)));
  }
  const Node half = g.constant(0.5);
  assembly.accumulate(group, Array::energy, g.multiply(half, g.multiply(m, squares)));
  formula::Direction time;
  time.set(g.slot(scope.time()), g.constant(1));
  const Node rate = forward(g, {&m, 1}, time).front();
  assembly.accumulate(group, Array::power, g.multiply(half, g.multiply(rate, squares)));
}

void add_gravity(Scope& scope, Assembly& assembly, Group& group, const Points& points,
                 const std::vector<Node>& q, Node m) {
  Graph& g = scope.graph();
  const auto field = scope.components(scope.description().free.gravity, points.dimension);
  if (!field) return;
  Node V = g.constant(0);
  for (std::size_t k = 0; k < q.size(); ++k) {
    V = g.subtract(V, g.multiply(m, g.multiply((*field)[k], q[k])));
  }
  add_potential(scope, assembly, group, V);
}

void add_particle(Scope& scope, Assembly& assembly, Group& group, const Points& points,
                  const std::vector<Node>& q) {
  const Particle& particle = *points.particle;
  const Node m = scope.scalar(particle.mass);
  const bool has_mass =
      m != no_node && check_roles(scope, {true, true, true}, {&m, 1}, particle.mass,
                                  "the mass of a particle cannot depend on the motion",
                                  "use parameters, t and the index");
  if (has_mass) add_mass(scope, assembly, group, q, m);
  if (!particle.force.empty()) {
    const auto force = scope.components(particle.force, points.dimension);
    if (force && check_force(scope, *force, particle.force.front()) &&
        check_members(scope, assembly, group, *force, particle.force.front())) {
      for (std::size_t k = 0; k < q.size(); ++k) {
        add_force(scope, assembly, group, q[k], (*force)[k]);
      }
    }
  }
  if (particle.radius.given()) {
    const Node r = scope.scalar(particle.radius);
    if (r != no_node)
      check_roles(scope, {true, true, true}, {&r, 1}, particle.radius,
                  "the radius of a particle cannot depend on the motion",
                  "use parameters and the index");
  }
  if (has_mass && !scope.description().free.gravity.empty()) {
    add_gravity(scope, assembly, group, points, q, m);
  }
}

}  // namespace

void add_particles(Scope& scope, Assembly& assembly) {
  for (const Points& points : scope.points()) {
    if (points.family < 0) {
      add_particle(scope, assembly, assembly.lone(), points, points.q);
      continue;
    }
    const formula::Family& family =
        scope.symbols().families()[static_cast<std::size_t>(points.family)];
    Ranges ranges = counted(family.last);
    const BoundIndices bound(scope, ranges);
    Group& group = assembly.add_group(ranges, bound.nodes());
    add_particle(scope, assembly, group, points,
                 coordinates_of(scope, points, bound.nodes().front()));
  }
}

}  // namespace zwang::compile
