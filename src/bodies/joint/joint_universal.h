// SPDX-License-Identifier: Apache-2.0
#pragma once
// A universal joint: turns by q₁ about a, then by q₂ about b, which the first turn carries along:
// S = (a, 0), (b', 0) with b' = b turned by q₁, so that S itself turns: v₁ v₂ a × b'.

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct UniversalJoint {
  static constexpr Index rates = 2;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>& numbers, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Mat3<T> cross_piece = turned_about(seat.E, numbers.axis, turn(q[0]));
    pose = {turned_about(cross_piece, numbers.axis2, turn(q[1])), seat.r};
    S[0] = {seat.E * numbers.axis, zero3<T>()};
    S[1] = {cross_piece * numbers.axis2, zero3<T>()};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> u1 = v[0] * S[0].angular, u2 = v[1] * S[1].angular;
    return {{u1 + u2, zero3<T>()}, {cross(w, u1 + u2) + cross(u1, u2), cross(w, cross(w, r))}};
  }
};

}  // namespace zwang::bodies
