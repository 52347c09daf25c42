// SPDX-License-Identifier: Apache-2.0
#pragma once
// x = G⁺w for a symmetric positive semidefinite G of at most three rows: the directions of one contact.

#include "base/index.h"

namespace zwang::least {

/// G (size × size) is overwritten. Eigenvalues that are rounding against the largest count as zero.
void shortest_symmetric(Index size, double* G, const double* w, double* x) noexcept;

}  // namespace zwang::least
