// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers, vectors and turns, as formulas of parameters.

#include "scope/scope.h"

namespace zwang::compile {

/// Complains where there are not so many.
bool check_count(Scope& scope, const Components& numbers, std::size_t wanted);

/// A number that is finite; zero and a complaint if it is not.
formula::Node read_number(Scope& scope, const Expression& expression);
/// Three numbers; (x, y, z) if none are given.
Vector3 read_vector3(Scope& scope, const Components& numbers, double x, double y, double z);
/// The same, of length one; complains where it has none.
Vector3 read_direction(Scope& scope, const Components& numbers, double x, double y, double z);

/// Of length one.
Vector4 read_quaternion(Scope& scope, const Components& numbers);
Matrix3 read_rotation(Scope& scope, const Rotation& rotation);
/// The same as a quaternion of length one.
Vector4 read_turn(Scope& scope, const Rotation& rotation);

}  // namespace zwang::compile
