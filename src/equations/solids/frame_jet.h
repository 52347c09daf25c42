// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a formula sees of a body (Frame), from how the body moves. Templates over the scalar, so that
// derivatives come from the same lines.

#include "bodies/space/spatial.h"
#include "equations/solids/solids.h"

namespace zwang::equations {

/// A body with everything that a frame can ask of it, at its origin.
template <class T>
struct Moving {
  const bodies::Mat3<T>& R;
  const bodies::Vec3<T>& p;
  const bodies::Motion<T>&velocity, &acceleration;
};

template <class T>
struct FrameJet {
  bodies::Vec3<T> X, Xd, Xdd;
};

/// `local`: the frame's three numbers in the axes of the body.
template <class T>
FrameJet<T> jet_of(FrameKind kind, const Moving<T>& body, const double* local) noexcept {
  using namespace bodies;
  if (kind == FrameKind::omega) {
    return {zero3<T>(), body.velocity.angular, body.acceleration.angular};
  }
  const Vec3<T> r = body.R * vec3<T>(local), w = body.velocity.angular;
  const FrameJet<T> turning{r, cross(w, r),
                            cross(body.acceleration.angular, r) + cross(w, cross(w, r))};
  if (kind == FrameKind::vector) return turning;
  return {body.p + turning.X, body.velocity.linear + turning.Xd,
          body.acceleration.linear + turning.Xdd};
}

/// A force along X, or three entries of a row, as a wrench at the body's origin.
template <class T>
bodies::Force<T> wrench_of(FrameKind kind, const bodies::Mat3<T>& R, const double* local,
                           const bodies::Vec3<T>& f) noexcept {
  using namespace bodies;
  if (kind == FrameKind::omega) return {f, zero3<T>()};
  const Vec3<T> torque = cross(R * vec3<T>(local), f);
  return {torque, kind == FrameKind::point ? f : zero3<T>()};
}

}  // namespace zwang::equations
