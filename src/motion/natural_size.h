// SPDX-License-Identifier: Apache-2.0
#pragma once
// What coordinates are small against where they say nothing themselves. Of lengths nobody knows, but
// an angle has its own unit, and mechanisms start with all of theirs at zero.

#include "equations/equations.h"

namespace zwang::motion {

/// 1 where joints turn, else 0: unknown.
inline double natural_size(const equations::Equations& equations) {
  if (!equations.solids) return 0;
  for (const bodies::Body& body : equations.solids->tree.bodies) {
    if (body.joint != bodies::Joint::fixed && body.joint != bodies::Joint::slider) return 1;
  }
  return 0;
}

}  // namespace zwang::motion
