// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints as pictures: a rod between two particles, a rod to a fixed centre, the curve or surface
// that a particle is bound to. Told from the numbers of their rows alone, whatever the formulas.

#include <vector>

#include "api/scene.h"
#include "api/scene_contour.h"
#include "api/scene_movers.h"

namespace zwang {

/// Adds them to the scene, whose points begin with the movers. `whole`: where all that moves is.
void add_guides(const Model& model, const std::vector<Mover>& movers, const Box& whole,
                Scene& scene);

}  // namespace zwang
