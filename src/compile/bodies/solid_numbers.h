// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of a solid and of its joint, as formulas of parameters.

#include "compile/scope.h"

namespace zwang::compile {

/// Reads all of them into a solid whose body, joint and coordinates are known; complains of what no
/// body can have.
void read_solid_numbers(Scope& scope, Solid& solid);

/// A number of parameters that is finite; zero and a complaint if it is not.
formula::Node read_number(Scope& scope, const Expression& expression);
Matrix3 read_rotation(Scope& scope, const Rotation& rotation);
/// Three numbers of parameters; (x, y, z) if none are given.
Vector3 read_vector3(Scope& scope, const Components& numbers, double x, double y, double z);
/// The same, of length one; complains where it has none.
Vector3 read_direction(Scope& scope, const Components& numbers, double x, double y, double z);

}  // namespace zwang::compile
