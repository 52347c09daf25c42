// SPDX-License-Identifier: Apache-2.0
#pragma once
// All kinds of joints, and the one switch between them. What they share: where their frame is, what
// they make of it, and the signatures that each kind fills. Letters: E the joint frame's axes in the
// world, S the columns of the joint (the body moves against its parent by S v), w the parent's angular
// velocity, r the way from the parent's origin to the body's.
//
// A kind is a struct with
//   place(seat, numbers, q, pose, S)  the body's pose and S, from the coordinates;
//   move(w, r, S, v)                  the motion against the parent, and the bias c in
//                                     a = outward(a_parent, r) + S v̇ + c.
// With u and ṙ the relative angular velocity and the body's origin's motion in the joint frame,
//   c = (w × u + what turns S itself,  w × (w × r) + 2 w × ṙ).

#include "bodies/joint/joint.h"
#include "bodies/space/quaternion.h"
#include "bodies/space/solid.h"
#include "bodies/space/spatial.h"
#include "bodies/space/turn.h"

namespace zwang::bodies {

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
  return {cross(w, u), cross(w, cross(w, r) + (d + d))};  // [TREES 5]
}

/// A fixed joint: R = E, no columns.
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

/// A hinge: R = E turned by q about a, S = (a, 0).
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

/// A slider: R = E, the origin moves by q along a, S = (0, a).
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

/// A cylinder: turns by q₁ about a and moves by q₂ along it, S = (a, 0), (0, a).
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

/// A screw: turns by q about a and moves by k q along it, k = pitch/2π, S = (a, k a).
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

/// A universal joint: turns by q₁ about a, then by q₂ about b, which the first turn carries along:
/// S = (a, 0), (b', 0) with b' = b turned by q₁, so that S itself turns: v₁ v₂ a × b'.
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
    return {{u1 + u2, zero3<T>()},
            {cross(w, u1 + u2) + cross(u1, u2), cross(w, cross(w, r))}};  // [TREES 5]
  }
};

/// A ball joint: R = E R(e) with the quaternion e = q, and v = ω in the axes of the body, so that
/// S = (R, 0). S turns with the body, but R v' is all of the change of R v in the joint frame:
/// ω × ω = 0.
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

/// A planar joint: moves by q₁, q₂ along x and y of the joint frame and turns by q₃ about its z,
/// S = (0, x), (0, y), (z, 0).
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

/// A free body: its origin at q₁ q₂ q₃ in the joint frame, R = E R(e) with the quaternion e behind
/// them; v = rates of the three, then ω in the axes of the body: S = (0, E), (R, 0).
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

/// Calls f with the struct of that kind; f is a template, compiled for each.
template <class F>
ZWANG_INLINE void with_joint(Joint joint, F&& f) {
  switch (joint) {
    case Joint::hinge:
      return f(HingeJoint{});
    case Joint::fixed:
      return f(FixedJoint{});
    case Joint::slider:
      return f(SliderJoint{});
    case Joint::cylinder:
      return f(CylinderJoint{});
    case Joint::screw:
      return f(ScrewJoint{});
    case Joint::universal:
      return f(UniversalJoint{});
    case Joint::ball:
      return f(BallJoint{});
    case Joint::planar:
      return f(PlanarJoint{});
    case Joint::free:
      return f(FreeJoint{});
  }
}

}  // namespace zwang::bodies
