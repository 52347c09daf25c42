// SPDX-License-Identifier: Apache-2.0
#pragma once
// A free body: its origin at q₁ q₂ q₃ in the joint frame, R = E R(e) with the quaternion e behind
// them; v = rates of the three, then ω in the axes of the body: S = (0, E), (R, 0).

#include "bodies/joint/joint_frame.h"
#include "bodies/space/quaternion.h"

namespace zwang::bodies {

struct FreeJoint {
  static constexpr Index rates = 6;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>&, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Mat3<T>& E = seat.E;
    pose = {E * rotation(quaternion(q + 3)), seat.r + E * Vec3<T>{q[0], q[1], q[2]}};
    S[0] = {zero3<T>(), E.x};
    S[1] = {zero3<T>(), E.y};
    S[2] = {zero3<T>(), E.z};
    S[3] = {pose.R.x, zero3<T>()};
    S[4] = {pose.R.y, zero3<T>()};
    S[5] = {pose.R.z, zero3<T>()};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> d = v[0] * S[0].linear + v[1] * S[1].linear + v[2] * S[2].linear;
    const Vec3<T> u = v[3] * S[3].angular + v[4] * S[4].angular + v[5] * S[5].angular;
    return {{u, d}, bias(w, r, u, d)};
  }
};

}  // namespace zwang::bodies
