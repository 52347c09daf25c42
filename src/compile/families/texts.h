// SPDX-License-Identifier: Apache-2.0
#pragma once
// All formulas of a part of a model, and all names that it refers to others by.

#include "zwang/description.h"

namespace zwang::compile {

/// Calls `call` with each Expression and each Name; not with names that a part has itself.
template <class Call>
class Texts {
 public:
  explicit Texts(Call call) : call_(std::move(call)) {}

  void of(Expression& x) { call_(x); }
  void of(Name& x) { call_(x); }
  template <class T>
  void of(std::vector<T>& all) {
    for (T& x : all) of(x);
  }
  template <class T>
  void of(std::optional<T>& x) {
    if (x) of(*x);
  }
  void of(Rotation& x) { all(x.numbers, x.angle); }
  void of(GroundPoint& x) { of(x.position); }
  void of(JointStart& x) { all(x.numbers, x.rotation); }
  void of(JointLimits& x) { of(x.range); }
  void of(Shape& x) {
    all(x.size, x.corners, x.radius, x.thickness, x.at, x.rotation, x.density, x.mass);
  }
  void of(Body& x) {
    all(x.parent, x.axis, x.axis2, x.pitch, x.at, x.rotation, x.mass, x.inertia, x.center, x.points,
        x.start, x.damping, x.friction, x.limits, x.restitution, x.shapes, x.density);
  }
  void of(Spring& x) { all(x.from, x.to, x.stiffness, x.length, x.damping); }
  void of(Force& x) { all(x.on, x.force, x.torque, x.potential, x.spring); }
  void of(Drift& x) { all(x.alpha, x.beta); }
  void of(Closure& x) {
    all(x.first, x.second, x.axis, x.axis2, x.length, x.ratio, x.radius, x.body, x.on, x.on_radius);
  }
  void of(Constraint& x) {
    all(x.equations, x.closure, x.weight, x.drift, x.restitution, x.friction, x.static_friction,
        x.servo, x.gains);
  }
  void of(Control& x) { of(x.weight); }
  void of(Friction& x) {
    all(x.constraints, x.coefficient, x.static_coefficient, x.on, x.velocity, x.sliding);
  }
  void of(Nonideal& x) { all(x.on, x.force, x.friction); }
  void of(Observable& x) { of(x.formula); }
  void of(Contact& x) { of(x.between); }

 private:
  template <class... Parts>
  void all(Parts&... parts) {
    (of(parts), ...);
  }

  Call call_;
};

}  // namespace zwang::compile
