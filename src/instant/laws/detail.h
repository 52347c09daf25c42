// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the parts of the laws share.

#include <algorithm>

#include "equations/contact.h"

namespace zwang::instant::of_laws {

/// Arrays are never empty.
inline Index room(Index size) { return std::max(size, Index{1}); }

/// One row is one number, whatever it pushes: then signs can be told.
inline Index components(const equations::Reaction& reaction) {
  return reaction.rows == 1 ? 1 : static_cast<Index>(reaction.coordinates.size());
}

}  // namespace zwang::instant::of_laws
