// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant of integers in exact fractions: elimination of
//
//   M ẍ − Aᵀλ = Q + C,   AᵀW A ẍ = AᵀW b
//
// as it stands, redundant and contradictory rows included. Small numbers only: 128 bits.

#include <optional>
#include <vector>

#include "support/system.h"

namespace zwang::test {

__extension__ typedef __int128 Wide;

struct Rational {
  Wide top = 0, bottom = 1;  // bottom > 0, no common factor
};

struct RationalAnswer {
  std::vector<Rational> xdd, F_L, F_C, residual;
  std::vector<std::optional<Rational>> multipliers;  // none where it is not unique
};

/// None if ẍ is not determined or a number has outgrown 128 bits.
std::optional<RationalAnswer> rational_instant(const System& system);

/// Whether lower ≤ x ≤ upper, without rounding as long as x has less than 60 bits below.
bool contains(double lower, double upper, const Rational& x);

}  // namespace zwang::test
