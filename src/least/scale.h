// SPDX-License-Identifier: Apache-2.0
#pragma once
// Units of the coordinates where M has no Cholesky factor: powers of two near 1/√|M_ii|, so that
// units do not matter and no bit is lost.

#include "least/task.h"

namespace zwang::least {

/// τ_i ≈ 1/√|M_ii|; for a massless coordinate what its row of M, or its column of A, suggests.
void scale_coordinates(const Task& task, double* tau) noexcept;

/// y ← τ M τ x; scratch: n.
void scaled_mass_times(const Task& task, const double* tau, const double* x, double* scratch,
                       double* y) noexcept;

}  // namespace zwang::least
