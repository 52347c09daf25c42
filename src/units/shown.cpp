// SPDX-License-Identifier: Apache-2.0
#include "units/shown.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zwang::units {

namespace {

constexpr std::array quantities = std::to_array<QuantityWord>({
    {"length", length, false, "m"},
    {"mass", mass, false, "kg"},
    {"time", time, false, "s"},
    {"angle", plain, true, "rad"},
    {"force", force, false, "N"},
    {"torque", energy, false, "N m"},
    {"energy", energy, false, "J"},
    {"power", {{1, 2, -3, 0, 0}}, false, "W"},
    {"pressure", {{1, -1, -2, 0, 0}}, false, "Pa"},
    {"speed", speed, false, "m/s"},
    {"acceleration", acceleration, false, "m/s^2"},
    {"rotation", per_time, true, "rad/s"},
});

// What follows from a unit of `of`: its power, and that of the time.
struct Derived {
  std::string_view si, of;
  int power, per_time;
};
constexpr std::array derived = std::to_array<Derived>({
    {"m/s", "length", 1, 1},
    {"m/s^2", "length", 1, 2},
    {"m^2", "length", 2, 0},
    {"m^3", "length", 3, 0},
    {"rad/s", "angle", 1, 1},
    {"rad/s^2", "angle", 1, 2},
});

std::string raised(const std::string& unit, int power) {
  return power == 1 ? unit : unit + '^' + std::to_string(power);
}

// How many of a unit are one of the SI.
double factor_of(const std::string& unit) {
  const auto found = parse_unit(unit);
  return found ? from_si(1, *found) : 1;
}

}  // namespace

const QuantityWord* find_quantity(std::string_view word) {
  const auto at = std::find_if(quantities.begin(), quantities.end(),
                               [&](const QuantityWord& one) { return one.word == word; });
  return at == quantities.end() ? nullptr : &*at;
}

std::vector<std::string> quantity_words() {
  std::vector<std::string> all;
  for (const QuantityWord& one : quantities) all.emplace_back(one.word);
  return all;
}

bool measures(const Unit& unit, const QuantityWord& quantity) {
  return unit.dimension == quantity.dimension && (unit.angle == 1) == quantity.angle;
}

std::vector<ShownAs> shown_units(std::span<const std::pair<std::string, std::string>> choices) {
  std::vector<ShownAs> all;
  const auto add = [&](std::string_view si, const std::string& unit, double factor) {
    const auto known = [&](const ShownAs& one) { return one.si == si; };
    if (std::none_of(all.begin(), all.end(), known)) all.push_back({std::string(si), unit, factor});
  };
  std::string second = "s";
  for (const auto& [word, unit] : choices) {
    if (const QuantityWord* const quantity = find_quantity(word))
      add(quantity->si, unit, factor_of(unit));
    if (word == "time") second = unit;
  }
  for (const auto& [word, unit] : choices) {
    // A unit with a power of its own, or of several, would need brackets.
    if (unit.find_first_of(" /^") != std::string::npos) continue;
    for (const Derived& one : derived) {
      if (one.of != word || second.find_first_of(" /^") != std::string::npos) continue;
      std::string text = raised(unit, one.power);
      if (one.per_time > 0) text += '/' + raised(second, one.per_time);
      add(one.si, text,
          std::pow(factor_of(unit), one.power) / std::pow(factor_of(second), one.per_time));
    }
  }
  return all;
}

}  // namespace zwang::units
