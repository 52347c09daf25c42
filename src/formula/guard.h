// SPDX-License-Identifier: Apache-2.0
#pragma once
// Guards for the branches of `if`. Both branches are always computed; in the one that is not
// taken, the root of a negative number or a division by zero must not become a NaN that a zero
// derivative then multiplies. So the arguments, not the results, are guarded.

#include <span>

#include "formula/graph.h"

namespace zwang::formula {

/// Rewrites `roots` in place: the argument of every operation that has an edge (sqrt, log, exp,
/// power, divisors, asin, …) becomes select(known, argument, safe), where `known` is what holds
/// wherever the operation is needed. Does nothing where there is no select. Repeating it changes
/// nothing, unless a guard has taken away the last use outside a branch of something else.
void guard_branches(Graph& graph, std::span<Node> roots);

}  // namespace zwang::formula
