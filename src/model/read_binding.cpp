// SPDX-License-Identifier: Apache-2.0
// What binds it, and what of it is shown: [[constraints]] and [[observe]].

#include "model/read_sections.h"

namespace zwang::model::file {

namespace {

constexpr std::string_view equation_words = "an equation, \"left = right\"";
constexpr std::string_view range_words = "a text such as \"i in 1..5\"";

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

Constraint read_constraint(Context& context, const Value& table) {
  static const Keys keys{{"name", "equation", "equations", "for", "weight", "drift"},
                         {"servo", "gains", "restitution", "friction", "hinge", "weld", "point",
                          "slider", "universal", "distance", "gear", "rack", "roll"}};
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[constraints]]", keys);
  Constraint constraint;
  constraint.name = context.names.add(complaints, section.find("name"), Named::constraint);
  if (!section.has("name")) constraint.name.at = table.at;
  if (!section.one_of({{"equation"}, {"equations"}}) && !section.asks_for_later())
    complaints.add(code::missing, table.place, "[[constraints]] needs 'equation' or 'equations'");
  constraint.equations = read_equations(complaints, section);
  if (const Field weight = section.find("weight"))
    constraint.weight = read_formula(complaints, weight, positive);
  constraint.drift = read_drift(complaints, section.find("drift"));
  constraint.for_each = read_text(complaints, section.find("for"), range_words);
  return constraint;
}

Observable read_observable(Context& context, const Value& table) {
  static const Keys keys{{"name", "formula", "for"}};
  const Section section(context.complaints, table, "[[observe]]", keys);
  Observable observable;
  observable.name = context.names.add(context.complaints, section.find("name"), Named::observable);
  if (!section.has("name")) observable.name.at = table.at;
  observable.formula = read_formula(context.complaints, section.need("formula"));
  observable.for_each = read_text(context.complaints, section.find("for"), range_words);
  return observable;
}

}  // namespace

std::vector<Constraint> read_constraints(Context& context, const Field& field) {
  std::vector<Constraint> constraints;
  for (const Value* const table : tables(context.complaints, field, "[[constraints]]"))
    constraints.push_back(read_constraint(context, *table));
  return constraints;
}

std::vector<Observable> read_observables(Context& context, const Field& field) {
  std::vector<Observable> observables;
  for (const Value* const table : tables(context.complaints, field, "[[observe]]"))
    observables.push_back(read_observable(context, *table));
  return observables;
}

}  // namespace zwang::model::file
