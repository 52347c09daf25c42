// SPDX-License-Identifier: Apache-2.0
// Compiled with -ffast-math. The linker would keep one copy of each inline function for both
// files, so this one gives them a namespace of its own.

#define by_hand by_hand_fast_math  // NOLINT

#include "formula_hand.h"
#include "formula_hand_table.h"

namespace bench {

constinit const Hand hand_fast_math = hand_table("-O3 -ffast-math");

}  // namespace bench
