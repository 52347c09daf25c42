// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words for units, one by one.

#include <optional>
#include <span>
#include <string_view>

#include "units/dimension.h"

namespace zwang::units {

/// x of them are x·10^ten·times/over of the SI. Powers of ten are apart, so that "35 mm" has the bits
/// of 0.035, and deg is π over 180, as one would write it.
struct Unit {
  Dimension dimension;
  int angle = 0;  // power of what turns: 1 of rad, deg, rpm
  int ten = 0;
  double times = 1, over = 1;
};

struct UnitWord {
  std::string_view word;
  Unit unit;
  std::string_view prefixes;  // letters that it takes: "mk"; u is micro, also written µ
};

std::span<const UnitWord> unit_table();

/// "mm", "kN", "µs", "rpm".
std::optional<Unit> unit_of_word(std::string_view word);

}  // namespace zwang::units
