// SPDX-License-Identifier: Apache-2.0
// How it would move if it were free: [free] and [[forces]].

#include "read/sections.h"

namespace zwang::read {

namespace {

/// Rows of a square matrix, or one list: the diagonal.
std::vector<Components> read_matrix(Complaints& complaints, const Field& field) {
  std::vector<Components> rows;
  if (!field) return rows;
  const Value& value = *field.value;
  const bool matrix =
      value.kind == Kind::list && !value.items.empty() && value.items.front().kind == Kind::list;
  if (!matrix) {
    rows.push_back(read_list(complaints, field, at_least_one));
    return rows;
  }
  // One row of several numbers would be taken for a diagonal, so it must not pass for a matrix.
  const std::size_t n = value.items.size();
  const std::string words = std::to_string(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Field row{"row " + std::to_string(i + 1) + " of " + field.label, &value.items[i]};
    rows.push_back(read_list(complaints, row, {n, n, words}));
  }
  return rows;
}

int read_order(Complaints& complaints, const Field& field) {
  if (!field) return 2;
  const Value& value = *field.value;
  if (value.kind != Kind::number) {
    complain_of_type(complaints, field, "1 or 2");
  } else if (value.number != 1 && value.number != 2) {
    complaints.add(code::range, value.place, field.label + " must be 1 or 2, not " + value.text);
  }
  return value.number == 1 ? 1 : 2;
}

Spring read_spring(Complaints& complaints, const Field& field) {
  static const Keys keys{{"between", "stiffness", "length", "damping"}};
  Spring spring;
  if (!is_table(complaints, field, "spring = { … }")) return spring;
  const Section section(complaints, *field.value, "'spring'", keys);
  spring.stiffness = read_formula(complaints, section.need("stiffness"));
  if (const Field length = section.find("length"))
    spring.length = read_formula(complaints, length, not_negative);
  if (const Field damping = section.find("damping"))
    spring.damping = read_formula(complaints, damping);

  const Field between = section.need("between", "between = [\"bob\", \"ground.pivot\"]");
  if (!between) return spring;
  if (between.value->kind != Kind::list) {
    complain_of_type(complaints, between, "a list of two points");
  } else if (between.value->items.size() != 2) {
    complaints.add(
        code::range, between.value->place,
        "'between' must have 2 points, not " + std::to_string(between.value->items.size()));
  } else {
    spring.from = read_text(complaints, item(between, 0, "point"), "a text that names a point");
    spring.to = read_text(complaints, item(between, 1, "point"), "a text that names a point");
  }
  return spring;
}

Force read_force(Context& context, const Value& table) {
  static const Keys keys{{"on", "force", "torque", "frame", "potential", "spring", "for"}};
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[forces]]", keys);
  Force force;
  force.at = table.at;
  const bool some = section.one_of({{"on", "force", "torque", "frame"}, {"potential"}, {"spring"}});
  if (!section.has("torque")) section.need_beside("on", "force");
  section.need_beside("force", "on", "on = \"bob\": a particle, a body or a coordinate");
  section.need_beside("torque", "on", "on = \"crank\": a body");
  section.need_beside("frame", "on", "on = \"crank\": a body or a point of it");
  if (!some)
    complaints.add(code::missing, table.place, "[[forces]] needs 'force', 'potential' or 'spring'");
  const Expression on = read_text(complaints, section.find("on"),
                                  "a text that names a particle, a body or a coordinate");
  force.on = Name(on.text, on.at);
  force.force = read_vector(complaints, section.find("force"));
  force.torque = read_vector(complaints, section.find("torque"));
  static const std::vector<std::string> frames = {"world", "body"};
  force.body_frame =
      section.has("frame") && read_word(complaints, section.find("frame"), "frame", frames) == 1;
  force.potential = read_formula(complaints, section.find("potential"));
  if (const Field spring = section.find("spring")) force.spring = read_spring(complaints, spring);
  force.for_each = read_text(complaints, section.find("for"), range_words);
  return force;
}

}  // namespace

FreeMotion read_free(Context& context, const Field& field) {
  static const Keys keys{
      {"lagrangian", "kinetic", "potential", "mass", "force", "acceleration", "order", "gravity"}};
  Complaints& complaints = context.complaints;
  FreeMotion free;
  if (!is_table(complaints, field, "[free]")) return free;
  const Section section(complaints, *field.value, "[free]", keys);
  free.at = field.value->at;
  section.one_of({{"lagrangian"}, {"kinetic", "potential"}, {"mass", "force"}, {"acceleration"}});
  section.need_beside("mass", "force", "zeros if there is none");
  section.need_beside("force", "mass");
  section.need_beside("order", "acceleration");

  free.lagrangian = read_formula(complaints, section.find("lagrangian"));
  free.kinetic = read_formula(complaints, section.find("kinetic"));
  free.potential = read_formula(complaints, section.find("potential"));
  free.mass = read_matrix(complaints, section.find("mass"));
  free.force = read_list(complaints, section.find("force"), at_least_one);
  free.acceleration = read_list(complaints, section.find("acceleration"), at_least_one);
  free.order = read_order(complaints, section.find("order"));
  free.gravity = read_list(complaints, section.find("gravity"), plane_or_space);
  return free;
}

std::vector<Force> read_forces(Context& context, const Field& field) {
  std::vector<Force> forces;
  for (const Value* const table : tables(context.complaints, field, "[[forces]]"))
    forces.push_back(read_force(context, *table));
  return forces;
}

}  // namespace zwang::read
