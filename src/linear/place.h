// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a state is for the motion: rest, a steady motion, or a state on the way.

#include "flow/project.h"
#include "linear/reduction.h"
#include "linear/spectrum.h"

namespace zwang::linear {

enum class Place : unsigned char {
  rest,
  steady,   // what moves has no influence, and moves uniformly
  passing,  // the equations change along the motion, or with the time
};

/// A state with its spectrum. Steady: what moves belongs to the eigenvalue zero, and a while later the
/// spectrum is the same, which tells a steady motion from a pose in which some stiffness just vanishes.
Place place_of(Surroundings& surroundings, motion::Projector& projector, const TangentSpace& space,
               const Reduction& reduction, const Spectrum& spectrum);

/// From a state of rest that is one to nine digits to one to rounding: Newton's method on the constraints.
void polish_rest(Surroundings& surroundings, motion::Projector& projector, double t, Vector& q);

}  // namespace zwang::linear
