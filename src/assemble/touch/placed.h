// SPDX-License-Identifier: Apache-2.0
#pragma once
// A shape where it is, and the points at which two of them meet, over points and axes of bodies.

#include "scope/scope.h"

namespace zwang::compile {

/// A point of a shape: at `arm` from a point that is fixed in the shape's body.
struct MeetingPoint {
  Index body = bodies::ground;
  Vector3 hub;  // in the world; coordinates where the body moves
  Vector3 arm;  // in the world
};

/// `gap` is a length, and grows by as much as the first moves along `normal`, of length one.
struct Meeting {
  formula::Node gap = formula::no_node;
  Vector3 normal;
  MeetingPoint first, second;
};

/// A shape in the world.
class Placed {
 public:
  Placed(Scope& scope, const Touch::Side& side);

  Shape::Kind kind() const { return shape_->shape->kind; }
  formula::Node size(std::size_t k) const { return shape_->size[k]; }
  const ShapeSymbols& symbols() const { return *shape_; }
  int feature() const { return side_.feature; }
  Index body() const { return body_; }

  /// A point that is fixed in the body, by its place in the body's frame.
  Vector3 point(const Vector3& local) const;
  Vector3 middle() const { return point(shape_->at); }
  /// A point by its place in the frame of the shape.
  Vector3 own_point(const Vector3& own) const;
  /// A vector that is fixed in the body.
  Vector3 vector(const Vector3& local) const;
  /// One of the shape's own axes.
  Vector3 axis(std::size_t k) const { return vector(local_axis(k)); }
  Vector3 local_axis(std::size_t k) const {
    return {shape_->R[0][k], shape_->R[1][k], shape_->R[2][k]};
  }
  MeetingPoint at(const Vector3& hub, const Vector3& arm) const { return {body_, hub, arm}; }

 private:
  Scope& scope_;
  Touch::Side side_;
  Index body_ = bodies::ground;
  std::string name_;
  const ShapeSymbols* shape_;
};

}  // namespace zwang::compile
