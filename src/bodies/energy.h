// SPDX-License-Identifier: Apache-2.0
#pragma once
// Energies of a tree.

#include "bodies/kinematics.h"

namespace zwang::bodies {

/// Σ ½ m v_c² + ½ ω·I ω.
double kinetic_energy(const Solids& solids, const Kinematics& kinematics) noexcept;

/// −Σ m g·x_c, zero at the world's origin.
double potential_energy(const Solids& solids, const Kinematics& kinematics) noexcept;

}  // namespace zwang::bodies
