// SPDX-License-Identifier: Apache-2.0
#pragma once
// Angular velocities that events set: of a ball or free joint three numbers that formulas call
// joint_omega stand for the four rates of its quaternion.

#include <optional>
#include <string_view>

#include "scope/scope.h"

namespace zwang::compile {

/// A component of an angular velocity.
struct Turning {
  Index body = 0;
  std::size_t component = 0;
};

/// What "top.joint_omega.x" names, where top has a quaternion.
std::optional<Turning> find_turning(const Scope& scope, std::string_view name);

/// The rates of a quaternion e whose length stays: ė = ½ (0, ω) e, ω in the axes of the joint frame.
Vector4 quaternion_rates(formula::Graph& g, const Vector4& e, const Vector3& omega);

}  // namespace zwang::compile
