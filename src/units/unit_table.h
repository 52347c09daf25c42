// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words for units, one by one.

#include <optional>
#include <span>
#include <string_view>

#include "units/unit.h"

namespace zwang::units {

struct UnitWord {
  std::string_view word;
  Unit unit;
  std::string_view prefixes;  // letters that it takes: "mk"; u is micro, also written µ
};

std::span<const UnitWord> unit_table();

/// "mm", "kN", "µs", "rpm".
std::optional<Unit> unit_of_word(std::string_view word);

}  // namespace zwang::units
