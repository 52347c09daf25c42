// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas without what nobody wrote: the guards that guard_branches and derivatives put in.

#include "formula/graph.h"

namespace zwang::formula {

/// The formula x of `from` built in `to`, without the guards of guard_branches, so far as they can
/// be recognised: arguments of edges select(taken, argument, safe) in a branch that is taken.
Node without_branch_guards(Graph& to, const Graph& from, Node x);

/// For people; the reader would not put this back. Without any select whose condition is decided by
/// the branch it stands in, and without the guards of derivatives, select(at the edge, ∞, x) and
/// log(select(x > 0, x, 1)): what the derivative is away from the edge.
Node without_any_guards(Graph& to, const Graph& from, Node x);

}  // namespace zwang::formula
