// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "equations/evaluate.h"

namespace zwang::motion {

/// Whether a row has any entry at all: the bodies of a plane mechanism do not feel what is asked of
/// them out of their plane, and the recursions would make rounding of it.
inline bool is_felt(const equations::Pattern& A, const double* values, Index row) noexcept {
  const auto i = static_cast<std::size_t>(row);
  for (Index k = A.begin[i]; k < A.begin[i + 1]; ++k) {
    if (values[k] != 0) return true;
  }
  return false;
}

}  // namespace zwang::motion
