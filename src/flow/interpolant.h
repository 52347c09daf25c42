// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace zwang::motion {

/// States within a step, both ends included: y of StateLayout, on the constraints.
struct Interpolant {
  void* self = nullptr;
  void (*state)(void* self, double t, double* y) noexcept = nullptr;
};

}  // namespace zwang::motion
