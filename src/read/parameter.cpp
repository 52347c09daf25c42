// SPDX-License-Identifier: Apache-2.0
// One of [parameters]: a number or a formula, or a table that says more of it.

#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Row parameter_rows[] = {
    {"value", form::formula(), into<&Parameter::value>(), "of the parameter", Need::yes},
    {"plus_minus", form::formula(not_negative), into<&Parameter::plus_minus>(),
     "how far the true value may be from it: `zwang sweep` tells what that does to results"},
};
constinit const Table parameter_table =
    table_of<Parameter>({"parameter", "the parameter", parameter_rows});

constexpr Form value_form = form::formula();
constexpr Form table_form = form::table(parameter_table);

Parameter read_parameter(const Given& given, Name name, const Field& field) {
  Parameter parameter;
  if (field.value->kind == Kind::table) {
    parameter = read_table<Parameter>(given.context, parameter_table, *field.value,
                                      "the parameter " + field.label);
  } else {
    parameter.value = read_formula(given.complaints(), field);
  }
  parameter.name = std::move(name);
  return parameter;
}

}  // namespace

constinit const Form parameter_forms = form::either(value_form, table_form);

void read_parameters(const Given& given, Description& description) {
  for_each_name(given, [&](Name name, const Field& value) {
    description.parameters.push_back(read_parameter(given, std::move(name), value));
  });
}

}  // namespace zwang::read
