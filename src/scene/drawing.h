// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a page draws and no coordinate is: the points of [draw], ends of lines and springs, points
// of bodies and of the ground, and forces that are applied. Each is a vector formula; a lowering of the
// model with them as its observables gives their numbers.

#include <cstddef>
#include <string>
#include <vector>

#include "zwang/description.h"

namespace zwang {

/// One of them, or a family.
struct DrawnVector {
  enum class What {
    point,
    line_end,
    spring_end,
    body_point,
    ground_point,
    closure_end,
    wheel,
    gravity,
    push_at,  // where an applied force acts,
    push,     // and what it is
    centre,   // of a circle or a sphere, that moves
    ball      // the radius of a particle
  };
  What what = What::point;
  std::size_t of = 0;  // which line, spring (among the forces), body, closure (of the constraints),
                       // applied force (scene_forces.h), row
  std::size_t part = 0;  // which point of it; of a wheel 0: its middle, 1: its radius, 2: its axis
  std::string name;      // for people: "crank.tip"; of a line's end, what the user wrote
};

/// More bodies than these are left out of a picture, and of more their points.
inline constexpr std::size_t most_drawn_bodies = 2000;

/// All of them and what they are computed from; a vector that is given by its components has as many
/// formulas.
struct DrawnFormulas {
  std::vector<DrawnVector> vectors;
  std::vector<Observable> formulas;
  std::vector<std::size_t> vector_of;  // by formula
};

/// Applied forces, if they are wanted, come last.
DrawnFormulas drawn_formulas(const Description& description, bool forces);

/// Whether all that moves, moves in a plane because two numbers say where it is.
bool is_planar(const Description& description);

}  // namespace zwang
