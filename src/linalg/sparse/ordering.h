// SPDX-License-Identifier: Apache-2.0
#pragma once
// In which order to eliminate the rows of a sparse symmetric matrix so that little fills in.

#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// Approximate minimum degree. The pattern is the strict lower triangle by rows: row i has its
/// columns at column[begin[i]] … column[begin[i + 1] − 1]. Returns position → row.
std::vector<Index> minimum_degree_order(const std::vector<Index>& begin,
                                        const std::vector<Index>& column);

}  // namespace zwang::linalg
