// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints as pictures: a rod between two particles, a rod to a centre, the curve or surface that a
// particle is bound to. Told from the numbers of their rows alone, whatever the formulas.

#include <map>
#include <vector>

#include "scene/contour.h"
#include "scene/movers.h"
#include "scene/scene.h"

namespace zwang::scene {

// Curves and surfaces that change with time, as pictures at some times between which a page goes
// straight from one to the next.
using TimeField = std::function<double(const Triple&, double t)>;

/// When and where to look.
struct Course {
  double from = 0, until = 0;
  std::size_t samples = 0;  // more keys than these show nothing
  Box whole;                // where all that moves is
  double size = 1;          // of it
};

/// The longest piece of the contour at each time; no keys where there is none.
Curve moving_curve(const TimeField& field, const Course& course);
Surface moving_surface(const TimeField& field, const Course& course);

/// Centres that move, by the row they belong to.
using MovingPlaces = std::map<Index, Place>;

/// Adds them to the scene, whose points begin with the movers.
void add_guides(const Model& model, const std::vector<Mover>& movers, const Course& course,
                const MovingPlaces& centres, Scene& scene);

}  // namespace zwang::scene
