// SPDX-License-Identifier: Apache-2.0
// What moves, and the numbers and formulas that have names: [define], [coordinates],
// [[particles]], [ground].

#include "read/fill.h"
#include "read/sections.h"
#include "units/unit.h"

namespace zwang::read {

namespace {

void read_unit(const Given& given, Coordinate& coordinate) {
  take(given, coordinate.unit);
  const std::string& unit = coordinate.unit.text;
  if (!unit.empty() && !units::parse_unit(unit))
    given.complaints().add(code::word, given.value().place, in_quotes(unit) + " is not a unit",
                           advice(unit, units::unit_words()));
}

constexpr Row coordinate_rows[] = {
    {"start", form::formula(), into<&Coordinate::start>(), "at the start; default 0"},
    {"rate", form::formula(), into<&Coordinate::rate>(), "at the start; default 0"},
    {"count", form::formula(family_range), into<&Coordinate::count>(), "makes a family"},
    {"unit", form::text("a unit in quotes"), by<read_unit>(),
     "what it is measured in, where its start is 0 and does not say it", Need::no, "unit = \"m\"",
     "`\"m\"`, `\"deg\"`"},
};
constinit const Table coordinate_table =
    table_of<Coordinate>({"coordinate", "the coordinate", coordinate_rows});

constexpr Form start_form = form::formula();
constexpr Form coordinate_form = form::table(coordinate_table);
constexpr Form position_form = form::list(plane_or_space);

Coordinate read_coordinate(const Given& given, Name name, const Field& field) {
  Coordinate coordinate;
  if (field.value->kind == Kind::table) {
    coordinate = read_table<Coordinate>(given.context, coordinate_table, *field.value,
                                        "the coordinate " + field.label);
  } else if (field.value->kind == Kind::number || field.value->kind == Kind::text) {
    coordinate.start = read_formula(given.complaints(), field);
  } else {
    complain_of_type(given.complaints(), field, "a number, a formula or a table",
                     "a table has the keys start, rate, count and unit");
  }
  coordinate.name = std::move(name);
  return coordinate;
}

/// Two components are a plane, three are space; a particle is in one of them.
bool check_dimension(Context& context, const Section& section, void*) {
  const Field position = section.find("position");
  if (!position || position.value->kind != Kind::list) return true;
  const std::size_t dimension = position.value->items.size();
  for (const char* const key : {"velocity", "force"}) {
    const Field field = section.find(key);
    if (!field || field.value->kind != Kind::list) continue;
    const std::size_t count = field.value->items.size();
    if (count != dimension && (count == 2 || count == 3) && (dimension == 2 || dimension == 3))
      context.complaints.add(code::range, field.value->place,
                             field.label + " has " + std::to_string(count) +
                                 " components, but 'position' has " + std::to_string(dimension),
                             "2 in a plane, 3 in space");
  }
  return true;
}

void read_particle_color(const Given& given, Particle& particle) {
  read_color(given, particle.color);
}

constexpr Row particle_rows[] = {
    {"name", form::name(Named::particle), into<&Particle::name>(),
     "`bob` is then its position, `bob.x` a component, `bob'` the velocity", Need::yes},
    {"count", form::formula(family_range), into<&Particle::count>(),
     "makes a family: `p[1]`, `p[i+1].x`"},
    {"mass", form::formula(not_negative), into<&Particle::mass>(), "of the particle", Need::yes},
    {"position", form::list(plane_or_space), into<&Particle::position>(), "at the start",
     Need::yes},
    {"velocity", form::list(plane_or_space), into<&Particle::velocity>(),
     "at the start; default: at rest"},
    {"force", form::vector, into<&Particle::force>(), "applied force"},
    {"radius", form::formula(positive), into<&Particle::radius>(),
     "how large it is drawn; it touches nothing"},
    {"color", color_form, by<read_particle_color>(),
     "on the page: a name of CSS, or `\"#4682b4\"`"},
};

/// What [ground] says.
struct Ground {
  std::vector<GroundPoint> points;
  std::vector<Shape> shapes;
};

void read_ground_points(const Given& given, Ground& ground) {
  for_each_name(given, [&](Name name, const Field& value) {
    ground.points.push_back(
        {std::move(name), read_list(given.complaints(), value, plane_or_space)});
  });
}

void read_ground_shapes(const Given& given, Ground& ground) { read_shapes(given, ground.shapes); }

constexpr Form ground_shapes_form = form::tables(shape_table);

constexpr Row ground_rows[] = {
    {"points", form::named(Named::ground_point, "[ground.points]", position_form),
     by<read_ground_points>(), "fixed points; `pivot` is used as `ground.pivot`", Need::one,
     "points = { pivot = [2, 0] } makes ground.pivot", "`{ pivot = [2, 0] }`"},
    {"shapes", ground_shapes_form, by<read_ground_shapes>(), "floors, walls and other fixed shapes",
     Need::one, "", "`[{ plane = [0, 0, 1] }]`"},
};

bool check_ground(Context&, const Section& section, void*) {
  if (!section.has("shapes")) section.need("points", ground_rows[0].hint);
  return true;
}

}  // namespace

constinit const Form coordinate_forms = form::either(start_form, coordinate_form);

constinit const Table particle_table = table_of<Particle>({.name = "particle",
                                                           .label = "[[particles]]",
                                                           .rows = particle_rows,
                                                           .check = check_dimension,
                                                           .about = "A point mass."});

constinit const Table ground_table = table_of<Ground>({.name = "ground",
                                                       .label = "[ground]",
                                                       .rows = ground_rows,
                                                       .check = check_ground,
                                                       .schema = R"({"minProperties": 1})"});

void read_definitions(const Given& given, Description& description) {
  for_each_name(given, [&](Name name, const Field& value) {
    description.definitions.push_back({std::move(name), read_formula(given.complaints(), value)});
  });
}

void read_coordinates(const Given& given, Description& description) {
  for_each_name(given, [&](Name name, const Field& value) {
    description.coordinates.push_back(read_coordinate(given, std::move(name), value));
  });
}

void read_ground(const Given& given, Description& description) {
  if (!is_table_of(given, ground_table)) return;
  Ground ground = read_table<Ground>(given.context, ground_table, given.value(),
                                     std::string(ground_table.label));
  description.ground = std::move(ground.points);
  description.ground_shapes = std::move(ground.shapes);
}

}  // namespace zwang::read
