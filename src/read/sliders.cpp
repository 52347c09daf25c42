// SPDX-License-Identifier: Apache-2.0
// One parameter: its value, or a table with what live pages show beside it.

#include "read/sliders.h"

#include <algorithm>

#include "read/fill.h"
#include "read/sections.h"
#include "units/unit.h"

namespace zwang::read {

namespace {

struct ParameterTable {
  Expression value;
  Slider slider;
};

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

void read_slider(const Given& given, ParameterTable& parameter) {
  const Value& list = given.value();
  std::optional<double> low, high;
  if (list.kind == Kind::list && list.items.size() == 2) {
    low = plain_number(list.items[0]);
    high = plain_number(list.items[1]);
  }
  if (low && high && *low < *high) {
    parameter.slider.range.emplace(*low, *high);
  } else {
    given.complaints().add(code::range, list.place,
                           "'slider' must be two numbers, the smaller one first",
                           "slider = [0.5, 2], or slider = [\"50 mm\", \"0.2 m\"]");
  }
}

void read_about(const Given& given, ParameterTable& parameter) {
  parameter.slider.about = read_text(given.complaints(), given.field, "a sentence in quotes").text;
}

constexpr Row parameter_rows[] = {
    {"value", form::formula(), into<&ParameterTable::value>(), "as without the table", Need::yes,
     "value = 1"},
    {"slider", form::list(two), by<read_slider>(),
     "how far live pages let it be moved: two numbers, or numbers with units", Need::no,
     "slider = [0.5, 2]", "`[0.5, 2]`"},
    {"about", form::text("a sentence in quotes"), by<read_about>(), "what it is, for live pages"},
};
constinit const Table parameter_table =
    table_of<ParameterTable>({"parameter", "the parameter", parameter_rows});
constexpr Form value_form = form::formula();
constexpr Form parameter_form = form::table(parameter_table);

}  // namespace

constinit const Form parameter_forms = form::either(value_form, parameter_form);

Expression read_parameter(const Given& given, const Field& field) {
  if (field.value->kind != Kind::table) return read_formula(given.complaints(), field);
  return read_table<ParameterTable>(given.context, parameter_table, *field.value,
                                    "the parameter " + field.label)
      .value;
}

std::vector<Slider> read_sliders(std::string_view text) {
  std::vector<Slider> sliders;
  const Tree tree = parse(text);
  if (tree.problem) return sliders;
  for (std::size_t i = 0; i < tree.root.keys.size(); ++i) {
    if (tree.root.keys[i].text != "parameters") continue;
    const Value& all = tree.root.items[i];
    for (std::size_t k = 0; k < all.items.size(); ++k) {
      if (all.items[k].kind != Kind::table) continue;
      Context context;
      Slider slider =
          read_table<ParameterTable>(context, parameter_table, all.items[k], all.keys[k].text)
              .slider;
      slider.parameter = all.keys[k].text;
      sliders.push_back(std::move(slider));
    }
  }
  return sliders;
}

}  // namespace zwang::read
