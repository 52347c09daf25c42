// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small motions as people name them. Of a quaternion e they are the small rotation and the change of the
// angular velocity, both in the axes of the joint frame:
//   δθ = 2 vec(δe ē) = 2 R(e) δe,   δω = 2 R(e) δė − 2 R(ė) δe,
// of all else the coordinates and rates themselves. These axes stay where the body turns, so that the
// linear equations of a spinning symmetrical body are constant, which those of its quaternion are not.

#include "equations/equations.h"
#include "linear/matrix.h"

namespace zwang::linear {

/// x = (q δq; v δv + vq δq), and the rates of these matrices along the motion.
struct Frame {
  Matrix q, v, vq;
  Matrix q_rate, v_rate, vq_rate;

  Index size() const { return q.rows(); }
  /// From (X_q; X_v), column by column.
  Matrix rates(const Matrix& X_q, const Matrix& X_v) const { return v * X_v + vq * X_q; }
};

Frame frame_at(const equations::Equations& equations, const Vector& e, const Vector& e_rate,
               const Vector& e_acceleration);

}  // namespace zwang::linear
