// SPDX-License-Identifier: Apache-2.0
#pragma once
// LDLᵀ of a semidefinite matrix without the rows that depend on others.

#include "linalg/sparse/sparse_ldl.h"

namespace zwang::linalg {

/// Of an H with ones on its diagonal, rows are left out where the pivot is at most `least`: they hardly differ
/// from what those before them amount to. Their numbers are appended, in the order of elimination. What
/// solve_ldl then gives for them is next to nothing.
void factor_independent(const LdlPattern& pattern, const double* H, const double* diagonal,
                        double least, SparseLdl& f, std::vector<Index>& left_out);

}  // namespace zwang::linalg
