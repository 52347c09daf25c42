// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints as pictures: a rod between two particles, a rod to a centre, the curve or surface that a
// particle is bound to. Told from the numbers of their rows alone, whatever the formulas.

#include <map>
#include <vector>

#include "scene/movers.h"
#include "scene/moving.h"
#include "scene/scene.h"

namespace zwang {

/// Centres that move, by the row they belong to.
using MovingPlaces = std::map<Index, ScenePlace>;

/// Adds them to the scene, whose points begin with the movers.
void add_guides(const Model& model, const std::vector<Mover>& movers, const Course& course,
                const MovingPlaces& centres, Scene& scene);

}  // namespace zwang
