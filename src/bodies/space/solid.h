// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a solid and of its joint; of a tree, an array of them behind the gravity.

#include <vector>

#include "base/index.h"

namespace zwang::bodies {

/// Each number has its place in a flat array, which programs fill when parameters change.
struct SolidNumbers {
  double rotation[9];  // of the joint frame in the parent's body frame, row-major
  double at[3];        // its origin there
  double axis[3];      // unit vectors in the joint frame
  double axis2[3];
  double pitch;  // of a screw: way per turn
  double mass;
  double center[3];   // in the body frame
  double inertia[6];  // about the center, body axes: xx yy zz xy xz yz
};
inline constexpr Index solid_numbers = 29;
static_assert(sizeof(SolidNumbers) == solid_numbers * sizeof(double));

inline constexpr Index gravity_numbers = 3;

struct Solids {
  double gravity[3] = {0, 0, 0};
  std::vector<SolidNumbers> of;  // as many as the tree has bodies
};

/// From the flat array: gravity, then each solid.
void read(const double* numbers, Solids& solids) noexcept;

}  // namespace zwang::bodies
