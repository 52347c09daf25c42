// SPDX-License-Identifier: Apache-2.0
#pragma once
// J = U Σ Vᵀ of a tall matrix with few columns: our QR, then Jacobi's rotations from one side, which find small
// singular values to the digits that the columns have.

#include <vector>

#include "base/index.h"

namespace zwang::estimate {

struct Singular {
  std::vector<double> values;   // n, largest first
  std::vector<double> vectors;  // V, n × n, column-major
};

/// J: m × n, column-major; m may be less than n.
Singular singular_values(Index m, Index n, const std::vector<double>& J);

}  // namespace zwang::estimate
