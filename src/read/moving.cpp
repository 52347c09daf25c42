// SPDX-License-Identifier: Apache-2.0
// What moves, and the numbers and formulas that have names: [parameters], [define], [coordinates],
// [[particles]], [ground].

#include "read/sections.h"

namespace zwang::read {

namespace {

/// Calls `take(name, field)` for every key of a table whose keys are names that the user chose.
template <class Take>
void for_each_name(Context& context, const Value& table, Named what, Take take) {
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    take(context.names.add(context.complaints, key, what),
         Field{in_quotes(key.text), &table.items[i]});
  }
}

Coordinate read_coordinate(Context& context, Name name, const Field& field) {
  Coordinate coordinate;
  coordinate.name = std::move(name);
  if (field.value->kind == Kind::table) {
    static const Keys keys{{"start", "rate", "count"}};
    const Section section(context.complaints, *field.value, "the coordinate " + field.label, keys);
    if (const Field start = section.find("start"))
      coordinate.start = read_formula(context.complaints, start);
    if (const Field rate = section.find("rate"))
      coordinate.rate = read_formula(context.complaints, rate);
    coordinate.count = read_formula(context.complaints, section.find("count"), family_range);
  } else if (field.value->kind == Kind::number || field.value->kind == Kind::text) {
    coordinate.start = read_formula(context.complaints, field);
  } else {
    complain_of_type(context.complaints, field, "a number, a formula or a table",
                     "a table has the keys start, rate and count");
  }
  return coordinate;
}

Particle read_particle(Context& context, const Value& table) {
  static const Keys keys{{"name", "count", "mass", "position", "velocity", "force"}};
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[particles]]", keys);
  Particle particle;
  particle.name = context.names.add(complaints, section.need("name"), Named::particle);
  particle.count = read_formula(complaints, section.find("count"), family_range);
  particle.mass = read_formula(complaints, section.need("mass"), not_negative);
  particle.position = read_list(complaints, section.need("position"), plane_or_space);
  particle.velocity = read_list(complaints, section.find("velocity"), plane_or_space);
  particle.force = read_vector(complaints, section.find("force"));

  // Two components are a plane, three are space; a particle is in one of them.
  const std::size_t dimension = particle.position.size();
  for (const char* const key : {"velocity", "force"}) {
    const Field field = section.find(key);
    if (!field || field.value->kind != Kind::list || dimension == 0) continue;
    const std::size_t count = field.value->items.size();
    if (count != dimension && (count == 2 || count == 3) && (dimension == 2 || dimension == 3))
      complaints.add(code::range, field.value->place,
                     field.label + " has " + std::to_string(count) +
                         " components, but 'position' has " + std::to_string(dimension),
                     "2 in a plane, 3 in space");
  }
  return particle;
}

}  // namespace

std::vector<Parameter> read_parameters(Context& context, const Field& field) {
  std::vector<Parameter> parameters;
  if (!is_table(context.complaints, field, "[parameters]")) return parameters;
  for_each_name(context, *field.value, Named::parameter, [&](Name name, const Field& value) {
    parameters.push_back({std::move(name), read_formula(context.complaints, value)});
  });
  return parameters;
}

std::vector<Definition> read_definitions(Context& context, const Field& field) {
  std::vector<Definition> definitions;
  if (!is_table(context.complaints, field, "[define]")) return definitions;
  for_each_name(context, *field.value, Named::definition, [&](Name name, const Field& value) {
    definitions.push_back({std::move(name), read_formula(context.complaints, value)});
  });
  return definitions;
}

std::vector<Coordinate> read_coordinates(Context& context, const Field& field) {
  std::vector<Coordinate> coordinates;
  if (!is_table(context.complaints, field, "[coordinates]")) return coordinates;
  for_each_name(context, *field.value, Named::coordinate, [&](Name name, const Field& value) {
    coordinates.push_back(read_coordinate(context, std::move(name), value));
  });
  return coordinates;
}

std::vector<Particle> read_particles(Context& context, const Field& field) {
  std::vector<Particle> particles;
  for (const Value* const table : tables(context.complaints, field, "[[particles]]"))
    particles.push_back(read_particle(context, *table));
  return particles;
}

std::vector<GroundPoint> read_ground(Context& context, const Field& field) {
  static const Keys keys{{"points"}};
  std::vector<GroundPoint> ground;
  if (!is_table(context.complaints, field, "[ground]")) return ground;
  const Section section(context.complaints, *field.value, "[ground]", keys);
  const Field points = section.need("points", "points = { pivot = [2, 0] } makes ground.pivot");
  if (!points || !is_table(context.complaints, points, "[ground.points]")) return ground;
  for_each_name(context, *points.value, Named::ground_point, [&](Name name, const Field& value) {
    ground.push_back({std::move(name), read_list(context.complaints, value, plane_or_space)});
  });
  return ground;
}

}  // namespace zwang::read
