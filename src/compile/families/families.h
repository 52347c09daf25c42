// SPDX-License-Identifier: Apache-2.0
#pragma once
// Families of bodies, shapes, controls and of what relates them, written out member by member. Unlike
// particles, bodies of a family have places of their own in the tree, so that nothing is shared by
// lowering them together; every other part of the program knows them as bodies like any other.

#include <optional>
#include <vector>

#include "assemble/touch/expand.h"
#include "scope/names.h"
#include "scope/scope.h"

namespace zwang::compile {

struct Families {
  Description description;  // without them
  std::optional<Description> as_written;
  std::vector<Expression> counts, ranges, indices;  // formulas that decided what there is
  std::vector<Problem> problems;
};

/// With the values of parameters, which may decide how many there are.
Families write_out_families(Description description, const Overrides& overrides);

/// From now on the parameters that decided it cannot be others; complains of what decides nothing.
void hold(Scope& scope, const Families& families);

/// Of complaints at one place the first: all members have the same text.
void keep_first(std::vector<Diagnostic>& diagnostics);

}  // namespace zwang::compile
