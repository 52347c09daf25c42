// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a joint leaves free. Each kind has a struct of its own (joints.h) with its pose, its
// motion subspace S and its bias, written out; the kinds are in base/kinds.h.

#include "base/index.h"
#include "base/kinds.h"

namespace zwang::bodies {

/// How many rates v a joint has.
constexpr Index rates(Joint joint) noexcept {
  constexpr Index count[] = {0, 1, 1, 2, 1, 2, 3, 3, 6};
  return count[static_cast<int>(joint)];
}

constexpr bool has_quaternion(Joint joint) noexcept {
  return joint == Joint::ball || joint == Joint::free;
}

/// How many coordinates q: a quaternion has one more than it has rates.
constexpr Index coordinates(Joint joint) noexcept {
  return rates(joint) + (has_quaternion(joint) ? 1 : 0);
}

}  // namespace zwang::bodies
