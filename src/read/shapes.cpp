// SPDX-License-Identifier: Apache-2.0
// What bodies and the ground look like and touch with: `shape`, `shapes`, [[contacts]].

#include "base/words/colors.h"
#include "base/words/joints.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

template <Shape::Kind kind>
void read_size(const Given& given, Shape& shape) {
  shape.kind = kind;
  if (given.row.form.kind == Form::Kind::formula) {
    shape.size.resize(1);
    take(given, shape.size.front());
  } else {
    take(given, shape.size);
  }
}

template <Shape::Kind kind>
constexpr Row size_row(const Form& form) {
  return {words::shapes.of(kind), form, by<read_size<kind>>(),
          words::shape_words[static_cast<int>(kind)].sentence, Need::one};
}

void read_corners(const Given& given, Shape& shape) {
  shape.kind = Shape::Kind::hull;
  const Value& value = given.value();
  if (value.kind != Kind::list || value.items.size() < 4) {
    return complain_of_type(given.complaints(), given.field, "a list of 4 or more corners",
                            "hull = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]");
  }
  for (std::size_t i = 0; i < value.items.size(); ++i)
    shape.corners.push_back(read_list(given.complaints(), item(given.field, i, "corner"), three));
}

void read_outline(const Given& given, Shape& shape) {
  shape.kind = Shape::Kind::plate;
  const Value& value = given.value();
  if (value.kind != Kind::list || value.items.size() < 3) {
    return complain_of_type(given.complaints(), given.field, "a list of 3 or more corners",
                            "plate = [[0, 0], [1, 0], [0, 1]]");
  }
  for (std::size_t i = 0; i < value.items.size(); ++i)
    shape.corners.push_back(read_list(given.complaints(), item(given.field, i, "corner"), two));
}

void read_mesh_name(const Given& given, Shape& shape) {
  shape.kind = Shape::Kind::mesh;
  take(given, shape.file);
  shape.file.at = given.value().at;
}

void read_scale(const Given& given, Shape& shape) {
  shape.size.resize(1);
  take(given, shape.size.front());
}

void read_shape_color(const Given& given, Shape& shape) { read_color(given, shape.color); }

constexpr Form corner_form = form::list(three);
constexpr Form outline_form = form::list(two);
constexpr Size at_least_three{3, static_cast<std::size_t>(-1), "3 or more"};
constexpr Size at_least_four{4, static_cast<std::size_t>(-1), "4 or more"};

using K = Shape::Kind;
constexpr Row shape_rows[] = {
    {"name", form::name(Named::shape), into<&Shape::name>(), "for `[[contacts]]` and results"},
    size_row<K::sphere>(form::formula(positive)),
    size_row<K::box>(form::list(three, positive)),
    size_row<K::cylinder>(form::list(two, positive)),
    size_row<K::capsule>(form::list(two, positive)),
    size_row<K::rod>(form::formula(positive)),
    size_row<K::disk>(form::formula(positive)),
    size_row<K::ring>(form::list(two, positive)),
    {"hull", form::list(at_least_four, corner_form, "corners"), by<read_corners>(),
     words::shape_words[static_cast<int>(K::hull)].sentence, Need::one},
    {"plate", form::list(at_least_three, outline_form, "corners"), by<read_outline>(),
     words::shape_words[static_cast<int>(K::plate)].sentence, Need::one},
    {"mesh", form::text("the name of a file"), by<read_mesh_name>(),
     words::shape_words[static_cast<int>(K::mesh)].sentence, Need::one},
    size_row<K::plane>(form::list(spatial)),
    {"at", form::list(spatial), into<&Shape::at>(),
     "its center, of a rod its beginning, of a plane a point of it, of a plate and a mesh their "
     "origin; default the origin"},
    {"rotation", rotation_form, into<&Shape::rotation>(),
     "of the shape against the frame of the body, or of the ground", Need::no, "", "as of a body"},
    {"radius", form::formula(positive), into<&Shape::radius>(), "of a `rod`; default thin"},
    {"thickness", form::formula(positive), into<&Shape::thickness>(),
     "of a `disk`, `ring` or `plate`, along z; default thin"},
    {"scale", form::formula(positive), by<read_scale>(),
     "of a `mesh`: the length of its unit, 0.001 or \"1 mm\" of a file in millimetres; default 1"},
    {"density", form::formula(not_negative), into<&Shape::density>(),
     "mass per volume; default that of the body"},
    {"mass", form::formula(not_negative), into<&Shape::mass>(), "instead"},
    {"color", color_form, by<read_shape_color>(), "on the page; default that of the body"},
    {"hidden", form::truth, into<&Shape::hidden>(), "not drawn; default false"},
    {"count", form::formula(family_range), into<&Shape::count>(),
     "so many of them, whose formulas may use `i`; not of a body that is itself a family"},
};
constexpr Rule shape_rules[] = {
    {Rule::Kind::one,
     "sphere | box | cylinder | capsule | rod | disk | ring | plate | hull | mesh | plane",
     "a shape needs its kind and size", "as in { sphere = 0.1 } or { box = [1, 2, 3] }"},
    {Rule::Kind::exclude, "density | mass"},
    {Rule::Kind::exclude, "hull | at"},
    {Rule::Kind::exclude, "hull | rotation"},
    {Rule::Kind::beside, "radius", "rod"},
    {Rule::Kind::beside, "thickness", "disk | ring | plate"},
    {Rule::Kind::beside, "scale", "mesh"},
};

void read_touching(const Given& given, Contact& contact) {
  const Value& value = given.value();
  if (value.kind == Kind::text) {
    if (value.text == "all") {
      contact.between.push_back(Name("all", value.at));
      return;
    }
    given.complaints().add(code::word, value.place, "'between' is \"all\", or a list of names",
                           "between = [\"ball\", \"ground\"]");
    return;
  }
  take(given, contact.between);
  if (contact.between.size() == 1)
    given.complaints().add(code::range, value.place, "'between' must have 2 or more names, not 1",
                           "between = [\"ball\", \"ground\"], or \"all\"");
}

constexpr Form everything = form::text("\"all\"");
constexpr Form chosen = form::references("names of bodies and shapes");

constexpr Row contact_rows[] = {
    {"name", form::name(Named::constraint), into<&Contact::name>(), "of the contact"},
    {"between", form::either(everything, chosen), by<read_touching>(),
     "what touches each other: bodies, `\"ground\"`, shapes by their names; all pairs of these",
     Need::yes, "between = [\"ball\", \"ground\"], or \"all\"", "list of names, or `\"all\"`"},
    {"friction", form::formula(not_negative), into<&Contact::friction>(), "coefficient; none"},
    {"static", form::formula(not_negative), into<&Contact::static_friction>(),
     "coefficient of sticking, at least `friction`, which is the default"},
    {"restitution", form::formula(fraction), into<&Contact::restitution>(), "of the impacts; 0"},
};
constexpr Rule contact_rules[] = {{Rule::Kind::beside, "static", "friction", "friction = 0.3"}};

}  // namespace

constinit const Table shape_table = table_of<Shape>({.name = "shape",
                                                     .label = "'shape'",
                                                     .rows = shape_rows,
                                                     .rules = shape_rules,
                                                     .about = "A simple solid."});

constinit const Table contact_table = table_of<Contact>({.name = "contact",
                                                         .label = "[[contacts]]",
                                                         .rows = contact_rows,
                                                         .rules = contact_rules,
                                                         .about = "Shapes that touch."});

void read_color(const Given& given, std::string& color) {
  const Value& value = given.value();
  if (value.kind != Kind::text)
    return complain_of_type(given.complaints(), given.field, "a color", "color = \"steelblue\"");
  if (const auto known = words::color_of(value.text)) {
    color = *known;
    return;
  }
  const std::vector<std::string> names = words::color_names();
  const std::string_view near = nearest(value.text, names);
  given.complaints().add(code::word, value.place, "unknown color " + in_quotes(value.text),
                         near.empty() ? "a name of CSS, as steelblue, or #4682b4"
                                      : "did you mean " + in_quotes(near) + "?");
}

void read_shapes(const Given& given, std::vector<Shape>& shapes) {
  const auto read = [&](const Value& table) {
    shapes.push_back(read_table<Shape>(given.context, shape_table, table, "a shape"));
    shapes.back().where = table.at;
  };
  const Value& value = given.value();
  if (value.kind == Kind::table) return read(value);
  if (value.kind != Kind::list)
    return complain_of_type(given.complaints(), given.field, "a table, or a list of them",
                            "as in { sphere = 0.1 } or { box = [1, 2, 3] }");
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const Field one = item(given.field, i, "item");
    if (value.items[i].kind == Kind::table)
      read(value.items[i]);
    else
      complain_of_type(given.complaints(), one, "a table", "as in { sphere = 0.1 }");
  }
}

}  // namespace zwang::read
