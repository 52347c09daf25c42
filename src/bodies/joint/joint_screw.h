// SPDX-License-Identifier: Apache-2.0
#pragma once
// A screw: turns by q about a and moves by k q along it, k = pitch/2π, S = (a, k a).

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct ScrewJoint {
  static constexpr Index rates = 1;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>& numbers, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Vec3<T> a = seat.E * numbers.axis, way = numbers.way * a;
    pose = {turned_about(seat.E, numbers.axis, turn(q[0])), seat.r + q[0] * way};
    S[0] = {a, way};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Motion<T> s = v[0] * S[0];
    return {s, bias(w, r, s.angular, s.linear)};
  }
};

}  // namespace zwang::bodies
