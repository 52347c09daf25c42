// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a number becomes text in every file we write: the shortest that reads back to the same bits,
// in every locale.

#include <string>

#include "base/index.h"

namespace zwang {

/// Room that write_number needs at most.
inline constexpr Index kNumberLength = 32;

/// Writes the shortest text that reads back to the same bits and returns its end; -0 keeps its sign.
/// What is no number becomes "nan", "inf" or "-inf"; the payload of a NaN is lost.
char* write_number(double value, char* first) noexcept;

std::string number_text(double value);

}  // namespace zwang
