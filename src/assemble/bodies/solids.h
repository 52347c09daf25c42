// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tree of bodies, its numbers and its frames, as the seam wants them.

#include "assemble/assembly.h"

namespace zwang::compile {

/// The numbers of gravity, of all solids and of what frames read, as outputs; after all formulas have
/// been read. Returns how many there are.
Index add_properties(Scope& scope, Assembly& assembly);

/// The tree and its frames; `first` is the number of its first coordinate.
equations::Solids lay_out_solids(Scope& scope, Index first);

/// ½ (e·e − 1) of a body whose joint has a quaternion.
formula::Node norm_residual(Scope& scope, const Solid& solid);

/// A quaternion has length one: a row for each, behind those of the user.
void add_norm_rows(Scope& scope, Assembly& assembly, std::vector<equations::Row>& rows,
                   std::vector<double>& weights);

}  // namespace zwang::compile
