// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a joint between bodies takes hold of: a point of a body, of the ground, or a particle.

#include <optional>

#include "assemble/bodies/pose.h"

namespace zwang::compile {

struct Anchor {
  Index body = bodies::ground;
  bool particle = false;  // no body at all
  Vector3 point;          // in the world
  Vector3 local;          // in the body; of the ground in the world
  Vector3 start;          // in the world, at the start
};

/// What a name means: "crank.tip", "crank" (its origin), "ground.pivot", "ground"; "bob" where
/// particles are wanted. Nothing and a complaint if it is none.
std::optional<Anchor> find_anchor(Scope& scope, StartPoses& poses, const Name& name,
                                  bool particles);

/// A vector fixed in the body of an anchor, in world components.
Vector3 world_vector(Scope& scope, Index body, const Vector3& local);

}  // namespace zwang::compile
