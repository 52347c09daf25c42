// SPDX-License-Identifier: Apache-2.0
#pragma once
// A hinge: R = E turned by q about a, S = (a, 0).

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct HingeJoint {
  static constexpr Index rates = 1;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>& numbers, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    pose = {turned_about(seat.E, numbers.axis, turn(q[0])), seat.r};
    S[0] = {seat.E * numbers.axis, zero3<T>()};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> u = v[0] * S[0].angular;
    return {{u, zero3<T>()}, {cross(w, u), cross(w, cross(w, r))}};
  }
};

}  // namespace zwang::bodies
