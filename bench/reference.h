// SPDX-License-Identifier: Apache-2.0
#pragma once
// The answer in extended precision that every contestant is held to before it is timed.

#include <span>
#include <vector>

#include "system.h"

namespace bench {

/// The best known answer of one system.
struct Answer {
  std::vector<double> acceleration;      // ẍ
  std::vector<double> constraint_force;  // Qc = M (ẍ − a)
};

/// Plain loops in long double, no library: Cholesky of M, pivoted Gram–Schmidt with
/// reorthogonalisation on the rows of D = A L⁻ᵀ, stopped at the rank the system was built with.
Answer reference(const System& system);

/// Every answer of a pool.
std::vector<Answer> references(const Pool& pool);

/// ‖x − y‖ / ‖y‖; infinite where x is not finite.
double relative_difference(std::span<const double> x, std::span<const double> y);

}  // namespace bench
