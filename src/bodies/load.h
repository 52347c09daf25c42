// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bodies/space/spatial.h"

namespace zwang::bodies {

/// What acts on a tree beside its own rates.
struct Load {
  const double* tau = nullptr;              // nv forces along the rates, or null
  const Force<double>* wrenches = nullptr;  // of each body, at its origin, world axes, or null
  Vec3<double> gravity = zero3<double>();   // Solids::gravity where it acts
};

}  // namespace zwang::bodies
