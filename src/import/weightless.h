// SPDX-License-Identifier: Apache-2.0
#pragma once
// Joints that move nothing with mass: no force and no constraint says how they would.

#include "import/robot.h"

namespace zwang::import {

/// Holds them still, where no force, no energy and no constraint with something heavy needs them; each
/// is remarked.
void hold_weightless(Robot& robot);

}  // namespace zwang::import
