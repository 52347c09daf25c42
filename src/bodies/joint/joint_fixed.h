// SPDX-License-Identifier: Apache-2.0
#pragma once
// A fixed joint: R = E, no columns.

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct FixedJoint {
  static constexpr Index rates = 0;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>&, const T*,
                                 Pose<T>& pose, Motion<T>*) noexcept {
    pose = {seat.E, seat.r};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>*,
                                       const T*) noexcept {
    return {zero_motion<T>(), {zero3<T>(), cross(w, cross(w, r))}};
  }
};

}  // namespace zwang::bodies
