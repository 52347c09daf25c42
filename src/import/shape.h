// SPDX-License-Identifier: Apache-2.0
#pragma once
// Volumes and inertias of the shapes that robots are made of, full and of one density; in their own
// frames, with the centre at the origin and the long axis along z.

#include "import/geometry.h"

namespace zwang::import {

enum class Shape { sphere, capsule, cylinder, box, ellipsoid };

/// Radius, or half-lengths along x, y, z; a capsule and a cylinder have radius and half-length.
struct Sizes {
  double a = 0, b = 0, c = 0;
};

double volume(Shape shape, const Sizes& sizes) noexcept;

/// About the center, for this mass.
Mat inertia(Shape shape, const Sizes& sizes, double mass) noexcept;

}  // namespace zwang::import
