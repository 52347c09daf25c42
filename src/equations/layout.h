// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where every number of an instant stands.

#include "base/index.h"

namespace zwang::equations {

/// Where each array begins in the one array of numbers that a workspace holds.
struct Layout {
  Index M = 0;         // blocks of the mass matrix, row-major, one after the other
  Index Q = 0;         // n
  Index A = 0;         // the entries of its pattern
  Index b = 0;         // m
  Index residual = 0;  // m  φ, f or g
  Index rate = 0;      // m  φ̇ of the position level, f of the velocity level
  Index energy = 0;    // 1
  Index power = 0;     // 1  of what the energy does not contain, constraints excepted
  Index observables = 0;
  Index G = 0, H = 0;     // the entries of their patterns
  Index C = 0;            // n  of the non-ideal forces
  Index C_slope = 0;      // the entries of its pattern: ∂C/∂reaction
  Index limits = 0;       // two for each sliding contact: of sliding, of sticking
  Index sliding = 0;      // sliding velocities, contact after contact, as many as it has rows
  Index B = 0;            // the entries of its pattern: ∂Q/∂control
  Index events = 0;       // one for each event: what is watched
  Index sets = 0;         // one for each target of the events' sets
  Index A1 = 0, b1 = 0;   // the entries of its pattern, and m: the rows, differentiated once more
  Index force_slope = 0;  // n for each parameter of Sensitivity: ∂(Q − M ẍ + Aᵀλ)
  Index row_slope = 0;    // m for each: ∂(b − A ẍ)
  Index residual_slope = 0, rate_slope = 0;  // m for each
  Index size = 0;
};

}  // namespace zwang::equations
