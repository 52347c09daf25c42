// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace zwang {

using Index = std::ptrdiff_t;  // signed: differences of indices are indices

/// Smallest multiple of `step` that is not below `count`.
[[gnu::always_inline]] constexpr Index round_up(Index count, Index step) {
  return (count + step - 1) / step * step;
}

}  // namespace zwang
