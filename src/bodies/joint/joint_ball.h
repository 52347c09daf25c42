// SPDX-License-Identifier: Apache-2.0
#pragma once
// A ball joint: R = E R(e) with the quaternion e = q, and v = ω in the axes of the body, so that
// S = (R, 0). S turns with the body, but R v' is all of the change of R v in the joint frame:
// ω × ω = 0.

#include "bodies/joint/joint_frame.h"
#include "bodies/space/quaternion.h"

namespace zwang::bodies {

struct BallJoint {
  static constexpr Index rates = 3;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>&, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    pose = {seat.E * rotation(quaternion(q)), seat.r};
    S[0] = {pose.R.x, zero3<T>()};
    S[1] = {pose.R.y, zero3<T>()};
    S[2] = {pose.R.z, zero3<T>()};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> u = v[0] * S[0].angular + v[1] * S[1].angular + v[2] * S[2].angular;
    return {{u, zero3<T>()}, {cross(w, u), cross(w, cross(w, r))}};
  }
};

}  // namespace zwang::bodies
