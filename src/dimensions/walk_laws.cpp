// SPDX-License-Identifier: Apache-2.0
// The free motion, forces, constraints and what rubs.

#include "dimensions/walk.h"

namespace zwang::compile {

namespace {

// M q'' = Q, where every product of a rate and its force is a power: M of i and j is energy per q'.
void walk_mass(DimensionWalk& walk, const FreeMotion& free) {
  const std::vector<Coordinate>& coordinates = walk.description().coordinates;
  std::vector<Measure> q;
  for (const Coordinate& coordinate : coordinates) {
    if (coordinate.count.given()) return;  // rows of families are not those of names
    q.push_back(walk.names().names[coordinate.name.text].measure);
  }
  const Measure per_square = walk.names().energy * pow(walk.names().time, 2);
  const bool diagonal = free.mass.size() == 1;
  for (std::size_t i = 0; i < free.mass.size(); ++i) {
    if (free.mass[i].size() != q.size() || (!diagonal && free.mass.size() != q.size())) return;
    for (std::size_t j = 0; j < q.size(); ++j)
      walk.want(free.mass[i][j], per_square / (q[diagonal ? j : i] * q[j]), "mass");
  }
  if (free.force.size() != q.size()) return;
  for (std::size_t i = 0; i < q.size(); ++i)
    walk.want(free.force[i], walk.names().energy / q[i], "force");
}

void walk_free(DimensionWalk& walk) {
  const FreeMotion& free = walk.description().free;
  const Measure& energy = walk.names().energy;
  walk.want(free.kinetic, energy, "kinetic");
  walk.want(free.potential, energy, "potential");
  walk.want(free.lagrangian, energy, "lagrangian");
  walk_mass(walk, free);
  walk.want(free.gravity, units::acceleration, "gravity");
  const std::vector<Coordinate>& coordinates = walk.description().coordinates;
  if (free.acceleration.size() != coordinates.size()) return;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const Measure q = walk.of_name(coordinates[i].name);
    walk.want(free.acceleration[i], q / pow(walk.names().time, 2), "acceleration");
  }
}

// Stiffness and damping follow from what the energy and the length are.
void walk_spring(DimensionWalk& walk, const Spring& spring) {
  const Measure& energy = walk.names().energy;
  const Measure from = walk.check(spring.from);
  const Measure to = walk.want(spring.to, from, "to");
  const Measure way = from.any ? to : from;
  if (way.any) return;
  walk.want(spring.length, way, "length");
  walk.want(spring.stiffness, energy / pow(way, 2), "stiffness");
  walk.want(spring.damping, energy * walk.names().time / pow(way, 2), "damping");
}

void walk_force(DimensionWalk& walk, const Force& force) {
  const DimensionWalk::Indices indices(walk, force.for_each);
  walk.want(force.potential, walk.names().energy, "potential");
  if (!force.on.text.empty()) walk.want(force.force, walk.force_on(force.on), "force");
  walk.want(force.torque, walk.names().energy, "torque");
  if (force.spring) walk_spring(walk, *force.spring);
}

void walk_nonideal(DimensionWalk& walk, const Nonideal& nonideal) {
  const DimensionWalk::Indices indices(walk, nonideal.for_each);
  if (!nonideal.on.text.empty()) walk.want(nonideal.force, walk.force_on(nonideal.on), "force");
  if (!nonideal.friction) return;
  walk.want(nonideal.friction->coefficient, units::plain, "coefficient");
  walk.want(nonideal.friction->static_coefficient, units::plain, "static");
  walk.want(nonideal.friction->velocity, units::speed, "velocity");
  walk.check(nonideal.friction->sliding);
}

/// What the rows of a closure are measured in.
Measure walk_closure(DimensionWalk& walk, const Closure& closure) {
  const Measure first = walk.of_name(closure.first), second = walk.of_name(closure.second);
  using Kind = Closure::Kind;
  walk.want(closure.length, units::length, "length");
  walk.want(closure.on_radius, units::length, "on_radius");
  const bool gear = closure.kind == Kind::gear, rack = closure.kind == Kind::rack;
  if (gear && !first.any && !second.any) walk.want(closure.ratio, first / second, "ratio");
  walk.want(closure.radius,
            rack && !first.any && !second.any ? second / first : Measure(units::length), "radius");
  if (gear) return first;
  if (rack) return second;
  const bool ways = closure.kind == Kind::point || closure.kind == Kind::distance;
  return ways ? Measure(units::length) : any_measure();
}

Measure walk_equations(DimensionWalk& walk, const Constraint& constraint, Measure& along) {
  Measure all = any_measure();
  for (const Expression& equation : constraint.equations) {
    const Measure one = walk.check(equation);
    along = &equation == &constraint.equations.front() ||
                    walk.unknowns().words(along) == walk.unknowns().words(walk.along())
                ? walk.along()
                : any_measure();
    const bool first = &equation == &constraint.equations.front();
    const auto known = walk.unknowns().dimension(one), before = walk.unknowns().dimension(all);
    all = first || (known && before && *known == *before) ? one : any_measure();
  }
  return all;
}

}  // namespace

void walk_constraint(DimensionWalk& walk, const Constraint& constraint, int level) {
  const DimensionWalk::Indices indices(walk, constraint.for_each);
  MeasureNames& names = walk.names();
  Measure row = any_measure(), along = any_measure();
  if (constraint.closure) row = along = walk_closure(walk, *constraint.closure);
  if (constraint.touch) {  // of contacts and limits, which are looked at themselves
    const bool shapes = constraint.touch->kind == Touch::Kind::shapes;
    row = along = shapes ? Measure(units::length) : walk.of_name(constraint.touch->coordinate);
  } else if (!constraint.equations.empty()) {
    row = walk_equations(walk, constraint, along);
  }
  // λ times the derivative of the row by the highest rate in it is a force.
  names.reactions[constraint.name.text] = names.energy / along;
  names.multipliers[constraint.name.text] = names.energy / (row * pow(names.time, level));
  const Measure per_time = Measure() / names.time;
  walk.check(constraint.weight);
  walk.want(constraint.drift.alpha, per_time, "alpha");
  walk.want(constraint.drift.beta, per_time, "beta");
  walk.want(constraint.restitution, units::plain, "restitution");
  walk.want(constraint.friction, units::plain, "friction");
  walk.want(constraint.static_friction, units::plain, "static");
  if (constraint.gains.size() == 2) {
    walk.want_each(constraint.gains, {per_time, pow(per_time, 2)}, "gains");
  } else {
    walk.want(constraint.gains, pow(per_time, level == 0 ? 2 : 1), "gains");
  }
}

void walk_laws(DimensionWalk& walk) {
  const Description& description = walk.description();
  walk_free(walk);
  for (const Force& force : description.forces) walk_force(walk, force);
  for (const Contact& contact : description.contacts) {
    walk.want(contact.friction, units::plain, "friction");
    walk.want(contact.static_friction, units::plain, "static");
    walk.want(contact.restitution, units::plain, "restitution");
  }
}

void walk_nonideal(DimensionWalk& walk) {
  for (const Nonideal& nonideal : walk.description().nonideal) walk_nonideal(walk, nonideal);
}

}  // namespace zwang::compile
