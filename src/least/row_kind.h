// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the solvers with inequalities are told of a row, and what they say of it.

namespace zwang::least {

enum RowKind : unsigned char {
  equality_row = 0,
  unilateral_row = 1,
  idle_row = 2,    // left out
  struck_row = 3,  // of impacts: an equality that comes into being with a blow
};

/// Of a unilateral row, after solving; also the guess before.
enum Binding : unsigned char {
  leaves = 0,   // A ẍ > b
  bears = 1,    // A ẍ = b, and λ ≥ 0 has its share
  touches = 2,  // A ẍ = b to rounding, but others bear: λ = 0
};

}  // namespace zwang::least
