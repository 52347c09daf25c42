// SPDX-License-Identifier: Apache-2.0
// What binds it: [[constraints]].

#include "read/closure.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr std::string_view equation_words = "an equation, \"left = right\"";

Drift read_drift(Complaints& complaints, const Field& field) {
  static const Keys keys{{"baumgarte"}};
  static const std::vector<std::string> words = {"project", "none"};
  Drift drift;
  if (!field) return drift;
  if (field.value->kind == Kind::table) {
    const Section section(complaints, *field.value, "'drift'", keys);
    const Components factors =
        read_list(complaints, section.need("baumgarte"), {2, 2, "2"}, not_negative);
    if (factors.size() != 2) return drift;
    drift.policy = Drift::Policy::baumgarte;
    drift.alpha = factors[0];
    drift.beta = factors[1];
  } else if (field.value->kind != Kind::text) {
    complain_of_type(complaints, field, "a word or a table",
                     "\"project\", \"none\" or { baumgarte = [alpha, beta] }");
  } else if (field.value->text == "baumgarte") {
    complaints.add(code::word, field.value->place, "'baumgarte' needs its two factors",
                   "drift = { baumgarte = [alpha, beta] }");
  } else if (read_word(complaints, field, "policy against drift", words) == 1) {
    drift.policy = Drift::Policy::none;
  }
  return drift;
}

std::vector<Expression> read_equations(Complaints& complaints, const Section& section) {
  std::vector<Expression> equations;
  if (const Field one = section.find("equation"))
    equations.push_back(read_text(complaints, one, equation_words));
  const Field several = section.find("equations");
  if (!several) return equations;
  if (several.value->kind != Kind::list) {
    complain_of_type(complaints, several, "a list of equations", "for one, write equation = …");
  } else if (several.value->items.empty()) {
    complaints.add(code::range, several.value->place, "'equations' must have 1 or more, not 0");
  } else {
    for (std::size_t i = 0; i < several.value->items.size(); ++i)
      equations.push_back(read_text(complaints, item(several, i, "equation"), equation_words));
  }
  return equations;
}

/// Of friction. More than a number is said elsewhere.
Expression read_coefficient(Complaints& complaints, const Field& field) {
  if (!field || field.value->kind != Kind::table)
    return read_formula(complaints, field, not_negative);
  complain_of_type(complaints, field, "a number or a formula",
                   "a table stands in [[nonideal]], as friction = { constraint = \"floor\", … }");
  return {};
}

/// What chosen forces enforce pushes nobody, and is never projected.
void read_servo(Complaints& complaints, const Section& section, Constraint& constraint) {
  section.one_of({{"servo"}, {"restitution", "friction"}});
  section.one_of({{"servo"}, {"drift"}});
  section.need_beside("gains", "servo", "servo = [\"u\"]: names of [controls]");
  constraint.servo = read_references(complaints, section.find("servo"), "names of controls");
  constraint.gains = read_list(complaints, section.find("gains"), {1, 2, "1 or 2"}, not_negative);
}

const Keys& constraint_keys() {
  static const Keys keys = [] {
    Keys all{{"name", "equation", "equations", "for", "weight", "drift", "restitution", "friction",
              "servo", "gains"}};
    all.known.insert(all.known.end(), closure_words().begin(), closure_words().end());
    return all;
  }();
  return keys;
}

/// Equations, or one closure between bodies, which has no places and no contact.
void read_rows(Complaints& complaints, const Section& section, const Value& table,
               Constraint& constraint) {
  const bool some = section.one_of({{"equation"},
                                    {"equations"},
                                    {"weld"},
                                    {"point"},
                                    {"hinge"},
                                    {"slider"},
                                    {"universal"},
                                    {"distance"},
                                    {"gear"},
                                    {"rack"},
                                    {"roll"}});
  if (!some) {
    complaints.add(code::missing, table.place,
                   "[[constraints]] needs 'equation', 'equations' or a joint between bodies",
                   "joints are weld, point, hinge, slider, universal, distance, gear, rack, roll");
  }
  constraint.equations = read_equations(complaints, section);
  constraint.closure = read_closure(complaints, section);
  if (!constraint.closure) return;
  for (const char* const key : {"for", "restitution", "friction"}) {
    const Field field = section.find(key);
    if (!field) continue;
    complaints.add(code::exclusive, field.value->place,
                   "a joint between bodies has no " + in_quotes(key), "leave it out");
  }
}

Constraint read_constraint(Context& context, const Value& table) {
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[constraints]]", constraint_keys());
  Constraint constraint;
  constraint.name = context.names.add(complaints, section.find("name"), Named::constraint);
  if (!section.has("name")) constraint.name.at = table.at;
  read_rows(complaints, section, table, constraint);
  if (const Field weight = section.find("weight"))
    constraint.weight = read_formula(complaints, weight, positive);
  constraint.drift = read_drift(complaints, section.find("drift"));
  constraint.for_each = read_text(complaints, section.find("for"), range_words);
  constraint.restitution = read_formula(complaints, section.find("restitution"), fraction);
  constraint.friction = read_coefficient(complaints, section.find("friction"));
  read_servo(complaints, section, constraint);
  return constraint;
}

}  // namespace

std::vector<Constraint> read_constraints(Context& context, const Field& field) {
  std::vector<Constraint> constraints;
  for (const Value* const table : tables(context.complaints, field, "[[constraints]]"))
    constraints.push_back(read_constraint(context, *table));
  return constraints;
}

}  // namespace zwang::read
