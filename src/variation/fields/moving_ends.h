// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ends that move: how fields leave the start, and the second variation on fields with one break.

#include "variation/fields/jacobi_plan.h"
#include "variation/fields/lagrangian_plane.h"

namespace zwang::variation {

// How fields leave the start, where ends may move. If no condition joins both ends, those that
// satisfy the conditions of the start are a Lagrangian plane, and where they vanish is a focal point.
// If one does, fields leave a start that is fixed, and those that move it are kept beside them.

/// Fills plan.start, adds to plan.others; the plane is at the start. `focal` as in JacobiResult.
/// False: no numbers, or conditions that depend on each other.
bool leave_start(LagrangianPlane& plane, JacobiPlan& plan, bool& focal);

/// Fields with one break, at o: on both sides of it they are fields, and their momenta jump. Where no
/// field vanishes twice behind o, these are all that Morse's theorem needs of variations with ends
/// that move: the second variation has as many negative directions as fields from the start vanish
/// up to o, and as it has on these.
struct BrokenFields {
  Index count = 0, N = 0;
  std::vector<double> ends;     // count × (2·size + parameters): δz(0), δz(1), δp
  std::vector<double> W, jump;  // count × N: at o, W and by how much P jumps
  std::vector<double> late;  // count × n: δF_v(0) by that part of δμ which came with the break
  std::vector<double> gram;  // count²: a measure of size
};

/// Of the second variation on combinations of them that the ends allow. Zero counts what is smaller
/// than 1e-6 of a free particle's. Not known where the form is not symmetric: they are no fields.
Inertia inertia_of(const BrokenFields& fields, const JacobiPlan& plan, int sign);

}  // namespace zwang::variation
