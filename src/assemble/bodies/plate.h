// SPDX-License-Identifier: Apache-2.0
#pragma once
// The moments of what a polygon encloses.

#include "scope/scope.h"

namespace zwang::compile {

/// Of a plate, in its plane and along its own axes.
struct PlateMoments {
  formula::Node area = formula::no_node;
  formula::Node x = formula::no_node, y = formula::no_node;  // its center
  formula::Node xx = formula::no_node, xy = formula::no_node,
                yy = formula::no_node;  // means of squares about the center
};

/// Of corners in order, either way around. Complains of an outline that crosses itself or encloses nothing.
PlateMoments plate_moments(Scope& scope, const ShapeSymbols& plate);

}  // namespace zwang::compile
