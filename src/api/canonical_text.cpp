// SPDX-License-Identifier: Apache-2.0
#include "api/canonical_text.h"

#include <algorithm>

namespace zwang {

namespace {

/// Each piece with its length before it, so that no two descriptions run together into one text.
class Writer {
 public:
  void text(const std::string& piece) { text_ += std::to_string(piece.size()) + ":" + piece + ";"; }
  void count(std::size_t number) { text_ += "#" + std::to_string(number) + ";"; }
  template <class Word>
  void word(Word value) {
    count(static_cast<std::size_t>(value));
  }

  void put(const Name& name) { text(name.text); }
  void put(const Expression& expression) { text(expression.text); }
  void put(const Rotation& x) {
    word(x.form);
    put_all(x.numbers, x.angle);
  }
  void put(const JointStart& x) { put_all(x.name, x.numbers, x.rotation); }
  void put(const Body& x) {
    put_all(x.name, x.parent, x.joint, x.axis, x.axis2, x.pitch, x.at, x.rotation, x.mass,
            x.inertia, x.center, x.points, x.start, x.damping, x.friction, x.file, x.count);
  }
  void put(const JointLimits& x) { put_all(x.coordinate, x.range); }
  void put(const Shape& x) {
    word(x.kind);
    put_all(x.name, x.size, x.corners, x.radius, x.thickness, x.at, x.rotation, x.density, x.mass,
            x.count, x.file);
  }
  void put(const Contact& x) {
    put_all(x.name, x.between, x.friction, x.static_friction, x.restitution);
  }
  void put(const Closure& x) {
    word(x.kind);
    put_all(x.first, x.second, x.axis, x.axis2, x.length, x.ratio, x.radius, x.body, x.on,
            x.on_radius);
  }
  void put(const Parameter& x) { put_all(x.name, x.value); }
  void put(const Definition& x) { put_all(x.name, x.formula); }
  void put(const Coordinate& x) { put_all(x.name, x.start, x.rate, x.count); }
  void put(const Particle& x) { put_all(x.name, x.mass, x.position, x.velocity, x.force, x.count); }
  void put(const GroundPoint& x) { put_all(x.name, x.position); }
  void put(const FreeMotion& x) {
    put_all(x.lagrangian, x.kinetic, x.potential, x.mass, x.force, x.acceleration, x.gravity);
    word(x.order);
  }
  void put(const Spring& x) { put_all(x.from, x.to, x.stiffness, x.length, x.damping); }
  void put(const Force& x) { put_all(x.on, x.force, x.potential, x.spring, x.for_each); }
  void put(const Drift& x) {
    word(x.policy);
    put_all(x.alpha, x.beta);
  }
  void put(const Constraint& x) {
    put_all(x.name, x.equations, x.weight, x.drift, x.for_each, x.restitution, x.friction, x.servo,
            x.gains);
    word(x.restitution_law);
  }
  void put(const Control& x) { put_all(x.name, x.weight, x.count); }
  void put(const Friction& x) {
    put_all(x.constraints, x.coefficient, x.static_coefficient, x.on, x.velocity, x.sliding);
  }
  void put(const Nonideal& x) {
    put_all(x.on, x.force, x.friction, x.for_each);
    word(x.law);
  }
  void put(bool truth) { word(truth); }
  void put(const Event& x) {
    put_all(x.name, x.when, x.action.stop, x.action.set, x.action.switches, x.action.impact);
    word(x.direction);
  }
  void put(const Observable& x) { put_all(x.name, x.formula, x.for_each); }
  void put(const Simulate& x) {
    put_all(x.from, x.duration, x.tolerance, x.absolute, x.method, x.kernel, x.step, x.output,
            x.every);
    word(x.every_step);
    word(x.start);
    word(x.rank_change);
    word(x.impact);
    put(x.sensitivity);
  }
  void put(const End& x) { put_all(x.t, x.values, x.on); }
  void put(const Extremal& x) {
    put_all(x.integrand, x.from, x.to, x.unknowns, x.subject, x.periodic, x.guess, x.follow, x.all,
            x.tolerance, x.method, x.cross_check, x.output);
  }
  template <class T, class U>
  void put(const std::pair<T, U>& pair) {
    put_all(pair.first, pair.second);
  }
  template <class T>
  void put(const std::vector<T>& list) {
    count(list.size());
    for (const T& x : list) put(x);
  }
  template <class T>
  void put(const std::optional<T>& maybe) {
    count(maybe ? 1 : 0);
    if (maybe) put(*maybe);
  }
  template <class... Parts>
  void put_all(const Parts&... parts) {
    (put(parts), ...);
  }

  std::string finish() && { return std::move(text_); }

 private:
  std::string text_;
};

bool touches(const Description& x) {
  return !x.ground_shapes.empty() || !x.contacts.empty() ||
         std::any_of(x.bodies.begin(), x.bodies.end(),
                     [](const Body& body) { return !body.limits.empty() || !body.shapes.empty(); });
}

}  // namespace

std::string canonical_text(const Description& x) {
  Writer writer;
  writer.put_all(x.parameters, x.definitions, x.coordinates, x.particles, x.ground, x.free,
                 x.forces, x.constraints, x.controls, x.nonideal, x.events, x.simulate, x.observe);
  // Behind the rest and only where it says something: the text of older models stays as it was.
  if (x.extremal || x.time.text != "t") writer.put_all(x.extremal, x.time);
  if (!x.bodies.empty()) {
    writer.put(x.bodies);
    for (const Force& force : x.forces) writer.put_all(force.torque, force.body_frame);
    for (const Constraint& constraint : x.constraints) writer.put(constraint.closure);
  }
  if (touches(x)) {
    for (const Body& body : x.bodies)
      writer.put_all(body.limits, body.restitution, body.shapes, body.density);
    writer.put_all(x.ground_shapes, x.contacts);
  }
  return std::move(writer).finish();
}

}  // namespace zwang
