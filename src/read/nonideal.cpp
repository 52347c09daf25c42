// SPDX-License-Identifier: Apache-2.0
// Forces beyond those that are given and those that are ideal: [controls] and [[nonideal]].

#include "read/sections.h"

namespace zwang::read {

namespace {

Control read_control(Context& context, Name name, const Field& field) {
  static const Keys keys{{"weight"}};
  Control control;
  control.name = std::move(name);
  if (field.value->kind != Kind::table) {
    complain_of_type(context.complaints, field, "a table", "{} or { weight = 1 }");
    return control;
  }
  const Section section(context.complaints, *field.value, "the control " + field.label, keys);
  if (const Field weight = section.find("weight"))
    control.weight = read_formula(context.complaints, weight, positive);
  return control;
}

/// Of the key in one of two places: beside 'friction', or inside it.
Field in_one_place(Complaints& complaints, const Section& outside, const Section& inside,
                   std::string_view key) {
  const Field beside = outside.find(key), within = inside.find(key);
  if (beside && within)
    complaints.add(code::exclusive, within.value->place,
                   in_quotes(key) + " stands beside 'friction' and inside it", "keep one of them");
  return within ? within : beside;
}

Name read_object(Complaints& complaints, const Field& field) {
  const Expression on =
      read_text(complaints, field, "a text that names a particle or a coordinate");
  return {on.text, on.at};
}

ReactionLaw read_law(Complaints& complaints, const Field& field) {
  static const std::vector<std::string> laws = {"implicit", "explicit"};
  return read_word(complaints, field, "law of reactions", laws) == 1 ? ReactionLaw::explicit_
                                                                     : ReactionLaw::implicit;
}

/// One constraint or a list of them.
std::vector<Name> read_rubbing(Complaints& complaints, const Field& field) {
  if (!field) return {};
  if (field.value->kind == Kind::list)
    return read_references(complaints, field, "names of constraints");
  const Expression name =
      read_text(complaints, field, "the name of a constraint or a list of names");
  if (!name.given()) return {};
  return {Name(name.text, name.at)};
}

/// Who slides needs less force than who sticks, where the file gives both as numbers.
void compare_coefficients(Complaints& complaints, const Field& sliding, const Field& sticking) {
  if (!sliding || !sticking || sliding.value->kind != Kind::number ||
      sticking.value->kind != Kind::number || !(sticking.value->number < sliding.value->number))
    return;
  complaints.add(code::range, sticking.value->place,
                 "'static' must not be less than 'coefficient', " + sliding.value->text,
                 "what sticks holds at least as well as what slides");
}

Friction read_friction(Complaints& complaints, const Section& section) {
  Friction friction;
  friction.constraints =
      read_rubbing(complaints, section.need("constraint", "constraint = \"rod\": what rubs"));
  const Field coefficient = section.need("coefficient"), sticking = section.find("static");
  friction.coefficient = read_formula(complaints, coefficient, not_negative);
  friction.static_coefficient = read_formula(complaints, sticking, not_negative);
  compare_coefficients(complaints, coefficient, sticking);
  section.one_of({{"velocity"}, {"sliding"}});
  friction.velocity = read_vector(complaints, section.find("velocity"));
  friction.sliding = read_text(complaints, section.find("sliding"), "a formula in quotes");
  return friction;
}

/// `friction = { … }`, with what may stand beside it as well as inside.
void read_shorthand(Complaints& complaints, const Section& section, const Field& field,
                    Nonideal& nonideal) {
  static const Keys keys{
      {"constraint", "coefficient", "static", "law", "on", "velocity", "sliding"}};
  if (!is_table(complaints, field, "friction = { … }")) return;
  const Section inside(complaints, *field.value, "'friction'", keys);
  nonideal.friction = read_friction(complaints, inside);
  nonideal.friction->on = read_object(complaints, in_one_place(complaints, section, inside, "on"));
  nonideal.law = read_law(complaints, in_one_place(complaints, section, inside, "law"));
}

Nonideal read_one(Complaints& complaints, const Value& table) {
  static const Keys keys{{"on", "force", "friction", "law", "for"}};
  const Section section(complaints, table, "[[nonideal]]", keys);
  Nonideal nonideal;
  nonideal.at = table.at;
  if (!section.one_of({{"force"}, {"friction"}}))
    complaints.add(code::missing, table.place, "[[nonideal]] needs 'force' or 'friction'");
  section.need_beside("force", "on", "on = \"bob\": a particle or a coordinate");
  nonideal.force = read_vector(complaints, section.find("force"));
  nonideal.for_each = read_text(complaints, section.find("for"), range_words);
  if (const Field friction = section.find("friction")) {
    read_shorthand(complaints, section, friction, nonideal);
  } else {
    nonideal.on = read_object(complaints, section.find("on"));
    nonideal.law = read_law(complaints, section.find("law"));
  }
  return nonideal;
}

}  // namespace

std::vector<Control> read_controls(Context& context, const Field& field) {
  std::vector<Control> controls;
  if (!is_table(context.complaints, field, "[controls]")) return controls;
  const Value& table = *field.value;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    controls.push_back(read_control(context,
                                    context.names.add(context.complaints, key, Named::control),
                                    {in_quotes(key.text), &table.items[i]}));
  }
  return controls;
}

std::vector<Nonideal> read_nonideal(Context& context, const Field& field) {
  std::vector<Nonideal> nonideal;
  for (const Value* const table : tables(context.complaints, field, "[[nonideal]]"))
    nonideal.push_back(read_one(context.complaints, *table));
  return nonideal;
}

}  // namespace zwang::read
