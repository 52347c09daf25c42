// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace zwang {

using Index = std::ptrdiff_t;  // signed: differences of indices are indices

/// The same number for containers of the standard library, which count without a sign.
constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Smallest multiple of `step` that is not below `count`.
[[gnu::always_inline]] constexpr Index round_up(Index count, Index step) {
  return (count + step - 1) / step * step;
}

}  // namespace zwang
