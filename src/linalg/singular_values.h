// SPDX-License-Identifier: Apache-2.0
#pragma once
// How nearly a square matrix is singular; asked a few times per run, so it allocates.

#include <span>
#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// The stationary ratios |A c|/√(cᵀB c), largest first, for A and positive definite B (both n × n,
/// column-major): the singular values of A L⁻ᵀ, B = L Lᵀ. Empty where B is not positive definite
/// or an entry is not finite.
std::vector<double> relative_singular_values(Index n, std::span<const double> A,
                                             std::span<const double> B);

}  // namespace zwang::linalg
