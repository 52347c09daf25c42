// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces that no formula of the model says: a controller's, another program's.

#include <vector>

namespace zwang::equations {

/// What acts besides. The numbers hold until they are changed; where there is a law, it is asked for them
/// at every evaluation of the dynamics, and must not depend on what was asked before.
struct OuterForce {
  std::vector<double> along;      // n: along the coordinates
  std::vector<double> on_bodies;  // 6 of each body: the force at its center of mass, the torque;
                                  // axes of the world; empty: none
  void* self = nullptr;
  void (*law)(void* self, double t, const double* q, const double* v,
              OuterForce& out) noexcept = nullptr;
};

}  // namespace zwang::equations
