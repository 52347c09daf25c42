// SPDX-License-Identifier: Apache-2.0
#pragma once
// States for the race, random with a fixed seed. What is held still has no velocity in them, so that
// everybody's way to write a constraint asks for the same accelerations.

#include <array>
#include <vector>

#include "body_system.h"

namespace bench {

/// Of a free body first, then of the hinges in their order.
struct BodyState {
  std::array<double, 4> turn{1, 0, 0, 0};  // of the free body: a unit quaternion, the scalar first
  std::vector<double> angles;              // of the hinges only
  /// Of the free body the velocity of its origin, then its angular velocity, both in the axes of
  /// the world; accelerations are given in the same way.
  std::vector<double> rates;
  std::vector<double> torques;  // none on the free body
};

enum class Motion { moving, still };

/// 16; of systems with more than 1000 bodies 8.
std::vector<BodyState> body_states(const BodySystem& system, Motion motion = Motion::moving);

using Matrix3 = std::array<Vector3, 3>;  // by rows
Matrix3 matrix_of(const std::array<double, 4>& turn);
Vector3 turned(const Matrix3& R, const double* x);
Vector3 turned_back(const Matrix3& R, const double* x);

}  // namespace bench
