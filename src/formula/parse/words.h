// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words that formulas know by themselves: functions, and names that nobody else may take.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formula/op.h"

namespace zwang::formula {

enum class Function : std::uint8_t {
  elementary,  // one operation of the graph
  least,       // min
  greatest,    // max
  hypotenuse,  // hypot
  choice,      // if
  norm,
  dot,
  cross,
  distance,
  sum,          // with a syntax of its own
  body_vector,  // crank.vector(a, b, c)
  reaction,     // of a constraint, which is no value
  multiplier,   // the same
};

inline constexpr int any_number = 1 << 30;

struct Word {
  std::string_view name;
  Function function;
  int fewest, most;      // arguments
  Op op = Op::constant;  // of an elementary function
};

/// `vector` behind the name of a body; alone it is no function.
const Word& body_vector_word() noexcept;

/// The function of this name, or null.
const Word* find_function(std::string_view name) noexcept;

/// How a function is written: "sum(i in 1..N, term)".
std::string usage(const Word& word);

/// All functions, as the user writes them.
std::vector<std::string> function_names();

/// Names with a meaning of their own: functions, and, or, not, in, t, pi, ground, origin.
bool is_reserved(std::string_view name) noexcept;

/// How others write what is spelt differently here ("arcsin" → "asin"), or nothing.
std::string_view translation(std::string_view name) noexcept;

}  // namespace zwang::formula
