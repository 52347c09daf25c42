// SPDX-License-Identifier: Apache-2.0
#include "formula_hand.h"

#include "formula_hand_table.h"

namespace bench {

constinit const Hand hand_contracted = hand_table("-O3");

}  // namespace bench
