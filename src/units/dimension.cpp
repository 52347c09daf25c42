// SPDX-License-Identifier: Apache-2.0
#include "units/dimension.h"

#include <cmath>
#include <string_view>

#include "base/number.h"

namespace zwang::units {

namespace {

// Powers are sums and products of small fractions.
constexpr double rounding = 1e-9;

bool is_zero(double x) { return std::abs(x) < rounding; }

constexpr std::array<std::string_view, base_units> symbols = {"kg", "m", "s", "A", "K"};

struct Known {
  Dimension dimension;
  std::string_view unit, words;  // no unit: that of its base units
};

constexpr Known known[] = {
    {length, "", "a length"},
    {mass, "", "a mass"},
    {time, "", "a time"},
    {{{0, 0, 0, 1, 0}}, "", "a current"},
    {{{0, 0, 0, 0, 1}}, "", "a temperature"},
    {{{0, 2, 0, 0, 0}}, "", "an area"},
    {{{0, 3, 0, 0, 0}}, "", "a volume"},
    {per_time, "", "a rate"},
    {speed, "", "a speed"},
    {acceleration, "", "an acceleration"},
    {force, "N", "a force"},
    {energy, "J", "an energy or a torque"},
    {{{1, 2, -3, 0, 0}}, "W", "a power"},
    {{{1, -1, -2, 0, 0}}, "Pa", "a pressure"},
    {{{1, 0, -2, 0, 0}}, "N/m", "a stiffness"},
    {{{1, 0, -1, 0, 0}}, "N s/m", "a damping constant"},
    {{{1, 2, -1, 0, 0}}, "J s", "an angular momentum"},
    {{{1, 1, -1, 0, 0}}, "N s", "a momentum"},
    {inertia, "", "a moment of inertia"},
    {density, "", "a density"},
    {{{1, -1, -1, 0, 0}}, "Pa s", "a viscosity"},
    {{{0, 0, 1, 1, 0}}, "C", "a charge"},
    {{{1, 2, -3, -1, 0}}, "V", "a voltage"},
    {{{1, 2, -3, -2, 0}}, "ohm", "a resistance"},
    {{{-1, -2, 4, 2, 0}}, "F", "a capacitance"},
    {{{1, 2, -2, -2, 0}}, "H", "an inductance"},
    {{{1, 0, -2, -1, 0}}, "T", "a magnetic flux density"},
    {{{1, 2, -2, -1, 0}}, "Wb", "a magnetic flux"},
};

const Known* find(const Dimension& x) {
  for (const Known& one : known) {
    if (one.dimension == x) return &one;
  }
  return nullptr;
}

void append(std::string& text, std::string_view symbol, double power, std::string_view between) {
  if (!text.empty()) text += between;
  text += symbol;
  if (!is_zero(power - 1)) text += '^' + exponent_words(power);
}

}  // namespace

bool Dimension::is_plain() const { return *this == plain; }

bool operator==(const Dimension& x, const Dimension& y) {
  for (std::size_t i = 0; i < base_units; ++i) {
    if (!is_zero(x.power[i] - y.power[i])) return false;
  }
  return true;
}

Dimension operator*(const Dimension& x, const Dimension& y) {
  Dimension result = x;
  for (std::size_t i = 0; i < base_units; ++i) result.power[i] += y.power[i];
  return result;
}

Dimension operator/(const Dimension& x, const Dimension& y) { return x * pow(y, -1); }

Dimension pow(const Dimension& x, double exponent) {
  Dimension result = x;
  for (double& power : result.power) power *= exponent;
  return result;
}

std::string exponent_words(double x) {
  for (const int under : {1, 2, 3, 4, 5, 6, 8, 12}) {
    const double over = std::round(x * under);
    if (!is_zero(x * under - over) || std::abs(over) > 1e6) continue;
    const std::string words = std::to_string(static_cast<long>(over));
    return under == 1 ? words : words + '/' + std::to_string(under);
  }
  return number_text(std::round(x * 1e6) / 1e6);
}

std::string base_unit_of(const Dimension& x) {
  std::string text;
  bool over = false;
  for (std::size_t i = 0; i < base_units; ++i) {
    const bool whole = is_zero(x.power[i] - std::round(x.power[i]));
    if (is_zero(x.power[i])) continue;
    over = over || (x.power[i] < 0 && whole);
    if (x.power[i] > 0 || !whole) append(text, symbols[i], x.power[i], " ");
  }
  if (over && text.empty()) text = "1";
  for (std::size_t i = 0; over && i < base_units; ++i) {
    const bool whole = is_zero(x.power[i] - std::round(x.power[i]));
    if (x.power[i] < 0 && whole && !is_zero(x.power[i])) append(text, symbols[i], -x.power[i], "/");
  }
  return text;
}

std::string unit_of(const Dimension& x) {
  const Known* const one = find(x);
  return one && !one->unit.empty() ? std::string(one->unit) : base_unit_of(x);
}

std::string words(const Dimension& x) {
  if (x.is_plain()) return "a plain number";
  const Known* const one = find(x);
  const std::string unit = unit_of(x);
  return one ? std::string(one->words) + " (" + unit + ')' : "a quantity in " + unit;
}

}  // namespace zwang::units
