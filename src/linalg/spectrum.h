// SPDX-License-Identifier: Apache-2.0
#pragma once
// Questions about a square matrix that are asked a few times per run: they allocate.

#include <complex>
#include <span>
#include <vector>

#include "base/index.h"

namespace zwang::linalg {

/// All eigenvalues of A (n × n, column-major); empty where the iteration did not converge.
std::vector<std::complex<double>> eigenvalues(Index n, std::span<const double> A);

/// Of all x that minimise |A x − b| the shortest. Pivots at most `tolerance` times the first count
/// as zero.
std::vector<double> shortest_solution(Index n, std::span<const double> A, std::span<const double> b,
                                      double tolerance);

/// The pseudo-inverse of A, column-major, and the rank it was taken with: pivots as in shortest_solution.
struct PseudoInverse {
  std::vector<double> entries;
  Index rank = 0;
};
PseudoInverse pseudo_inverse(Index n, std::span<const double> A, double tolerance);

}  // namespace zwang::linalg
