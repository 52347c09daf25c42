// SPDX-License-Identifier: Apache-2.0
#include "equations/block.h"

namespace zwang::equations {

Index outputs_size(const Block& block) {
  return block.program.outputs() * (block.places ? block.places->padded() : Index{1});
}

Index scratch_size(const Block& block) {
  return block.places ? places_scratch(block.program) : block.program.scratch();
}

void run(const Block& block, const double* x, double* outputs, double* scratch,
         double* numbers) noexcept {
  if (block.places) {
    run_places(block.program, *block.places, x, outputs, scratch);
  } else {
    block.program.run(x, outputs, scratch);
  }
  for (const Move& move : block.set) numbers[move.to] = outputs[move.from];
  for (const Move& move : block.add) numbers[move.to] += outputs[move.from];
}

}  // namespace zwang::equations
