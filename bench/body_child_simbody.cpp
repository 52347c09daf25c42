// SPDX-License-Identifier: Apache-2.0
// Simbody: realize(Acceleration). A closure holds on to where its point is at a given state.
//
// Forms of motions: merson, cpodes.

#include <Simbody.h>

#include <memory>

#include "body_child.h"

namespace bench {
namespace {

using SimTK::MobilizedBody;
using SimTK::Vec3;

Vec3 vector(const Vector3& x) { return {x[0], x[1], x[2]}; }

class Model {
 public:
  explicit Model(const BodySystem& of)
      : described_(of),
        matter_(system),
        forces_(system),
        gravity_(forces_, matter_, vector(of.gravity)),
        drives_(forces_, matter_) {
    for (const BodySpec& body : of.bodies) add(body);
    system.realizeTopology();
  }

  /// Quaternion, place, angles; ω, velocity, rates.
  void set(SimTK::State& state, const BodyState& to) const {
    SimTK::Vector &q = state.updQ(), &u = state.updU();
    int i = 0, j = 0;
    if (described_.floats()) {
      for (const double x : to.turn) q[i++] = x;
      for (int k = 0; k < 3; ++k) q[i++] = 0;
      for (const int k : {3, 4, 5, 0, 1, 2}) u[j++] = to.rates[static_cast<std::size_t>(k)];
    }
    for (const double angle : to.angles) q[i++] = angle;
    for (; j < described_.rates(); ++j) u[j] = to.rates[static_cast<std::size_t>(j)];
    SimTK::Vector f(described_.rates());
    for (int k = 0; k < f.size(); ++k) f[k] = to.torques[static_cast<std::size_t>(k)];
    drives_.setAllMobilityForces(state, f);
  }

  void hold(const BodyState& at) {
    SimTK::State state = started();
    set(state, at);
    system.realize(state, SimTK::Stage::Position);
    for (const BodyClosure& closure : described_.closures) hold(closure, state);
  }

  SimTK::State started() {
    SimTK::State state = system.realizeTopology();
    system.realizeModel(state);
    return state;
  }

  SimTK::MultibodySystem system;

 private:
  void add(const BodySpec& body) {
    const SimTK::Inertia about_origin =
        SimTK::Inertia(vector(body.inertia)).shiftFromMassCenter(vector(body.center), body.mass);
    const SimTK::Body::Rigid solid(
        SimTK::MassProperties(body.mass, vector(body.center), about_origin));
    MobilizedBody& parent = body.parent < 0 ? static_cast<MobilizedBody&>(matter_.Ground())
                                            : bodies_[static_cast<std::size_t>(body.parent)];
    if (body.free) {
      bodies_.push_back(MobilizedBody::Free(parent, Vec3(0), solid, Vec3(0)));
      return;
    }
    const SimTK::Rotation to_axis(SimTK::UnitVec3(vector(body.axis)), SimTK::ZAxis);
    bodies_.push_back(MobilizedBody::Pin(parent, SimTK::Transform(to_axis, vector(body.at)), solid,
                                         SimTK::Transform(to_axis)));
  }

  void hold(const BodyClosure& closure, const SimTK::State& state) {
    MobilizedBody& body = bodies_[static_cast<std::size_t>(closure.body)];
    MobilizedBody& ground = matter_.Ground();
    const Vec3 point = vector(closure.at);
    const Vec3 place = body.findStationLocationInGround(state, point);
    if (closure.hold == Hold::weld) {
      SimTK::Constraint::Weld(ground, SimTK::Transform(body.getBodyRotation(state), place), body,
                              SimTK::Transform(point));
    } else if (closure.hold == Hold::point) {
      SimTK::Constraint::Ball(ground, place, body, point);
    } else {
      SimTK::Constraint::PointInPlane(ground, SimTK::UnitVec3(1, 0, 0), place[0], body, point);
      SimTK::Constraint::PointInPlane(ground, SimTK::UnitVec3(0, 1, 0), place[1], body, point);
    }
  }

  BodySystem described_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::UniformGravity gravity_;
  SimTK::Force::DiscreteForces drives_;
  std::vector<MobilizedBody> bodies_;
};

void append(const BodySystem& system, const SimTK::Vector& udot, std::vector<double>& all) {
  for (int i = 0; i < system.rates(); ++i)
    all.push_back(udot[system.floats() && i < 6 ? (i + 3) % 6 : i]);
}

std::vector<BodyAnswer> accelerations(const BodySystem& system, int turns) {
  const std::vector<BodyState> states = body_states(system);
  BodyAnswer answer{"realize", Motion::moving, 0, {}};
  for (const BodyState& state : states) {
    Model model(system);
    model.hold(state);
    SimTK::State own = model.started();
    model.set(own, state);
    model.system.realize(own, SimTK::Stage::Acceleration);
    append(system, own.getUDot(), answer.accelerations);
  }
  Model model(system);
  model.hold(states[0]);
  SimTK::State own = model.started();
  answer.microseconds = least_microseconds(turns, states.size(), [&](std::size_t k) {
    model.set(own, states[k]);
    model.system.realize(own, SimTK::Stage::Acceleration);
  });
  return {answer};
}

BodyMotion motion(const std::string& form, double tolerance) {
  const BodySystem system = body_system("four-bar");
  BodyState start = body_states(system, Motion::still)[0];
  start.torques.assign(start.torques.size(), 0);
  Model model(system);
  model.hold(start);
  SimTK::State own = model.started();
  model.set(own, start);
  std::unique_ptr<SimTK::Integrator> integrator;
  if (form == "merson") {
    integrator = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(model.system);
    // Its interpolant is of low order; stepping onto the samples costs less than it loses.
    integrator->setAllowInterpolation(false);
  } else {
    integrator = std::make_unique<SimTK::CPodesIntegrator>(model.system, SimTK::CPodes::BDF);
  }
  integrator->setAccuracy(tolerance);
  integrator->setFinalTime(body_motion_duration);
  integrator->initialize(own);
  BodyMotion result;
  for (int k = 1; k <= body_motion_samples; ++k) {
    const double t = body_motion_duration * k / body_motion_samples;
    const double begin = thread_microseconds();
    // It also returns where nothing is asked of it, and wants to be called again.
    while (integrator->getTime() < t) integrator->stepTo(t);
    result.seconds += (thread_microseconds() - begin) * 1e-6;
    const SimTK::State& state = integrator->getState();
    for (int i = 0; i < 3; ++i) result.states.push_back(state.getQ()[i]);
    for (int i = 0; i < 3; ++i) result.states.push_back(state.getU()[i]);
  }
  result.steps = integrator->getNumStepsTaken();
  return result;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  return bench::run_body_child({bench::accelerations, bench::motion}, count, words);
}
