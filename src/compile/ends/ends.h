// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ends of a two-ended question: where they are, and what must hold there.

#include <vector>

#include "assemble/rows/written_rows.h"
#include "compile/ends/unknowns.h"

namespace zwang::compile {

struct EndFormulas {
  formula::Node t = formula::no_node;
  std::vector<equations::EndRow> rows;
  std::vector<formula::Node> residuals;  // of the rows
  std::vector<formula::Node> nu;         // their multipliers: inputs
};

/// end 0: from, 1: to. What the file gives, then the rows of the position level, and at the start
/// those of the velocity level.
EndFormulas read_end(Scope& scope, const Assembly& assembly, const Names& names, int end,
                     const std::vector<WrittenRow>& rows);

/// Complains where the ends are not apart.
void check_times(Scope& scope, const EndFormulas& from, const EndFormulas& to);

/// How the unknowns move the time of an end as well.
std::vector<formula::Direction> directions_at(Scope& scope, const EndFormulas& end,
                                              const Unknowns& unknowns);

/// Its values with their derivatives, and the second derivatives of Σ ν·row.
void add_end(Scope& scope, Assembly& assembly, int end, const EndFormulas& formulas,
             const Unknowns& unknowns);

}  // namespace zwang::compile
