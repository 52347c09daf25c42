// SPDX-License-Identifier: Apache-2.0
#pragma once
// Meshes: where the error is large, intervals become short.

#include <vector>

#include "base/index.h"

namespace zwang::bvp {

struct Refinement {
  double target = 0;   // the error that every interval should have
  Index order = 0;     // errors fall with this power of the length
  double longest = 5;  // an interval's new length over its old one, at the most
  Index fewest = 0, most = 0;
};

/// The mesh on which all intervals have the same error, as far as neighbours do not differ by more
/// than a factor of about 4. If the target would need more than `most` intervals, so many in the same
/// proportions.
std::vector<double> equidistribute(const std::vector<double>& mesh,
                                   const std::vector<double>& errors, const Refinement& aim);

/// So many intervals of equal length.
std::vector<double> even_mesh(Index intervals);

/// Every interval halved.
std::vector<double> halve(const std::vector<double>& mesh);

}  // namespace zwang::bvp
