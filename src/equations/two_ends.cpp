// SPDX-License-Identifier: Apache-2.0
#include "equations/two_ends.h"

namespace zwang::equations {

void TwoEnds::add_to(Sizes& sizes, Index all_parameters) const {
  sizes.two_ends = true;
  sizes.parameters = all_parameters;
  sizes.unknowns = unknowns;
  sizes.integrals = integrals;
  sizes.directions = directions();
  sizes.from = static_cast<Index>(rows[0].size());
  sizes.to = static_cast<Index>(rows[1].size());
}

}  // namespace zwang::equations
