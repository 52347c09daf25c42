// SPDX-License-Identifier: Apache-2.0
#pragma once
// What shapes weigh.

#include <optional>

#include "import/mjcf/scene.h"

namespace zwang::import {

struct MjcfGeom {
  Pose pose;  // in the frame around it
  Solid solid;
  std::optional<double> radius;  // of a sphere
  std::string unknown;           // why nobody can tell what it weighs; empty: somebody can
};

/// What a mesh weighs is looked up in its file; whoever needs what cannot be known must be told.
MjcfGeom read_geom(const MjcfScene& scene, const Element& geom);

}  // namespace zwang::import
