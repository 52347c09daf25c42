// SPDX-License-Identifier: Apache-2.0
#pragma once
// How meshes look in a model: as their convex hulls. What a body weighs is not theirs to say.

#include <optional>
#include <string>

#include "import/mesh.h"
#include "import/robot.h"

namespace zwang::import {

/// The hull of a mesh, placed in a body: of at most 64 of its points, those farthest in as many directions, however large
/// the mesh is, for every page carries it. Nothing where the mesh is flat, or has no size.
std::optional<zwang::Shape> look_of(const Mesh& mesh, const Pose& pose);

/// Adds a look to a body that has its mass: center and inertia are then said too, lest the hull determines them.
void add_look(Body& body, zwang::Shape look);

/// A mesh by the name that a URDF has for its file, "package://arm/meshes/link.stl": sought beside the robot's file and
/// in the folders above it. Nothing where it is not there or cannot be read.
std::optional<Mesh> find_urdf_mesh(const Files& files, std::string_view name);

}  // namespace zwang::import
