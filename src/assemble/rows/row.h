// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row: from a residual to its part of A, b and the residuals.

#include "assemble/assembly.h"
#include "formula/derive/motion.h"

namespace zwang::compile {

/// What moves in some formulas.
formula::Moving moving_in(Scope& scope, std::span<const formula::Node> nodes);

/// Of a first-order system A q̇ = b: from f(q, q̇, t) = 0, linear in q̇, or by differentiating
/// φ(q, t) = 0 once.
formula::Row first_order_row(formula::Graph& g, formula::Node residual,
                             const formula::Moving& moving);

/// φ̇ or f is A v with an A that knows no rates: then rows that hold leave vᵀAᵀλ = 0.
bool is_workless(Scope& scope, const formula::Row& row, const formula::Moving& moving);

/// Writes the row at place k of a group to first + k·step; b may differ from the row's own.
void write_row(Scope& scope, Assembly& assembly, Group& group, const formula::Row& row,
               const formula::Moving& moving, formula::Node b, Index first, Index step);

}  // namespace zwang::compile
