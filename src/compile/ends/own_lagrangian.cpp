// SPDX-License-Identifier: Apache-2.0
// The Lagrangian that a model has although nobody wrote it: kinetic energies less potentials, if
// nothing else acts.

#include "assemble/bodies/solid_lagrangian.h"
#include "compile/ends/functional.h"
#include "scope/places.h"

namespace zwang::compile {

using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

class Lagrangian {
 public:
  explicit Lagrangian(Scope& scope) : scope_(scope), sum_(scope.graph().constant(0)) {}

  // Each is false if there is no Lagrangian.
  bool add_free() {
    const FreeMotion& free = scope_.description().free;
    if (free.lagrangian.given()) return add(scope_.scalar(free.lagrangian));
    if (!free.mass.empty() || !free.acceleration.empty()) return false;
    if (free.kinetic.given() && !add(scope_.scalar(free.kinetic))) return false;
    return !free.potential.given() || subtract(scope_.scalar(free.potential));
  }

  bool add_points(const Points& points) {
    if (!points.particle->force.empty()) return false;
    if (points.family < 0) return add_particle(points, points.q);
    const auto& family = scope_.symbols().families()[static_cast<std::size_t>(points.family)];
    const std::optional<Ranges> ranges = counted(family.last);
    const auto dimension = static_cast<std::size_t>(points.dimension);
    for (std::size_t k = 0; k < places_of(ranges); ++k) {
      const FixedIndices fixed(scope_, ranges, k);
      const auto first = family.members.begin() + static_cast<std::ptrdiff_t>(k * dimension);
      if (!add_particle(points, {first, first + points.dimension})) return false;
    }
    return true;
  }

  bool add_force(const Force& force) {
    std::optional<Ranges> ranges;
    if (force.for_each.given()) ranges = read_ranges(scope_, force.for_each);
    for (std::size_t k = 0; k < places_of(ranges); ++k) {
      const FixedIndices fixed(scope_, ranges, k);
      const bool ok = force.spring              ? add_spring(*force.spring)
                      : force.potential.given() ? subtract(scope_.scalar(force.potential))
                                                : false;
      if (!ok) return false;
    }
    return true;
  }

  bool add_bodies() {
    if (scope_.solids().empty()) return true;
    return !joints_lose(scope_) && add(solid_lagrangian(scope_));
  }

  Node sum() const { return sum_; }

 private:
  bool add(Node x) {
    if (x != no_node) sum_ = scope_.graph().add(sum_, x);
    return x != no_node;
  }
  // A potential that knows rates would act otherwise than its force does.
  bool subtract(Node V) {
    if (V == no_node || scope_.depends_on(V, {formula::Role::rate})) return false;
    sum_ = scope_.graph().subtract(sum_, V);
    return true;
  }

  // ½ m v² + m g·x. A mass that changes in time is accelerated with no ṁ v, so it has none.
  bool add_particle(const Points& points, const std::vector<Node>& q) {
    Graph& g = scope_.graph();
    const Node m = scope_.scalar(points.particle->mass);
    if (m == no_node || scope_.depends_on(m, {formula::Role::time})) return false;
    for (const Node x : q) {
      const Node squared = g.square(scope_.symbols().rate(x));
      add(g.multiply(g.constant(0.5), g.multiply(m, squared)));
    }
    if (scope_.description().free.gravity.empty()) return true;
    const auto field = scope_.components(scope_.description().free.gravity, points.dimension);
    if (!field) return false;
    for (std::size_t k = 0; k < q.size(); ++k) {
      if (!subtract(g.negate(g.multiply(m, g.multiply((*field)[k], q[k]))))) return false;
    }
    return true;
  }

  bool add_spring(const Spring& spring) {
    Graph& g = scope_.graph();
    const auto from = scope_.value(spring.from), to = scope_.value(spring.to);
    const Node k = scope_.scalar(spring.stiffness), length = scope_.scalar(spring.length),
               c = scope_.scalar(spring.damping);
    if (!from || !to || k == no_node || length == no_node || c == no_node) return false;
    if (!g.is_constant(c, 0)) return false;
    Node squares = g.constant(0);
    for (std::size_t i = 0; i < from->nodes().size(); ++i) {
      squares = g.add(squares, g.square(g.subtract(to->at[i], from->at[i])));
    }
    const Node stretch = g.subtract(g.sqrt(squares), length);
    return subtract(g.multiply(g.constant(0.5), g.multiply(k, g.square(stretch))));
  }

  Scope& scope_;
  Node sum_;
};

}  // namespace

Node own_lagrangian(Scope& scope) {
  Lagrangian lagrangian(scope);
  if (!lagrangian.add_free()) return no_node;
  for (const Points& points : scope.points()) {
    if (!lagrangian.add_points(points)) return no_node;
  }
  if (!lagrangian.add_bodies()) return no_node;
  for (const Force& force : scope.description().forces) {
    if (!lagrangian.add_force(force)) return no_node;
  }
  return lagrangian.sum();
}

}  // namespace zwang::compile
