// SPDX-License-Identifier: Apache-2.0
#pragma once
// The linear equations of neighbouring states, in two sets of variables: s of the tangent space, in
// which numbers are good, and x = L T s, some of the coordinates and rates as the frame names them:
// ẋ = (L J T + L̇ T)(L T)⁻¹ x, whether the tangent space turns along the motion or not.

#include <vector>

#include "linear/tangent_space.h"

namespace zwang::linear {

/// ẋ = A x + B u, y = C x + D u.
struct System {
  Matrix A, B, C, D;

  Index states() const { return A.rows(); }
};

struct Reduction {
  std::vector<Index> coordinates, rates;  // numbers in the frame of those that x consists of
  Matrix S;                               // x = S s
  Matrix A, B;                            // of s
  Vector drift;                           // ṡ at the state itself

  /// The same in x, with outputs y = C s + D u.
  System named(const Matrix& C, const Matrix& D) const;
};

/// Prefers the coordinates of `like`, if there are any, so that two reductions have the same variables.
Reduction reduce(const TangentSpace& space, const Reduction* like = nullptr);

}  // namespace zwang::linear
