// SPDX-License-Identifier: Apache-2.0
#pragma once
// A cylinder: turns by q₁ about a and moves by q₂ along it, S = (a, 0), (0, a).

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct CylinderJoint {
  static constexpr Index rates = 2;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>& numbers, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Vec3<T> a = seat.E * numbers.axis;
    pose = {turned_about(seat.E, numbers.axis, turn(q[0])), seat.r + q[1] * a};
    S[0] = {a, zero3<T>()};
    S[1] = {zero3<T>(), a};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> u = v[0] * S[0].angular, d = v[1] * S[1].linear;
    return {{u, d}, bias(w, r, u, d)};
  }
};

}  // namespace zwang::bodies
