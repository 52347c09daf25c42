// SPDX-License-Identifier: Apache-2.0
#pragma once
// Dragging. Paused, the pointer is one more constraint: of all poses on the constraints in which the place is under
// the pointer, or as near to it as they let it, the nearest in the metric of M. Gauss's principle finds it.
// Running, the pointer pulls by a spring and a damper.

#include <array>
#include <string>

#include "scene/grip.h"
#include "zwang/run.h"

namespace zwang::studio {

/// What a reader holds, and where to.
struct Hold {
  std::string on;              // a body or a particle
  std::array<double, 3> at{};  // in the frame of the body
  std::array<double, 3> to{};  // where the pointer is
  std::array<double, 3>
      sight{};      // along which the reader looks: nothing is asked that way. Zero: a plane
  double rate = 0;  // of the spring, in radians per unit of time
};

struct Posed {
  State state;       // at rest, on the constraints
  bool on = true;    // false: there is no such state; `state` is where it began
  double apart = 0;  // of the pointer, across the sight
};

Posed pose(const Model& model, State from, const Hold& hold);

struct Spring {
  double stiffness = 0, damping = 0;
  double mass = 0;  // what is felt at the place
};

/// With the mass that is felt at the place, as the constraints let it move: stiffness mω², damping 1.4 mω.
Spring spring_of(const Model& model, const State& state, const Hold& hold);

/// The pull, as RunOptions::forces takes it.
ForceLaw pull(const Model& model, const Hold& hold, const Spring& spring);

}  // namespace zwang::studio
