// SPDX-License-Identifier: Apache-2.0
#pragma once
// The derivatives of the operations of one argument, and the guards of those with edges.

#include "formula/graph.h"

namespace zwang::formula {

/// ∞ where x is 0, else x: a divisor whose quotient is 0, not ∞, at the edge of a domain.
Node guarded_divisor(Graph& graph, Node x);

/// f'(u)·factor for a node x = f(u) of one argument with a derivative (negate and sign excluded).
Node scaled_slope(Graph& graph, Node x, Node factor);

/// ∂(uᵖ)/∂u and ∂(uᵖ)/∂p of a power node.
Node power_by_base(Graph& graph, Node x);
Node power_by_exponent(Graph& graph, Node x);

}  // namespace zwang::formula
