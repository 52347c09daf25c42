// SPDX-License-Identifier: Apache-2.0
#pragma once
// <actuator>: forces whose strengths are parameters of the model.

#include "import/mjcf/scene.h"

namespace zwang::import {

void read_actuators(MjcfScene& scene, const Node& mujoco);

}  // namespace zwang::import
