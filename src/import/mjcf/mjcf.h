// SPDX-License-Identifier: Apache-2.0
#pragma once
// MuJoCo's format: bodies in bodies, with any number of joints between a body and the one around it,
// and inertias from shapes.

#include "import/context.h"

namespace zwang::import {

/// `mujoco` is the root element, with included files in their places.
void read_mjcf(Context& context, const Node& mujoco);

}  // namespace zwang::import
