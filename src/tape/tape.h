// SPDX-License-Identifier: Apache-2.0
#pragma once
// A straight-line program on doubles: plain data. Every instruction defines one value; operands
// are inputs, constants or earlier values.

#include <cstdint>
#include <vector>

#include "base/index.h"

namespace zwang::tape {

enum class Op : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  multiply_add,         //  a·b + c, rounded once
  multiply_subtract,    //  a·b − c
  negate_multiply_add,  // c − a·b
  negate,
  abs,
  sqrt,
  floor,
  min,
  max,  // a NaN operand gives a NaN
  less,
  less_equal,
  equal,   // 1 if true, else 0; false if an operand is a NaN
  select,  // a ? b : c, where a is 0 or 1
  call,    // functions of several arguments at once, see Tape
  result,  // one value of the call before
};

/// Functions that are called, not emitted.
enum class Function : std::uint8_t {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,  // one argument
  pow,
  atan2,
  hypot,  // two
};
inline constexpr int function_count = 14;
constexpr int arity(Function f) { return f >= Function::pow ? 2 : 1; }

/// An operand: what it is, and its number among its kind.
class Operand {
 public:
  enum class Kind : std::uint8_t { value, input, constant };

  constexpr Operand() = default;
  constexpr Operand(Kind kind, Index number)
      : bits_(static_cast<std::uint32_t>(kind) << 30 | static_cast<std::uint32_t>(number)) {}

  constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 30); }
  constexpr Index number() const { return bits_ & 0x3FFFFFFFu; }
  constexpr bool operator==(const Operand&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

struct Instruction {
  Op op;
  Function function = Function::sin;  // of a call
  std::uint8_t count = 0;             // of a call: how many results, 1 … 4
  Operand a = {}, b = {}, c = {};     // of a call: a.number() is its first place in Tape::arguments
};

/// call: applies `function` to `count` arguments (pairs for two-argument functions: first all
/// first arguments, then all second ones), listed in arguments[a.number() …]. The `count`
/// instructions after it are its results, in order. Calls that follow each other with the same
/// a.number(), count and arity share their arguments: sin and cos of the same angles. The number
/// of a value is its place in `code`, calls included.
struct Tape {
  Index inputs = 0;
  std::vector<double> constants;
  std::vector<Instruction> code;
  std::vector<Operand> arguments;
  std::vector<Operand> outputs;
};

/// How many operands (a, b, c) an instruction has; a call has none of its own.
constexpr int operands(Op op) {
  switch (op) {
    case Op::multiply_add:
    case Op::multiply_subtract:
    case Op::negate_multiply_add:
    case Op::select:
      return 3;
    case Op::negate:
    case Op::abs:
    case Op::sqrt:
    case Op::floor:
      return 1;
    case Op::call:
    case Op::result:
      return 0;
    default:
      return 2;
  }
}

}  // namespace zwang::tape
