// SPDX-License-Identifier: Apache-2.0
// One of [parameters]: a number or a formula, or a table that says more of it.

#include <algorithm>
#include <optional>

#include "read/fill.h"
#include "read/sections.h"
#include "units/unit.h"

namespace zwang::read {

namespace {

/// "35 mm" and 0.035 in the SI; nothing if it is neither.
std::optional<double> plain_number(const Value& value) {
  if (value.kind == Kind::number) return value.number;
  if (value.kind != Kind::text) return {};
  const std::string& text = value.text;
  const std::size_t digits = std::min(text.find_first_not_of("+-.0123456789eE"), text.size());
  const bool is_minus = text.rfind('-', 0) == 0;
  const std::size_t word = std::min(text.find_first_not_of(' ', digits), text.size());
  const auto unit = word < text.size() ? units::parse_unit(std::string_view(text).substr(word))
                                       : std::optional(units::Unit{});
  if (!unit || digits <= is_minus) return {};
  const auto x = units::in_si(std::string_view(text).substr(is_minus, digits - is_minus), *unit);
  return x && is_minus ? std::optional(-*x) : x;
}

void read_slider(const Given& given, Parameter& parameter) {
  const Value& list = given.value();
  std::optional<double> low, high;
  if (list.kind == Kind::list && list.items.size() == 2) {
    low = plain_number(list.items[0]);
    high = plain_number(list.items[1]);
  }
  if (low && high && *low < *high) {
    parameter.slider = {*low, *high};
  } else {
    given.complaints().add(code::range, list.place,
                           "'slider' must be two numbers, the smaller one first",
                           "slider = [0.5, 2], or slider = [\"50 mm\", \"0.2 m\"]");
  }
}

void read_about(const Given& given, Parameter& parameter) {
  parameter.about = read_text(given.complaints(), given.field, "a sentence in quotes").text;
}

constexpr Row parameter_rows[] = {
    {"value", form::formula(), into<&Parameter::value>(), "of the parameter", Need::yes,
     "value = 1"},
    {"plus_minus", form::formula(not_negative), into<&Parameter::plus_minus>(),
     "how far the true value may be from it: `zwang sweep` tells what that does to results"},
    {"slider", form::list(two), by<read_slider>(),
     "how far live pages let it be moved: two numbers, or numbers with units", Need::no,
     "slider = [0.5, 2]", "`[0.5, 2]`"},
    {"about", form::text("a sentence in quotes"), by<read_about>(), "what it is, for live pages"},
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
