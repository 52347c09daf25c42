// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes: from what a file says of them to formulas of parameters, and to numbers.

#include "scope/scope.h"

namespace zwang::compile {

/// Complains of sizes that no shape has.
ShapeSymbols read_shape(Scope& scope, const Shape& shape);

/// All shapes of the model, those of bodies in the order of the tree.
std::vector<ShapeNumbers> shape_numbers(Scope& scope);
/// What other values of parameters change of them: formulas, and their values put in place. Corners of a
/// hull are as they are.
std::vector<formula::Node> shape_nodes(const Scope& scope);
void set_shape_numbers(std::span<const double> values, std::vector<ShapeNumbers>& shapes);

}  // namespace zwang::compile
