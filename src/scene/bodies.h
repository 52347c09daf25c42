// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bodies as pictures: the ellipsoid of equal mass and inertia, and rods to what hangs on them.

#include "scene/columns.h"
#include "scene/scene.h"

namespace zwang::scene {

/// A point of a body, in its frame.
struct BodyPoint {
  std::size_t body = 0;
  Triple at{};
  std::string name = {};  // a point of the model that nothing is joined to; "": another
};

/// The body and the point that a name means ("crank.tip", "crank"), given where it is in the world at
/// the state of the last fill(); nothing if it names no body.
std::optional<BodyPoint> find_body_point(const Model& model, const Numbers& numbers,
                                         const std::string& name, const Triple& world);

/// Adds all bodies, with rods to the points.
void add_bodies(const Model& model, const Numbers& numbers, const Columns& columns,
                const std::vector<BodyPoint>& points, Scene& scene);

/// In place of the ellipsoid of a body that rolls: a ball, or a disk about an axis of the body. `rim`:
/// its inertia about that axis over m r².
void make_wheel(const BodyPoint& middle, double radius, const std::optional<Triple>& axis,
                double rim, Scene& scene);

}  // namespace zwang::scene
