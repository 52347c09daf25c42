// SPDX-License-Identifier: Apache-2.0
#pragma once
// Meshes are not read: their files are only looked for, and those that are not there are named.

#include "import/mjcf/scene.h"

namespace zwang::import {

void read_meshes(MjcfScene& scene, const Node& mujoco);

/// Why the mass of a mesh is unknown.
std::string unread_mesh(const MjcfScene& scene, std::string_view mesh);

}  // namespace zwang::import
