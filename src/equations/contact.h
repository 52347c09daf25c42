// SPDX-License-Identifier: Apache-2.0
#pragma once
// What non-ideal forces read and where they act: reactions, and contacts that slide or stick.

#include <cstdint>
#include <vector>

#include "base/index.h"

namespace zwang::equations {

/// Whose value a reaction has where programs read it.
enum class Reading : std::uint8_t {
  ideal,    // of the constraints as if they were ideal: the explicit laws
  actual,   // of the constraints as they are, found together with C: the implicit laws
  watched,  // the same, but C does not read it: events and observables do
};

/// A number that formulas read: the norm of the force that rows exert on some coordinates, the
/// multiplier of one row, or a part of what passes through a joint.
struct Reaction {
  Index first_row = 0, rows = 0;
  std::vector<Index> coordinates;  // of the object, ascending; of a multiplier none
  bool multiplier = false;         // λ of the one row, signed
  bool pressure = false;           // |λ| of the one row, whatever it touches
  Reading reading = Reading::actual;
  std::uint32_t slot = 0;  // where programs read it
  std::uint32_t law = 0;   // number of the [[nonideal]] that reads it, for messages
  Index body = -1;         // of a joint, which has no rows: what it does to this body
  std::uint8_t part =
      0;  // of that: the force along x, y, z, then the torque about the body's origin
};

/// A contact that slides or sticks. While it slides, C contains −limit·Wᵀd, W = ∂w/∂v of its sliding
/// velocity w, and d, its direction, is an input: a sign where w is one number, w/‖w‖ where it has
/// three. While it sticks, its rows w = 0 act.
struct Sliding {
  Index first_row = 0, rows = 0;               // of kind stick; w has as many components
  std::vector<std::uint32_t> direction_slots;  // one for each
  std::vector<Index> normals;                  // numbers of the reactions it reads
  Index holding = 0;                           // number of the (watched) reaction of its stick rows
  std::uint32_t law = 0;  // number of the [[nonideal]], or of the constraint; without normals: of
                          // the body whose joint rubs
  bool of_constraint = false;  // law counts constraints: a unilateral one's friction
};

}  // namespace zwang::equations
