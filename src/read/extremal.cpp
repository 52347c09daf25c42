// SPDX-License-Identifier: Apache-2.0
// What is asked between two ends: [extremal].

#include <algorithm>
#include <cmath>

#include "read/pairs.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

const Range extremals_range{"a whole number from 1 to 1000",
                            [](double x) { return x >= 1 && x <= 1000 && x == std::floor(x); }};

/// { x = …, y = … }: names of the model, each with a formula.
std::vector<std::pair<Name, Expression>> read_formulas(Complaints& complaints, const Field& field,
                                                       const char* example) {
  return read_pairs(complaints, field, example,
                    [&](const Field& value) { return read_formula(complaints, value); });
}

/// A list of equations, each a text.
std::vector<Expression> read_equations(Complaints& complaints, const Field& field,
                                       const char* example) {
  std::vector<Expression> equations;
  if (!field) return equations;
  if (field.value->kind != Kind::list) {
    complain_of_type(complaints, field, "a list of equations", example);
    return equations;
  }
  if (field.value->items.empty())
    complaints.add(code::range, field.value->place, field.label + " must have 1 or more, not 0",
                   example);
  for (std::size_t i = 0; i < field.value->items.size(); ++i)
    equations.push_back(
        read_text(complaints, item(field, i, "entry"), "an equation, \"left = right\""));
  return equations;
}

/// t if nobody gave it another name; empty if the name cannot be one.
Name read_independent(Context& context, const Field& field) {
  if (!field) return "t";
  if (field.value->kind == Kind::text && field.value->text == "t") return {"t", field.value->at};
  return context.names.add(context.complaints, field, Named::independent);
}

/// Complains if an end does not say where it is, or calls t what has another name here.
void check_time(Complaints& complaints, const Field& end, const std::string& time) {
  if (!end || end.value->kind != Kind::table || end.value->keys.empty() || time.empty()) return;
  const std::vector<Key>& keys = end.value->keys;
  const auto find = [&](std::string_view name) {
    return std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.text == name; });
  };
  const auto t = find("t");
  if (time != "t" && t != keys.end()) {
    complaints.add(code::unknown_key, t->place, end.label + " has no key 't'",
                   "the independent variable is called " + in_quotes(time) + " here");
  } else if (find(time) == keys.end()) {
    complaints.add(code::missing, end.value->place, end.label + " needs " + in_quotes(time),
                   time + " = 0: where this end is, a number or a formula of parameters");
  }
}

/// { t = 0, x = 1, "x'" = 0 }; whether there are such coordinates is not known yet.
End read_end(Context& context, const Field& field, const char* example) {
  End end;
  if (!field) return end;
  end.at = field.value->at;
  end.values = read_formulas(context.complaints, field, example);
  check_time(context.complaints, field, context.time.text);
  const auto t = std::find_if(end.values.begin(), end.values.end(), [&](const auto& value) {
    return value.first.text == context.time.text;
  });
  if (t == end.values.end()) return end;
  end.t = t->second;
  end.values.erase(t);
  return end;
}

void read_ends(Context& context, const Section& section, Extremal& extremal) {
  static const Keys keys{{"from", "to"}};
  const char* const from = "from = { t = 0, x = 1 }";
  const char* const to = "to = { t = 1, x = 0 }: what is not given is free there";
  const char* const example = "on = { to = [\"x^2 + y^2 = 4\"] }";
  Complaints& complaints = context.complaints;
  extremal.from = read_end(context, section.need("from", from), from);
  extremal.to = read_end(context, section.need("to", to), to);
  const Field on = section.find("on");
  if (!on) return;
  if (on.value->kind != Kind::table) return complain_of_type(complaints, on, "a table", example);
  if (on.value->keys.empty())
    complaints.add(code::range, on.value->place, "'on' is empty", example);
  const Section surfaces(complaints, *on.value, "'on'", keys);
  extremal.from.on = read_equations(complaints, surfaces.find("from"), example);
  extremal.to.on = read_equations(complaints, surfaces.find("to"), example);
}

/// { T = 1.5 }: new names, or names of parameters.
std::vector<std::pair<Name, Expression>> read_unknowns(Context& context, const Field& field) {
  auto unknowns = read_formulas(context.complaints, field, "unknowns = { T = 1.5 }: with a guess");
  if (!field || field.value->kind != Kind::table) return unknowns;
  for (const Key& key : field.value->keys)
    if (!is_blank(key.text)) context.names.add(context.complaints, key, Named::unknown);
  return unknowns;
}

}  // namespace

Extremal read_extremal(Context& context, const Field& field) {
  static const Keys keys{{"integrand", "from", "to", "on", "unknowns", "subject", "periodic",
                          "independent", "guess", "follow", "all", "tolerance", "output", "method",
                          "cross_check"}};
  static const std::vector<std::string> methods = {"auto", "collocation", "shooting"};
  Complaints& complaints = context.complaints;
  Extremal extremal;
  if (!is_table(complaints, field, "[extremal]")) return extremal;
  const Section section(complaints, *field.value, "[extremal]", keys);
  extremal.at = field.value->at;
  context.time = read_independent(context, section.find("independent"));
  extremal.integrand = read_formula(complaints, section.find("integrand"));
  read_ends(context, section, extremal);
  extremal.unknowns = read_unknowns(context, section.find("unknowns"));
  extremal.subject = read_equations(complaints, section.find("subject"),
                                    "subject = [\"integral(sqrt(1 + y'^2)) = 2\"]");
  extremal.periodic = read_references(complaints, section.find("periodic"), "names of coordinates");
  extremal.guess = read_formulas(complaints, section.find("guess"), "guess = { x = \"sin(t)\" }");
  extremal.follow =
      read_formulas(complaints, section.find("follow"), "follow = { mu = 1 }: where to begin");
  extremal.all = read_formula(complaints, section.find("all"), extremals_range);
  if (const Field tolerance = section.find("tolerance"))
    extremal.tolerance = read_formula(complaints, tolerance, tolerance_range);
  extremal.method = read_choice(complaints, section.find("method"), "method", methods);
  extremal.cross_check = read_truth(complaints, section.find("cross_check"));
  extremal.output = read_formula(complaints, section.find("output"), sample_range);
  return extremal;
}

}  // namespace zwang::read
