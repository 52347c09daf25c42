// SPDX-License-Identifier: Apache-2.0
#pragma once
// The units that results are shown in, where a model does not want those of the SI.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "units/unit.h"

namespace zwang::units {

/// A kind of quantity that a file may choose a unit for: "length", "angle", "torque".
struct QuantityWord {
  std::string_view word;
  Dimension dimension;
  bool angle;
  std::string_view si;  // as results have it
};
const QuantityWord* find_quantity(std::string_view word);
std::vector<std::string> quantity_words();

/// Whether a unit measures such a quantity: an angle is no other plain number.
bool measures(const Unit& unit, const QuantityWord& quantity);

/// What is x in `si` is factor·x in `unit`.
struct ShownAs {
  std::string si, unit;
  double factor = 1;
};

/// For every choice, and for speeds, accelerations and areas, which follow from lengths, angles and times.
/// Each is a word and a unit that measures it.
std::vector<ShownAs> shown_units(std::span<const std::pair<std::string, std::string>> choices);

}  // namespace zwang::units
