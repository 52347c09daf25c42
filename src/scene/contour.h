// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a function of two or three numbers is zero, within a box: curves by squares that are marched
// through, a surface by tetrahedra. Coarse, and of bounded effort; what is not a number has no contour.

#include <functional>
#include <vector>

#include "scene/scene.h"

namespace zwang::scene {

struct Box {
  Triple low{}, high{};
};

/// Rounded: more than a picture shows.
double five_digits(double x);

using Field = std::function<double(const Triple&)>;

/// In the plane z = low.z.
std::vector<Curve> contour_curves(const Field& field, const Box& box, int cells);

Surface contour_surface(const Field& field, const Box& box, int cells);

// Contours in the smallest box that does not cut them; where every box does, in one that is larger
// than what moves by half its size.

/// `whole`: where all that moves is; `size`: of it.
std::vector<Curve> whole_curves(const Field& field, const Box& whole, double size, int cells);
/// As a box about it cuts them, whether they close or not.
std::vector<Curve> cut_curves(const Field& field, const Box& whole, double size, int cells);
Surface whole_surface(const Field& field, const Box& whole, double size, int cells);

}  // namespace zwang::scene
