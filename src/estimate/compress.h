// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tall matrix as a small one of the same inner products: GᵀG = AᵀA, by reflections, a few rows at a time.

#include <vector>

#include "base/index.h"

namespace zwang::estimate {

/// A: rows × columns, column-major; the answer is columns × columns, and not triangular.
std::vector<double> compress(Index rows, Index columns, const std::vector<double>& A);

}  // namespace zwang::estimate
