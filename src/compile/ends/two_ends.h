// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the numbers of a two-ended question stand.

#include "equations/two_ends.h"

namespace zwang::compile {

/// How many densities there are: the integrals, F* − v·F*_v, F*_t, and F*_p for each unknown.
inline Index densities(const equations::TwoEnds& two_ends) {
  return two_ends.integrals + 2 + two_ends.unknowns;
}

/// Fills in the layout, which begins at `begin` with its member `parameters`; returns where it ends.
/// Rows, integrals and unknowns are known.
Index lay_out_two_ends(equations::TwoEnds& two_ends, Index n, Index parameters, Index begin);

}  // namespace zwang::compile
