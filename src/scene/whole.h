// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contours in the smallest box that does not cut them; where every box does, in one that is larger
// than what moves by half its size.

#include "scene/contour.h"

namespace zwang {

/// `whole`: where all that moves is; `size`: of it.
std::vector<SceneCurve> whole_curves(const Field& field, const Box& whole, double size, int cells);
SceneSurface whole_surface(const Field& field, const Box& whole, double size, int cells);

}  // namespace zwang
