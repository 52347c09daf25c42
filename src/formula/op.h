// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operations of a formula: names, arities, and what they do to numbers.

#include <array>
#include <cstdint>
#include <string_view>

namespace zwang::formula {

// clang-format off
enum class Op : std::uint8_t {
  constant, input,                                      // leaves
  add, subtract, multiply, divide, negate, square,      // arithmetic
  power, sqrt, exp, log,                                // powers
  sin, cos, tan, asin, acos, atan, sinh, cosh, tanh,    // one argument
  atan2, hypot,                                         // two
  abs, sign, min, max, mod,                             // with kinks or jumps
  less, less_equal, equal, both, either, negation,      // conditions: 1 true, 0 false
  select,                                               // select(c, a, b) = a if c, else b
};

// clang-format on

struct OpFacts {
  std::string_view name;  // as a user writes it, where it is written as a function
  int arity;
  bool commutes;
};

// clang-format off
inline constexpr std::array<OpFacts, 35> op_facts = {{
    {"constant", 0, false}, {"input", 0, false},
    {"add", 2, true}, {"subtract", 2, false}, {"multiply", 2, true}, {"divide", 2, false},
    {"negate", 1, false}, {"square", 1, false},
    {"power", 2, false}, {"sqrt", 1, false}, {"exp", 1, false}, {"log", 1, false},
    {"sin", 1, false}, {"cos", 1, false}, {"tan", 1, false}, {"asin", 1, false},
    {"acos", 1, false}, {"atan", 1, false}, {"sinh", 1, false}, {"cosh", 1, false},
    {"tanh", 1, false}, {"atan2", 2, false}, {"hypot", 2, true},
    {"abs", 1, false}, {"sign", 1, false}, {"min", 2, false}, {"max", 2, false},
    {"mod", 2, false},
    {"less", 2, false}, {"less_equal", 2, false}, {"equal", 2, true}, {"and", 2, true},
    {"or", 2, true}, {"not", 1, false},
    {"if", 3, false},
}};
// clang-format on

constexpr const OpFacts& facts(Op op) { return op_facts[static_cast<std::size_t>(op)]; }
constexpr int arity(Op op) { return facts(op).arity; }
constexpr bool is_condition(Op op) { return op >= Op::less && op <= Op::negation; }

/// One operation on numbers, by the C library's functions; leaves excluded.
double evaluate(Op op, double x, double y, double z);

}  // namespace zwang::formula
