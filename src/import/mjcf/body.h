// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tree of bodies of an MJCF file.

#include "import/mjcf/scene.h"

namespace zwang::import {

/// Reads all <worldbody> elements.
void read_bodies(MjcfScene& scene, const Node& mujoco);

}  // namespace zwang::import
