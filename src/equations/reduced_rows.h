// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the entries of sparse arrays stand over q, from where those over (q, X) do.

#include <vector>

#include "equations/reduced_mass.h"
#include "equations/written_view.h"

namespace zwang::equations {

/// Of A, B and C_slope.
Pattern reduced_rows(const WrittenView& written, const Pattern& rows);
RowMap map_rows(const WrittenView& written, const Pattern& rows, const Pattern& reduced);

/// With what bodies feel of each other, and the masses that formulas give.
Pattern reduced_G(const WrittenView& written, const std::vector<MassEntry>& mass, const Pattern& G);
Pattern reduced_H(const WrittenView& written, const Pattern& A, const Pattern& H);

}  // namespace zwang::equations
