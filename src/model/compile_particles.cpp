// SPDX-License-Identifier: Apache-2.0
// Particles: their masses, their own forces, and gravity.

#include "model/compile_code.h"
#include "model/compile_parts.h"

namespace zwang::model {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

/// The coordinates of the particle, or of the member of the family that a place stands for.
std::vector<Node> coordinates_of(Scope& scope, const Points& points, Node index) {
  if (points.family < 0) return points.q;
  const std::string& name = points.particle->name.text;
  const auto value = scope.symbols().find({{name}, index, "i"});
  return {value->nodes().begin(), value->nodes().end()};
}

void add_particle(Scope& scope, Assembly& assembly, Group& group, const Points& points,
                  const std::vector<Node>& q) {
  Graph& g = scope.graph();
  const Particle& particle = *points.particle;
  const Node m = scope.scalar(particle.mass);
  if (m == no_node) return;
  Node twice = g.constant(0);
  for (const Node x : q) {
    assembly.accumulate(group, Array::M, m, g.slot(x), g.slot(x));
    twice = g.add(twice, g.multiply(m, g.square(scope.symbols().rate(x))));
  }
  assembly.accumulate(group, Array::energy, g.multiply(g.constant(0.5), twice));
  if (!particle.force.empty()) {
    const auto force = scope.components(particle.force, points.dimension);
    for (std::size_t k = 0; force && k < q.size(); ++k) {
      add_force(scope, assembly, group, q[k], (*force)[k]);
    }
  }
  const Components& gravity = scope.description().free.gravity;
  if (gravity.empty()) return;
  const auto field = scope.components(gravity, points.dimension);
  Node V = g.constant(0);
  for (std::size_t k = 0; field && k < q.size(); ++k) {
    V = g.subtract(V, g.multiply(m, g.multiply((*field)[k], q[k])));
  }
  add_potential(scope, assembly, group, V);
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

}  // namespace zwang::model
