// SPDX-License-Identifier: Apache-2.0
#pragma once
// Meshes of an MJCF file: where they are, and what they weigh.

#include "import/mesh.h"
#include "import/mjcf/scene.h"

namespace zwang::import {

/// Looks for their files; those that are not there are named.
void read_meshes(MjcfScene& scene, const Node& mujoco);

/// The mesh of this name in its own frame; nothing, and why, where it cannot be had.
std::optional<Mesh> find_mesh(const MjcfScene& scene, std::string_view name, std::string& why);

/// Of density 1, in the mesh's own frame, `shell`: whatever the mesh says. Nothing, and why, where
/// nobody can tell.
std::optional<Solid> weigh_mesh(const MjcfScene& scene, std::string_view mesh, bool shell,
                                std::string& why);

}  // namespace zwang::import
