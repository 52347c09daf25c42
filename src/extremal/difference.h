// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far two curves are apart of which one has the other's intervals halved.

#include <vector>

#include "extremal/curve.h"
#include "extremal/scales.h"

namespace zwang::extremal {

/// In scales.
struct Difference {
  double largest = 0;          // of z anywhere, and of p
  std::vector<double> within;  // of z, in each interval of the coarse mesh; raised in proportion
                               // where p differs by more, whose error comes from all of them
};

/// z is compared at the points of the coarse mesh, at its Gauss points (where the error of v is
/// largest) and between those.
Difference difference(const Curve& coarse, const Curve& fine, const Scales& scales);

}  // namespace zwang::extremal
