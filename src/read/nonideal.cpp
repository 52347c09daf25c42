// SPDX-License-Identifier: Apache-2.0
// Forces beyond those that are given and those that are ideal: [controls] and [[nonideal]].

#include "base/words/policies.h"
#include "read/fill.h"
#include "read/section.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Row control_rows[] = {
    {"weight", form::formula(positive), into<&Control::weight>(),
     "Σ weight·u² is minimized where there are more controls than servo constraints; default 1"},
    {"count", form::formula(family_range), into<&Control::count>(),
     "makes a family `u[1]`, `u[2]`, …"},
};

/// One constraint or a list of them.
void read_rubbing(const Given& given, Nonideal& nonideal) {
  std::vector<Name>& names = nonideal.friction->constraints;
  if (given.value().kind == Kind::list) return take(given, names);
  Name name = read_reference(given.complaints(), given.field,
                             "the name of a constraint or a list of names");
  if (!name.text.empty()) names.push_back(std::move(name));
}

/// Who slides needs less force than who sticks, where the file gives both as numbers.
bool compare_coefficients(Context& context, const Section& section, void*) {
  const Field sliding = section.find("coefficient"), sticking = section.find("static");
  if (sliding && sticking && sliding.value->kind == Kind::number &&
      sticking.value->kind == Kind::number && sticking.value->number < sliding.value->number)
    context.complaints.add(code::range, sticking.value->place,
                           "'static' must be at least 'coefficient', " + sliding.value->text,
                           "the static coefficient cannot be smaller than the sliding one");
  return true;
}

/// What may stand beside 'friction' as well as inside it.
template <auto member>
void read_inside(const Given& given, Nonideal& nonideal) {
  take(given, nonideal.*member);
}

template <auto member>
void read_of_friction(const Given& given, Nonideal& nonideal) {
  take(given, (*nonideal.friction).*member);
}

constexpr Form friction_one = form::text("the name of a constraint");
constexpr Form friction_all = form::references("names of constraints");
constexpr Form rubbing{.kind = Form::Kind::either,
                       .noun = "names of constraints",
                       .items = &friction_one,
                       .other = &friction_all};
constexpr std::string_view object_words = "a text that names a particle or a coordinate";

constexpr Row friction_rows[] = {
    {"constraint", rubbing, by<read_rubbing>(),
     "the constraint with friction; its normal force is the resultant of its equations. For a "
     "list, "
     "the normal forces are added",
     Need::yes, "constraint = \"rod\": where friction acts", "name, or list of names"},
    {"coefficient", form::formula(not_negative), by<read_of_friction<&Friction::coefficient>>(),
     "may depend on the state", Need::yes},
    {"static", form::formula(not_negative), by<read_of_friction<&Friction::static_coefficient>>(),
     "static coefficient, not smaller than `coefficient`, which is the default"},
    {"law", form::word("law of reactions", words::law_words), by<read_inside<&Nonideal::law>>(),
     "which reaction is used; may also be given beside `friction`; default `implicit`"},
    {"on", form::text(object_words), by<read_of_friction<&Friction::on>>(),
     "the one that slides, if the constraint acts on several; may also be given beside `friction`",
     Need::no, "", "particle, or a point of a body"},
    {"velocity", form::vector, by<read_of_friction<&Friction::velocity>>(),
     "of the surface, such as a belt; default: at rest"},
    {"sliding", form::text("a formula in quotes"), by<read_of_friction<&Friction::sliding>>(),
     "the sliding velocity itself, linear in rates: `\"x' - V\"`", Need::no, "", "formula"},
};
constexpr Rule friction_rules[] = {{Rule::Kind::exclude, "velocity | sliding"}};
constinit const Table friction_table = table_of<Nonideal>({.name = "friction",
                                                           .label = "'friction'",
                                                           .rows = friction_rows,
                                                           .rules = friction_rules,
                                                           .check = compare_coefficients});

void read_friction(const Given& given, Nonideal& nonideal) {
  if (!is_table_of(given, friction_table)) return;
  const Section inside(given.complaints(), given.value(), "'friction'", friction_table);
  nonideal.friction.emplace();
  friction_table.check(given.context, inside, &nonideal);
  fill(given.context, friction_table, inside, &nonideal);
  if (!inside.has("on"))
    nonideal.friction->on =
        read_reference(given.complaints(), given.section.find("on"), object_words);
  for (const char* const key : {"on", "law"}) {
    if (const Field within = inside.find(key); within && given.section.has(key))
      given.complaints().add(code::exclusive, within.value->place,
                             in_quotes(key) + " is given both beside 'friction' and inside it",
                             "keep one of them");
  }
}

/// Beside friction it is the friction's.
void read_object(const Given& given, Nonideal& nonideal) {
  if (!given.section.has("friction")) take(given, nonideal.on);
}

constexpr Row nonideal_rows[] = {
    {"on", form::text(object_words), by<read_object>(),
     "as in `[[forces]]`; required with `force`"},
    {"force", form::vector, into<&Nonideal::force>(),
     "as in `[[forces]]`; formulas may contain `reaction(…)` and `multiplier(…)`", Need::one},
    {"friction", form::table(friction_table), by<read_friction>(), "see below", Need::one},
    {"law", form::word("law of reactions", words::law_words), into<&Nonideal::law>(),
     "which reaction is used; default `implicit`"},
    {"for", form::text(range_words), into<&Nonideal::for_each>(), "a family"},
};
constexpr Rule nonideal_rules[] = {
    {Rule::Kind::one, "force | friction", "[[nonideal]] needs 'force' or 'friction'"},
    {Rule::Kind::beside, "force", "on", "on = \"bob\": a particle or a coordinate"},
};

}  // namespace

constinit const Table control_table = table_of<Control>({"control", "the control", control_rows});

constinit const Table nonideal_table = table_of<Nonideal>({.name = "nonideal",
                                                           .label = "[[nonideal]]",
                                                           .rows = nonideal_rows,
                                                           .rules = nonideal_rules,
                                                           .schema = R"({"allOf": [
       {"not": {"required": ["on", "friction"], "properties": {"friction": {"required": ["on"]}}}},
       {"not": {"required": ["law", "friction"], "properties": {"friction": {"required": ["law"]}}}}
     ]})"});

void read_controls(const Given& given, Description& description) {
  for_each_name(given, [&](Name name, const Field& field) {
    Control control;
    if (field.value->kind == Kind::table) {
      control = read_table<Control>(given.context, control_table, *field.value,
                                    "the control " + field.label);
    } else {
      complain_of_type(given.complaints(), field, "a table", "{} or { weight = 1 }");
    }
    control.name = std::move(name);
    description.controls.push_back(std::move(control));
  });
}

}  // namespace zwang::read
