// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bases of a tangent space, and the coordinates that can stand for it.

#include <functional>
#include <vector>

#include "base/index.h"
#include "linear/matrix.h"

namespace zwang::linear {

/// A basis of the range of a projection of n vectors onto `freedom` dimensions, orthonormal by M; where M is
/// not definite there, orthonormal, and `metric` becomes false.
Matrix tangent_basis(const std::function<Matrix(const Matrix&)>& project, const Matrix& M,
                     Index freedom, bool& metric);

/// As many rows of Z as it has columns, such that these alone are a well-conditioned matrix, whatever the
/// units of its rows. Of rows that serve about as well, the first in the order of `preferred`.
std::vector<Index> choose_rows(const Matrix& Z, const std::vector<Index>& preferred);

/// Those rows.
Matrix rows_of(const Matrix& X, const std::vector<Index>& rows);

}  // namespace zwang::linear
