// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tape with places for its values: what the interpreter runs. Places are reused as values die.

#include <cstdint>
#include <vector>

#include "tape/functions.h"
#include "tape/tape.h"

namespace zwang::tape {

/// to, a, b, c are places. A call has the places of its arguments and results in `lists`:
/// from lists[a]: count·arity arguments, then count results.
struct Step {
  Op op;
  Function function = Function::sin;
  std::uint8_t count = 0;
  std::uint32_t to = 0, a = 0, b = 0, c = 0;
};

struct Bytecode {
  Index inputs = 0;
  Index places = 0;  // inputs first, then constants, then values
  std::vector<double> constants;
  std::vector<Step> steps;
  std::vector<std::uint32_t> lists;
  std::vector<std::uint32_t> outputs;  // places
};

Bytecode assign_places(const Tape& tape);

}  // namespace zwang::tape
