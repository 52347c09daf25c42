// SPDX-License-Identifier: Apache-2.0
#pragma once
// The Moore–Penrose inverse itself.

#include <cstddef>
#include <span>
#include <vector>

namespace zwang {

struct PseudoInverse {
  std::vector<double> matrix;  // columns×rows, row-major: A⁺
  std::size_t rank = 0;
};

/// A⁺ of a rows×columns row-major matrix. Rank is decided with rows equilibrated: by the rank rule,
/// or by `tolerance`, relative to the largest pivot, where that is positive. Throws InputError for a
/// wrong size or numbers that are not finite. A row vector gives vᵀ/(v vᵀ) [XUMK94 70, erratum 6].
PseudoInverse pseudo_inverse(std::span<const double> A, std::size_t rows, std::size_t columns,
                             double tolerance = 0);

}  // namespace zwang
