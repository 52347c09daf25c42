// SPDX-License-Identifier: Apache-2.0
// What is asked between two ends: [extremal].

#include <algorithm>

#include "base/words/methods.h"
#include "read/fill.h"
#include "read/section.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

/// t if nobody gave it another name; empty if the name cannot be one. The ends need it, so it is
/// read before all rows.
bool read_independent(Context& context, const Section& section, void*) {
  const Field field = section.find("independent");
  if (!field) return true;
  const bool same = field.value->kind == Kind::text && field.value->text == "t";
  context.time = same ? Name("t", field.value->at)
                      : context.names.add(context.complaints, field, Named::independent);
  return true;
}

/// Complains if an end does not say where it is, or calls t what has another name here.
void check_time(const Given& given, const std::string& time) {
  if (given.value().kind != Kind::table || given.value().keys.empty() || time.empty()) return;
  const std::vector<Key>& keys = given.value().keys;
  const auto find = [&](std::string_view name) {
    return std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.text == name; });
  };
  const auto t = find("t");
  if (time != "t" && t != keys.end()) {
    given.complaints().add(code::unknown_key, t->place, given.field.label + " has no key 't'",
                           "the independent variable is called " + in_quotes(time) + " here");
  } else if (find(time) == keys.end()) {
    given.complaints().add(code::missing, given.value().place,
                           given.field.label + " needs " + in_quotes(time),
                           time + " = 0: where this end is, a number or a formula of parameters");
  }
}

/// { t = 0, x = 1, "x'" = 0 }; whether there are such coordinates is not known yet.
template <auto member>
void read_end(const Given& given, Extremal& extremal) {
  const std::string& time = given.context.time.text;
  End& end = extremal.*member;
  end.at = given.value().at;
  take(given, end.values);
  check_time(given, time);
  const auto t = std::find_if(end.values.begin(), end.values.end(),
                              [&](const auto& value) { return value.first.text == time; });
  if (t == end.values.end()) return;
  end.t = t->second;
  end.values.erase(t);
}

constexpr std::string_view on_example = "on = { to = [\"x^2 + y^2 = 4\"] }";
constexpr Form equation_text = form::text(equation_words);
constexpr Row surface_rows[] = {
    {"from", form::list(at_least_one, equation_text, "entry"), into<&Extremal::from, &End::on>(),
     "equations that hold at the start", Need::no, on_example},
    {"to", form::list(at_least_one, equation_text, "entry"), into<&Extremal::to, &End::on>(),
     "equations that hold at the end", Need::no, on_example},
};
constinit const Table surface_table = table_of<Extremal>({.name = "surfaces",
                                                          .label = "'on'",
                                                          .rows = surface_rows,
                                                          .schema = R"({"minProperties": 1})"});

void read_surfaces(const Given& given, Extremal& extremal) {
  const Value& on = given.value();
  if (on.kind != Kind::table)
    return complain_of_type(given.complaints(), given.field, "a table", std::string(on_example));
  if (on.keys.empty())
    given.complaints().add(code::range, on.place, "'on' is empty", std::string(on_example));
  const Section section(given.complaints(), on, "'on'", surface_table);
  fill(given.context, surface_table, section, &extremal);
}

/// { T = 1.5 }: new names, or names of parameters.
void read_unknowns(const Given& given, Extremal& extremal) {
  take(given, extremal.unknowns);
  if (given.value().kind != Kind::table) return;
  for (const Key& key : given.value().keys)
    if (!is_blank(key.text)) given.context.names.add(given.complaints(), key, Named::unknown);
}

void read_before(const Given&, Extremal&) {}

constexpr Form value_form = form::formula();

constexpr Row extremal_rows[] = {
    {"integrand", form::formula(), into<&Extremal::integrand>(),
     "F, of coordinates, rates, `t` and parameters", Need::no, "", "formula"},
    {"from", form::pairs(value_form), by<read_end<&Extremal::from>>(),
     "the start: its time, and what is given there (see below)", Need::yes,
     "from = { t = 0, x = 1 }", "`{ t = 0, x = 1 }`"},
    {"to", form::pairs(value_form), by<read_end<&Extremal::to>>(), "the end", Need::yes,
     "to = { t = 1, x = 0 }: what is not given is free there", "`{ t = 1, x = 0 }`"},
    {"on", form::table(surface_table), by<read_surfaces>(),
     "surfaces on which an end lies: lists of equations for `from` and `to`", Need::no, "",
     "`{ to = [\"x^2 + y^2 = 4\"] }`"},
    {"unknowns", form::pairs(value_form, Named::unknown), by<read_unknowns>(),
     "parameters to be found, each with a guess: an end time, `to = { t = \"T\" }`, or anything "
     "else",
     Need::no, "unknowns = { T = 1.5 }: with a guess", "`{ T = 1.5 }`"},
    {"subject", form::list(at_least_one, equation_text, "entry"), into<&Extremal::subject>(),
     "integrals that must have these values", Need::no,
     "subject = [\"integral(sqrt(1 + y'^2)) = 2\"]", "`[\"integral(sqrt(1 + y'^2)) = 2\"]`"},
    {"periodic", form::references("names of coordinates"), into<&Extremal::periodic>(),
     "coordinates whose values and rates at the end equal those at the start"},
    {"independent", form::name(Named::independent), by<read_before>(),
     "another name for `t`, in all formulas of the model; then `from = { s = 0 }`"},
    {"guess", form::pairs(value_form), into<&Extremal::guess>(),
     "initial guess: coordinates as formulas of `t` and parameters", Need::no,
     "guess = { x = \"sin(t)\" }", "`{ x = \"sin(t)\" }`"},
    {"follow", form::pairs(value_form, Named::parameter), into<&Extremal::follow>(),
     "continuation: solve first with these parameter values, then step by step up to their own",
     Need::no, "follow = { mu = 1 }: where to start", "`{ mu = 1 }`"},
    {"all", form::formula(extremals_range), into<&Extremal::all>(),
     "the largest number of extremals to find, smallest action first; default 1"},
    {"tolerance", form::formula(tolerance_range), into<&Extremal::tolerance>(),
     "relative error of the curve; default 1e-9"},
    {"samples", form::formula(sample_range), into<&Extremal::output>(),
     "the number of samples; default 200"},
    {"output", form::formula(sample_range), into<&Extremal::output>(),
     "an older name of `samples`"},
    {"method", form::word("method", words::ends_list), into<&Extremal::method>(), "default `auto`"},
    {"cross_check", form::truth, into<&Extremal::cross_check>(),
     "solve again, with multipliers, and compare"},
};

}  // namespace

constinit const Table extremal_table = table_of<Extremal>({.name = "extremal",
                                                           .label = "[extremal]",
                                                           .rows = extremal_rows,
                                                           .check = read_independent,
                                                           .schema = R"({
       "if": {"properties": {"independent": {"const": "t"}}},
       "then": {"properties": {"from": {"required": ["t"]}, "to": {"required": ["t"]}}},
       "else": {"properties": {"from": {"not": {"required": ["t"]}},
                               "to": {"not": {"required": ["t"]}}}}
     })"});

}  // namespace zwang::read
