// SPDX-License-Identifier: Apache-2.0
#pragma once
// <keyframe>: states, one of which may be the start.

#include "import/mjcf/scene.h"

namespace zwang::import {

void read_keys(MjcfScene& scene, const Node& mujoco);

}  // namespace zwang::import
