// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace zwang::ode {

/// Whether no entry is NaN or infinite.
inline bool all_finite(const double* x, Index count) noexcept {
  return std::all_of(x, x + count, [](double entry) { return std::isfinite(entry); });
}

}  // namespace zwang::ode
