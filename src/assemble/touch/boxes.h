// SPDX-License-Identifier: Apache-2.0
#pragma once
// Boxes that stand on each other or side by side: where two faces meet.

#include <string>

#include "assemble/touch/placed.h"

namespace zwang::compile {

bool are_boxes(Scope& scope, const Touch& touch);

/// At one of the four corners of what the two faces have in common. Which faces these are, the start says:
/// those across the direction in which the boxes are farthest apart.
Meeting meet_boxes(Scope& scope, const Touch& touch);

/// Why these boxes cannot meet as they start; empty: they can.
std::string refuse_boxes(Scope& scope, const Touch& touch);

/// Falls through zero where the two touch otherwise than with these faces: there the rows say nothing.
formula::Node guard_boxes(Scope& scope, const Touch& touch);

}  // namespace zwang::compile
