// SPDX-License-Identifier: Apache-2.0
#pragma once
// The units that may follow a number: their words, and what they make of it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "units/unit_table.h"

namespace zwang::units {

/// x of them in the SI. `x`: a decimal number as formulas have it. Nothing if it is beyond double
/// precision.
std::optional<double> in_si(std::string_view x, const Unit& unit);
/// The same of a number, and back again.
double in_si(double x, const Unit& unit);
double from_si(double x, const Unit& unit);

/// A unit at the beginning of a text.
struct Found {
  Index length = 0;  // bytes; 0: there is none
  Unit unit;
  std::string problem;  // not empty: one that cannot be, over `length` bytes
};

/// What stands behind a number: "mm", " N/mm", " kg m^2/s", " 1/s^2", "m/s²". Factors are separated by a
/// space or by ·, before the first /; there are no spaces around / and ^. A word that is followed by
/// ( [ ' or . is none: it is a name.
Found find_unit(std::string_view text);

/// All of a text as a unit; nothing if it is none.
std::optional<Unit> parse_unit(std::string_view text);

/// All words without prefixes, for advice.
std::vector<std::string> unit_words();

}  // namespace zwang::units
