// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a number becomes text in every file we write: the shortest that reads back to the same bits,
// in every locale.

#include <bit>
#include <cstdint>
#include <string>

#include "base/index.h"

namespace zwang {

/// Room that write_number needs at most.
inline constexpr Index kNumberLength = 32;

/// Writes the shortest text that reads back to the same bits and returns its end; -0 keeps its sign.
/// What is no number becomes "nan", "inf" or "-inf"; the payload of a NaN is lost.
char* write_number(double value, char* first) noexcept;

std::string number_text(double value);

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Tells 0 from -0, and takes a NaN for equal to itself.
constexpr bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace zwang
