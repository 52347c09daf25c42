// SPDX-License-Identifier: Apache-2.0
#pragma once
// Systems of which only some relations are known.  [FKNU05 36-49]
//   order 2:  A ẍ = b,  ẍ = s + v₁ + v₂       order 1:  A ẋ = b,  ẋ = s + v₁ + v₂
// v₁ = A⁺(b − A s) makes the relations hold, v₂ = (I − A⁺A) c is what the modeller adds.

#include <span>
#include <vector>

#include "zwang/instant.h"

namespace zwang {

/// m = rhs.size() relations on n = special.size() rates. A zero vector stands for an empty `free`.
struct Underdetermined {
  std::span<const double> relations;  // A  m·n, row-major
  std::span<const double> rhs;        // b  m
  std::span<const double> special;    // s  n: the modeller's choice
  std::span<const double> free;       // c  n, or empty
  std::span<const double> weights;    // W  m, or empty
};

struct UnderdeterminedRate {
  std::vector<double> rate;    // ẍ (order 2) or ẋ (order 1) = s + v₁ + v₂   [FKNU05 41]
  std::vector<double> forced;  // v₁                                         [FKNU05 42]
  std::vector<double> chosen;  // v₂                                         [FKNU05 43]
  Instant instant;             // the same as an instant with M = I, a = s, C = c
};

/// One algebra for both orders: `A` multiplies the highest rates, ẍ for second-order systems and ẋ
/// for first-order ones. Throws InputError for wrong sizes.
UnderdeterminedRate solve_underdetermined(const Underdetermined& system,
                                          const Options& options = {});

}  // namespace zwang
