// SPDX-License-Identifier: Apache-2.0
// Constraints between bodies that need no formula: hinge = { between = ["crank.tip", "rocker.end"] }.

#include <array>

#include "read/closure.h"

namespace zwang::read {

namespace {

using K = Closure::Kind;

/// A kind of closure and its keys; those that must be there first.
struct Shape {
  std::string_view name;
  K kind;
  std::vector<std::string> needed, others;
};

const std::array<Shape, 9>& shapes() {
  static const std::array<Shape, 9> all = {{
      {"weld", K::weld, {"between"}, {}},
      {"point", K::point, {"between"}, {}},
      {"hinge", K::hinge, {"between", "axis"}, {"axis2"}},
      {"slider", K::slider, {"between", "axis"}, {}},
      {"universal", K::universal, {"between", "axis", "axis2"}, {}},
      {"distance", K::distance, {"between"}, {"length"}},
      {"gear", K::gear, {"between", "ratio"}, {}},
      {"rack", K::rack, {"between", "radius"}, {}},
      {"roll", K::roll, {"body", "radius"}, {"axis", "on", "on_radius"}},
  }};
  return all;
}

Name read_one(Complaints& complaints, const Field& field, std::string_view wanted) {
  const Expression name = read_text(complaints, field, wanted);
  return {name.text, name.at};
}

void read_between(Complaints& complaints, const Field& field, Closure& closure) {
  const bool angles = closure.kind == K::gear || closure.kind == K::rack;
  const std::string noun = angles ? "coordinate" : "point";
  if (!field) return;
  if (field.value->kind != Kind::list) {
    complain_of_type(complaints, field, "a list of two " + noun + "s");
  } else if (field.value->items.size() != 2) {
    complaints.add(
        code::range, field.value->place,
        "'between' must have 2 " + noun + "s, not " + std::to_string(field.value->items.size()));
  } else {
    const std::string wanted = "a text that names a " + noun;
    closure.first = read_one(complaints, item(field, 0, noun), wanted);
    closure.second = read_one(complaints, item(field, 1, noun), wanted);
  }
}

Closure read_shape(Complaints& complaints, const Field& field, const Shape& shape) {
  Closure closure;
  closure.kind = shape.kind;
  closure.at = field.value->at;
  if (!is_table(complaints, field, std::string(shape.name) + " = { … }")) return closure;
  Keys keys{shape.needed};
  keys.known.insert(keys.known.end(), shape.others.begin(), shape.others.end());
  const Section section(complaints, *field.value, in_quotes(shape.name), keys);
  for (const std::string& key : shape.needed) section.need(key);
  read_between(complaints, section.find("between"), closure);
  closure.axis = read_list(complaints, section.find("axis"), {3, 3, "3"});
  closure.axis2 = read_list(complaints, section.find("axis2"), {3, 3, "3"});
  closure.length = read_formula(complaints, section.find("length"), positive);
  closure.ratio = read_formula(complaints, section.find("ratio"));
  closure.radius = read_formula(complaints, section.find("radius"),
                                shape.kind == K::rack ? any_number : positive);
  closure.on_radius = read_formula(complaints, section.find("on_radius"));
  if (const Field body = section.find("body"))
    closure.body = read_one(complaints, body, "a text that names a body");
  if (const Field on = section.find("on"))
    closure.on = read_one(complaints, on, "\"ground\" or a text that names a body");
  return closure;
}

}  // namespace

const std::vector<std::string>& closure_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> names;
    for (const Shape& shape : shapes()) names.emplace_back(shape.name);
    return names;
  }();
  return words;
}

std::optional<Closure> read_closure(Complaints& complaints, const Section& section) {
  for (const Shape& shape : shapes()) {
    if (const Field field = section.find(shape.name)) return read_shape(complaints, field, shape);
  }
  return std::nullopt;
}

}  // namespace zwang::read
