// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces and torques on bodies, and what their joints do against motion.

#include "assemble/assembly.h"

namespace zwang::compile {

/// The body whose point has these coordinates, or bodies::ground if it is none.
Index body_of(Scope& scope, std::span<const formula::Node> coordinates);

/// Components along the axes of a body, as components in the world.
std::vector<formula::Node> turned(Scope& scope, Index body, const std::vector<formula::Node>& F);

/// A torque in the world, and its power.
void add_torque(Scope& scope, Assembly& assembly, Group& group, Index body,
                const std::vector<formula::Node>& torque);

/// −damping·rate along every rate of every joint.
void add_damping(Scope& scope, Assembly& assembly);

}  // namespace zwang::compile
