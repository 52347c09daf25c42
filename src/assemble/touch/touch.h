// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of contacts and of limits: what must not become negative, and how fast a contact slides.

#include "assemble/laws/sliding.h"

namespace zwang::compile {

/// Of a constraint with a touch; no_node and a complaint if it cannot be.
formula::Node touch_residual(Scope& scope, const Constraint& constraint);

/// What must stay above zero for the rows of a pair of shapes to mean something; an event that ends the run
/// where it does not.
struct Guard {
  std::string name;
  formula::Node above;
};
std::vector<Guard> touch_guards(Scope& scope);

/// Of shapes that touch.
SlidingVelocity touch_sliding(Scope& scope, const Touch& touch);

}  // namespace zwang::compile
