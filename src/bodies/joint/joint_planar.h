// SPDX-License-Identifier: Apache-2.0
#pragma once
// A planar joint: moves by q₁, q₂ along x and y of the joint frame and turns by q₃ about its z,
// S = (0, x), (0, y), (z, 0).

#include "bodies/joint/joint_frame.h"

namespace zwang::bodies {

struct PlanarJoint {
  static constexpr Index rates = 3;

  template <class T>
  ZWANG_INLINE static void place(const Seat<T>& seat, const JointNumbers<T>&, const T* q,
                                 Pose<T>& pose, Motion<T>* S) noexcept {
    const Mat3<T>& E = seat.E;
    const Turn<T> by = turn(q[2]);
    pose = {{by.cosine * E.x + by.sine * E.y, by.cosine * E.y - by.sine * E.x, E.z},
            seat.r + (q[0] * E.x + q[1] * E.y)};
    S[0] = {zero3<T>(), E.x};
    S[1] = {zero3<T>(), E.y};
    S[2] = {E.z, zero3<T>()};
  }

  template <class T>
  ZWANG_INLINE static Relative<T> move(const Vec3<T>& w, const Vec3<T>& r, const Motion<T>* S,
                                       const T* v) noexcept {
    const Vec3<T> d = v[0] * S[0].linear + v[1] * S[1].linear, u = v[2] * S[2].angular;
    return {{u, d}, bias(w, r, u, d)};
  }
};

}  // namespace zwang::bodies
