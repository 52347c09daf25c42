// SPDX-License-Identifier: Apache-2.0
#include "zwang/units.h"

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"
#include "units/unit.h"

namespace zwang {

namespace {

struct Read {
  double number = 0;
  units::Unit unit;
  bool has_unit = false;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view spaces = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
  return text.substr(0, text.find_last_not_of(spaces) + 1);
}

// A sign, a number and a unit.
std::optional<Read> read_number(std::string_view text) {
  text = trimmed(text);
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  if (end == 0) return std::nullopt;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t digits = end + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    const std::size_t after = std::min(text.find_first_not_of("0123456789", digits), text.size());
    if (after > digits) end = after;
  }
  Read result;
  const std::string_view rest = text.substr(end);
  if (!rest.empty()) {
    const auto unit = units::parse_unit(rest);
    if (!unit) return std::nullopt;
    result.unit = *unit;
    result.has_unit = true;
  }
  const auto number = units::in_si(text.substr(0, end), result.unit);
  if (!number) return std::nullopt;
  result.number = minus ? -*number : *number;
  return result;
}

// A formula of numbers, as parameters may be: read as that of a model which has nothing else.
std::optional<Read> read_formula(std::string_view text) {
  constexpr std::size_t longest = 1000;
  if (text.empty() || text.size() > longest || text.find_first_of("\"\\\n") != text.npos) return {};
  try {
    const Model model = read_model("[parameters]\nvalue = \"" + std::string(text) +
                                       "\"\n[coordinates]\nq = 0\n[free]\nkinetic = \"0\"\n",
                                   "value");
    Read result;
    result.number = model.parameter_values().front();
    const compile::Quantities& quantities = model.parts().source.quantities();
    if (const auto dimension = quantities.of("value").dimension;
        quantities.given && dimension && *dimension != units::plain) {
      result.unit.dimension = *dimension;
      result.has_unit = true;
    }
    if (!std::isfinite(result.number)) return std::nullopt;
    return result;
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

std::optional<Read> read_any(std::string_view text) {
  const auto number = read_number(text);
  return number ? number : read_formula(trimmed(text));
}

}  // namespace

std::optional<double> read_quantity(std::string_view text) {
  const auto found = read_any(text);
  if (!found) return std::nullopt;
  return found->number;
}

std::string unit_misfit(const Model& model, std::string_view name, std::string_view text) {
  const auto found = read_any(text);
  if (!found || !found->has_unit) return {};
  const compile::Quantities& quantities = model.parts().source.quantities();
  const std::string label = "'" + std::string(name) + "'";
  if (!quantities.given) return "the model has no units; give " + label + " a plain number";
  const auto own = quantities.of(name).dimension;
  if (!own || *own == found->unit.dimension) return {};
  return label + " is " + units::words(*own) + ", not " + units::words(found->unit.dimension);
}

}  // namespace zwang
