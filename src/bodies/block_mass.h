// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mass matrix of bodies that carry each other and nobody else: a block of H.

#include "bodies/kinematics.h"
#include "bodies/space/inertia.h"

namespace zwang::bodies {

/// H of the bodies from `first` to before `last`; its row 0 is their first rate. `carried`: by body of the tree, with
/// all that hangs on it.
void fill_block(const Tree& tree, const Kinematics& kinematics, const Inertia<double>* carried,
                Index first, Index last, double* H, Index stride) noexcept;

}  // namespace zwang::bodies
