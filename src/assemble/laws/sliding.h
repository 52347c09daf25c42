// SPDX-License-Identifier: Apache-2.0
#pragma once
// How fast a contact slides: from the rows that hold a point, or from a formula.

#include <optional>
#include <span>
#include <vector>

#include "scope/scope.h"

namespace zwang::compile {

/// A sliding velocity: w = t·v along the line that is left free, or its three components in the
/// plane that is.
struct SlidingVelocity {
  std::vector<formula::Node> w;
  std::vector<formula::Node> point;  // coordinates of what slides; none: a formula was given
};

/// Of the point that residuals of constraints hold, as far as it is clear; else a complaint at `at`
/// that asks for a formula.
std::optional<SlidingVelocity> find_sliding(Scope& scope, std::span<const formula::Node> residuals,
                                            const Friction& friction, const Expression& at);

}  // namespace zwang::compile
