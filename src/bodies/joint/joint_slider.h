// SPDX-License-Identifier: Apache-2.0
#pragma once
// A slider: R = E, the origin moves by q along a, S = (0, a).

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct SliderJoint {
  static constexpr Index rates = 1;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>& numbers, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Vec3<T> a = seat.E * numbers.axis;
    pose = {seat.E, seat.r + q[0] * a};
    S[0] = {zero3<T>(), a};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> d = v[0] * S[0].linear;
    return {{zero3<T>(), d}, {zero3<T>(), cross(w, cross(w, r) + (d + d))}};
  }
};

}  // namespace zwang::bodies
