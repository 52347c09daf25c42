// SPDX-License-Identifier: Apache-2.0
// Parameters, definitions, coordinates, particles and points of the ground.

#include "dimensions/walk.h"
#include "formula/parse/token.h"
#include "units/unit.h"

namespace zwang::compile {

namespace {

// A number, with a sign or without, and its unit.
bool is_number(const Expression& formula) {
  formula::Scanner scanner(formula.text);
  formula::Token token = scanner.next();
  if (token.mark == formula::Mark::minus || token.mark == formula::Mark::plus)
    token = scanner.next();
  return token.mark == formula::Mark::number && scanner.next().mark == formula::Mark::end;
}

// One of other parameters is measured in what they are, and these may come later.
void name_parameter(DimensionWalk& walk, const Name& name, const Expression& formula,
                    const Overrides& overrides) {
  MeasureNames& names = walk.names();
  if (names.names.contains(name.text)) return;
  Measured own;
  if (is_number(formula)) {
    own = FormulaMeasure(formula.text, names, walk.unknowns(), {}).read();
  } else {
    own.measure = walk.unknowns().add(name.text);
  }
  if (const auto other = overrides.find(name.text); other != overrides.end() && own.value)
    own.value = other->second;
  names.names[name.text] = own;
}

void name_coordinate(DimensionWalk& walk, const Coordinate& coordinate) {
  Measured own{walk.unknowns().add(coordinate.name.text)};
  own.moves = Measured::Moves::itself;
  if (const auto unit = units::parse_unit(coordinate.unit.text)) {
    own.measure = unit->dimension;
    own.measure.angle = unit->angle == 1 ? 1 : 0;
  }
  walk.names().names[coordinate.name.text] = own;
}

void walk_coordinate(DimensionWalk& walk, const Coordinate& coordinate) {
  const DimensionWalk::Indices indices(walk, coordinate.count.given());
  Measured& own = walk.names().names[coordinate.name.text];
  const Measure start = walk.want(coordinate.start, own.measure, coordinate.name.text);
  const Measure per_time = own.measure / walk.names().time;
  const Measure rate = walk.want(coordinate.rate, per_time, "rate");
  if (start.angle == 1 || rate.angle == 1) own.measure.angle = 1;
  walk.want(coordinate.count, units::plain, "count");
}

void walk_particle(DimensionWalk& walk, const Particle& particle) {
  const DimensionWalk::Indices indices(walk, particle.count.given());
  walk.want(particle.mass, units::mass, "mass");
  walk.want(particle.position, units::length, "position");
  walk.want(particle.velocity, units::speed, "velocity");
  walk.want(particle.force, units::force, "force");
  walk.want(particle.radius, units::length, "radius");
  walk.want(particle.count, units::plain, "count");
}

}  // namespace

void walk_names(DimensionWalk& walk, const Overrides& overrides) {
  const Description& description = walk.description();
  auto& names = walk.names().names;
  for (const Parameter& parameter : description.parameters)
    name_parameter(walk, parameter.name, parameter.value, overrides);
  if (description.extremal) {
    for (const auto& [name, guess] : description.extremal->unknowns)
      name_parameter(walk, name, guess, overrides);
  }
  for (const Coordinate& coordinate : description.coordinates) name_coordinate(walk, coordinate);
  for (const Particle& particle : description.particles)
    names[particle.name.text] = {Measure(units::length), {}, 0, 0, Measured::Moves::itself};
  for (const GroundPoint& point : description.ground)
    names["ground." + point.name.text] = {Measure(units::length)};
  name_bodies(walk);
  for (const Control& control : description.controls)
    names[control.name.text] = {walk.unknowns().add(control.name.text)};
  for (const Definition& definition : description.definitions)
    names[definition.name.text] = {
        walk.unknowns().add(definition.name.text), {}, 0, 0, Measured::Moves::hidden};
}

void walk_moving(DimensionWalk& walk) {
  const Description& description = walk.description();
  auto& names = walk.names().names;
  for (const Parameter& parameter : description.parameters) {
    Measure& own = names[parameter.name.text].measure;
    const Measure found = walk.want(parameter.value, own, parameter.name.text);
    if (own.angle == 0) own.angle = found.angle;
  }
  for (const Coordinate& coordinate : description.coordinates) walk_coordinate(walk, coordinate);
  for (const Particle& particle : description.particles) walk_particle(walk, particle);
  for (const GroundPoint& point : description.ground)
    walk.want(point.position, units::length, point.name.text);
  walk_bodies(walk);
  for (const Definition& definition : description.definitions) {
    Measure& own = names[definition.name.text].measure;
    const Measure found = walk.want(definition.formula, own, definition.name.text);
    if (own.angle == 0) own.angle = found.angle;
  }
}

}  // namespace zwang::compile
