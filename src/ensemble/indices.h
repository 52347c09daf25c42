// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much of a number's variance is due to each of the numbers that it depends on: the indices of I. M. Sobol'
// (1993), from runs in groups (ensemble/plan.h, Scheme::saltelli).

#include <cstddef>
#include <span>
#include <vector>

namespace zwang::ensemble {

struct SobolIndex {
  double first = 0;  // the share of the variance that this number causes alone
  double total = 0;  // and together with all others
  double first_error = 0,
         total_error = 0;  // standard errors, of independent points; Sobol' points do better
};

/// `numbers` of all runs, `count` numbers vary. Groups with a number that is not finite are left out; with fewer
/// than two groups left, or no variance, all are NaN.
std::vector<SobolIndex> sobol_indices(std::span<const double> numbers, std::size_t count);

}  // namespace zwang::ensemble
