// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random trees of solids with rows and forces on what formulas see of them.

#include <vector>

#include "support/random.h"
#include "support/written_system.h"

namespace zwang::test {

/// A joint frame turned and displaced at random, a solid that can exist.
bodies::SolidNumbers arbitrary_solid(Random& random);

struct RandomSolids {
  equations::Equations equations;
  std::vector<double> q, v;  // not on the rows, quaternions off the sphere by a little
};

struct RandomChoice {
  Index most_bodies = 5, scalars = 0, rows = 3;
  bool quaternions = true, forces = true, tangent = false;
};

RandomSolids random_solids(Random& random, const RandomChoice& choice);

}  // namespace zwang::test
