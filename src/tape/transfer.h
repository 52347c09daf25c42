// SPDX-License-Identifier: Apache-2.0
#pragma once
// Eight lanes of inputs from anywhere in an array, and of outputs to their rows: compiled for each
// instruction set.

#include <cstdint>

#include "base/index.h"

namespace zwang::tape {

/// Inputs that stand side by side in the array at every place, as x, y, z of a point do, are a run
/// and share their positions.
struct Runs {
  const std::uint32_t* lengths;  // of each run
  const std::uint32_t* inputs;   // of all runs, one after the other
  Index count;
};

struct Transfer {
  /// For the inputs i_0, i_1 … of each run: to[8·i_j + k] = x[positions[k] + j], k < 8; then the
  /// next eight positions for the next run. Returns where the positions end.
  const std::uint32_t* (*gather)(const double* x, const std::uint32_t* positions, const Runs& runs,
                                 double* to) noexcept;

  /// to[apart·i + k] = from[8·i + k], i < count, k < 8.
  void (*scatter)(const double* from, Index count, double* to, Index apart) noexcept;
};

extern const Transfer transfer_baseline;
#ifndef ZWANG_NO_X86
extern const Transfer transfer_avx2, transfer_avx512;
#endif

}  // namespace zwang::tape
