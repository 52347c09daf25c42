// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rows of contacts and of limits: what must not become negative, and how fast a contact slides.

#include "compile/laws/sliding.h"

namespace zwang::compile {

/// Of a constraint with a touch; no_node and a complaint if it cannot be.
formula::Node touch_residual(Scope& scope, const Constraint& constraint);

/// Of shapes that touch.
SlidingVelocity touch_sliding(Scope& scope, const Touch& touch);

}  // namespace zwang::compile
