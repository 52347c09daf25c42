// SPDX-License-Identifier: Apache-2.0
#pragma once
// Vectors of the plane and of space, component by component; a number is its own only component.
// Sizes must agree: whoever calls has checked.

#include "formula/value.h"

namespace zwang::formula {

Value zero_like(Graph& graph, const Value& v);
Value sum(Graph& graph, const Value& u, const Value& v);
Value difference(Graph& graph, const Value& u, const Value& v);
Value negated(Graph& graph, const Value& v);
Value product(Graph& graph, Node factor, const Value& v);
Value quotient(Graph& graph, const Value& v, Node divisor);
Value select(Graph& graph, Node condition, const Value& then, const Value& otherwise);

Node dot(Graph& graph, const Value& u, const Value& v);
/// In the plane a number, u.x v.y − u.y v.x.
Value cross(Graph& graph, const Value& u, const Value& v);
/// √(x² + y² + z²): a root is one instruction, a hypotenuse a call.
Node norm(Graph& graph, const Value& v);

}  // namespace zwang::formula
