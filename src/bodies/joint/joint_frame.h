// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all joints share: where their frame is, what they make of it, and the signatures that each
// kind in joints.h fills. Letters: E the joint frame's axes in the world, S the columns of the joint
// (the body moves against its parent by S v), w the parent's angular velocity, r the way from the
// parent's origin to the body's.
//
// A kind is a struct with
//   place(seat, numbers, q, pose, S)  the body's pose and S, from the coordinates;
//   move(w, r, S, v)                  the motion against the parent, and the bias c in
//                                     a = outward(a_parent, r) + S v̇ + c.
// With u and ṙ the relative angular velocity and the body's origin's motion in the joint frame,
//   c = (w × u + what turns S itself,  w × (w × r) + 2 w × ṙ).

#include "bodies/space/solid.h"
#include "bodies/space/spatial.h"
#include "bodies/space/turn.h"

namespace zwang::bodies {

/// The joint frame, fixed in the parent: its axes, and the way to it from the parent's origin.
template <class T>
struct Seat {
  Mat3<T> E;
  Vec3<T> r;
};

/// The body: its axes, and the way to its origin from the parent's.
template <class T>
struct Pose {
  Mat3<T> R;
  Vec3<T> r;
};

template <class T>
struct Relative {
  Motion<T> v, c;
};

/// Unit vectors in the joint frame; way per radian of a screw.
template <class T>
struct JointNumbers {
  Vec3<T> axis, axis2;
  T way;
};

inline constexpr double two_pi = 6.283185307179586476925287;

template <class T>
ZWANG_INLINE JointNumbers<T> joint_numbers(const SolidNumbers& solid) noexcept {
  return {vec3<T>(solid.axis), vec3<T>(solid.axis2), T(solid.pitch / two_pi)};
}

template <class T>
ZWANG_INLINE Seat<T> seat_of(const SolidNumbers& solid, const Mat3<T>& parent) noexcept {
  return {parent * mat3<T>(solid.rotation), parent * vec3<T>(solid.at)};
}

/// The bias of a body that turns by u and whose origin moves by d in the joint frame.
template <class T>
ZWANG_INLINE Motion<T> bias(const Vec3<T>& w, const Vec3<T>& r, const Vec3<T>& u,
                            const Vec3<T>& d) noexcept {
  return {cross(w, u), cross(w, cross(w, r) + (d + d))};
}

}  // namespace zwang::bodies
