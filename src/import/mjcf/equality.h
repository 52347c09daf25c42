// SPDX-License-Identifier: Apache-2.0
#pragma once
// <equality>: what closes loops, and couples joints.

#include "import/mjcf/scene.h"

namespace zwang::import {

void read_equalities(MjcfScene& scene, const Node& mujoco);

}  // namespace zwang::import
