// SPDX-License-Identifier: Apache-2.0
#pragma once
// A block of equations: one program and the table of the places where it applies. A lone formula
// has one place and reads the array of inputs as it stands; a family has many and runs on eight
// of them at a time.

#include <cstdint>
#include <optional>
#include <vector>

#include "tape/places.h"
#include "tape/program.h"

namespace zwang::equations {

/// numbers[to] = outputs[from], or += where several places contribute to one number.
struct Move {
  std::uint32_t from, to;
};

struct Block {
  tape::Program program;
  std::optional<tape::Places> places;  // none: one place, and lanes 1
  std::vector<Move> set, add;          // from: output, or output·padded + place
};

/// What depends on parameters alone: computed once per change into the inputs themselves.
struct Prologue {
  tape::Program program;
  Index begin;  // position of its first value among the inputs
};

Index outputs_size(const Block& block);
Index scratch_size(const Block& block);

/// Runs the block on the inputs x and moves its outputs into numbers.
void run(const Block& block, const double* x, double* outputs, double* scratch,
         double* numbers) noexcept;

}  // namespace zwang::equations
