// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers of 113 bits, and functions of them to a few units of 1e-34 for arguments of everyday size.

#include <cstdint>
#include <limits>

#include "formula/op.h"

namespace zwang::referee {

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
inline constexpr bool has_quad = true;
#else
using Quad = long double;
inline constexpr bool has_quad = std::numeric_limits<long double>::digits >= 100;
#endif

inline Quad magnitude(Quad x) { return x < 0 ? -x : x; }
Quad square_root(Quad x);

/// One operation of a formula; leaves excluded.
Quad evaluate(formula::Op op, Quad x, Quad y, Quad z);

}  // namespace zwang::referee
