// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a polygon encloses, as triangles.

#include <array>
#include <cstddef>
#include <vector>

namespace zwang::scene {

struct Triangulation {
  std::vector<std::size_t> corners;  // three numbers each, around as the outline goes
  bool clockwise = false;            // the outline
};

/// Of an outline that does not cross itself: as many triangles as it has corners, less two.
Triangulation triangulated(const std::vector<std::array<double, 2>>& outline);

}  // namespace zwang::scene
