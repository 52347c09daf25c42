// SPDX-License-Identifier: Apache-2.0
#pragma once
// What residuals are divided by to become distances.

#include <vector>

#include "equations/evaluate.h"

namespace zwang::diagnosis {

/// The largest coefficient of each row. A row that vanished, as one across a plane mechanism, has the unit of
/// its constraint's other rows, else of all: what it misses by is rounding of them, in any unit of length. But 1 at
/// least: it may be one of directions, beside others of small lengths.
struct RowUnits {
  std::vector<double> of;
  std::vector<unsigned char> vanished;
};

RowUnits row_units(const equations::Equations& equations, const double* A);

}  // namespace zwang::diagnosis
