// SPDX-License-Identifier: Apache-2.0
#pragma once
// Units for fields along one curve, so that the user's do not matter: coordinates in which F_vv has
// entries of size 1, and multipliers that move them by as much.

#include <vector>

#include "variation/fields/jacobi_plan.h"

namespace zwang::variation {

struct FieldScales {
  std::vector<double> x;         // n: 1/√|F_vv,ii|; powers of two
  std::vector<double> lambda;    // lambdas
  std::vector<double> integral;  // integrals: of their values
  std::vector<double> mu;        // integrals: of their multipliers
};

/// From the points of the mesh. False: the functional gave no numbers there.
bool measure(const JacobiPlan& plan, FieldScales& scales);

}  // namespace zwang::variation
