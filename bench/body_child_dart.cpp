// SPDX-License-Identifier: Apache-2.0
// DART: computeForwardDynamics; with constraints World::step, which meets them by impulses, so that
// accelerations are the change of the rates in a step: at rest only, where the impulses' lack of
// J̇ v does not matter. Its headers hold Eigen's matrices, laid out as the package was compiled: no
// -march=native here.
//
// Form of motions: step. The step stands for the tolerance, tolerance/10 s.

#include <cmath>
#include <dart/constraint/BallJointConstraint.hpp>
#include <dart/constraint/BoxedLcpConstraintSolver.hpp>
#include <dart/constraint/DynamicJointConstraint.hpp>
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <dart/constraint/WeldJointConstraint.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>

#include "body_child.h"

namespace bench {
namespace {

using dart::dynamics::BodyNode;
using dart::dynamics::FreeJoint;
using dart::dynamics::RevoluteJoint;
using dart::dynamics::Skeleton;

Eigen::Vector3d vector(const Vector3& x) { return {x[0], x[1], x[2]}; }

struct OwnState {
  Eigen::VectorXd q, v, tau;
};

class Model {
 public:
  Model(const BodySystem& of, double step) : described_(of) {
    for (const BodySpec& body : of.bodies) add(body);
    skeleton->setGravity(vector(of.gravity));
    world->setGravity(vector(of.gravity));
    world->setTimeStep(step);
    world->addSkeleton(skeleton);
  }

  OwnState own(const BodyState& state) {
    const auto hinges = static_cast<Eigen::Index>(state.angles.size());
    const auto n = static_cast<Eigen::Index>(state.rates.size());
    OwnState own{Eigen::VectorXd::Zero(n), Eigen::Map<const Eigen::VectorXd>(state.rates.data(), n),
                 Eigen::Map<const Eigen::VectorXd>(state.torques.data(), n)};
    own.q.tail(hinges) = Eigen::Map<const Eigen::VectorXd>(state.angles.data(), hinges);
    if (described_.floats()) {
      Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
      pose.linear() = Eigen::Quaterniond(state.turn[0], state.turn[1], state.turn[2], state.turn[3])
                          .toRotationMatrix();
      FreeJoint* joint = static_cast<FreeJoint*>(bodies[0]->getParentJoint());
      joint->setTransform(pose);
      joint->setLinearVelocity(own.v.segment<3>(0));
      joint->setAngularVelocity(own.v.segment<3>(3));
      own.q.head<6>() = joint->getPositions();
      own.v.head<6>() = joint->getVelocities();
    }
    return own;
  }

  void set(const OwnState& state) {
    skeleton->setPositions(state.q);
    skeleton->setVelocities(state.v);
    skeleton->setForces(state.tau);
  }

  /// At the state that is set.
  void hold() {
    for (const BodyClosure& closure : described_.closures) {
      BodyNode* body = bodies[static_cast<std::size_t>(closure.body)];
      auto* solver = world->getConstraintSolver();
      if (closure.hold == Hold::weld) {
        solver->addConstraint(std::make_shared<dart::constraint::WeldJointConstraint>(body));
      } else {
        solver->addConstraint(std::make_shared<dart::constraint::BallJointConstraint>(
            body, body->getWorldTransform() * vector(closure.at)));
      }
    }
  }

  dart::dynamics::SkeletonPtr skeleton = Skeleton::create();
  dart::simulation::WorldPtr world = dart::simulation::World::create();
  std::vector<BodyNode*> bodies;

 private:
  void add(const BodySpec& body) {
    BodyNode::Properties solid;
    solid.mInertia = dart::dynamics::Inertia(body.mass, vector(body.center),
                                             vector(body.inertia).asDiagonal().toDenseMatrix());
    solid.mName = "b" + std::to_string(bodies.size());
    BodyNode* parent = body.parent < 0 ? nullptr : bodies[static_cast<std::size_t>(body.parent)];
    // Two of one name would be renamed, and the renaming be told of.
    const std::string name = "j" + std::to_string(bodies.size());
    if (body.free) {
      FreeJoint::Properties joint;
      joint.mName = name;
      bodies.push_back(
          skeleton->createJointAndBodyNodePair<FreeJoint>(parent, joint, solid).second);
      return;
    }
    RevoluteJoint::Properties joint;
    joint.mName = name;
    joint.mAxis = vector(body.axis);
    joint.mT_ParentBodyToJoint.translation() = vector(body.at);
    bodies.push_back(
        skeleton->createJointAndBodyNodePair<RevoluteJoint>(parent, joint, solid).second);
  }

  BodySystem described_;
};

void append(const BodySystem& system, const Eigen::Vector3d& linear, const Eigen::Vector3d& angular,
            const Eigen::VectorXd& hinges, std::vector<double>& all) {
  if (system.floats()) {
    all.insert(all.end(), linear.data(), linear.data() + 3);
    all.insert(all.end(), angular.data(), angular.data() + 3);
  }
  all.insert(all.end(), hinges.data() + hinges.size() - system.hinges(),
             hinges.data() + hinges.size());
}

BodyAnswer forward(const BodySystem& system, int turns) {
  Model model(system, 1e-3);
  std::vector<OwnState> states;
  for (const BodyState& state : body_states(system)) states.push_back(model.own(state));
  const auto call = [&](std::size_t k) {
    model.set(states[k]);
    model.skeleton->computeForwardDynamics();
  };
  BodyAnswer answer{"forward", Motion::moving, 0, {}};
  for (std::size_t k = 0; k < states.size(); ++k) {
    call(k);
    append(system, model.bodies[0]->getLinearAcceleration(),
           model.bodies[0]->getAngularAcceleration(), model.skeleton->getAccelerations(),
           answer.accelerations);
  }
  answer.microseconds = least_microseconds(turns, states.size(), call);
  return answer;
}

/// Of a singular system of impulses its first solver knows no answer; the second is iterative, and
/// shall take its time.
void be_patient(Model& model) {
  dart::constraint::PgsBoxedLcpSolver::Option option;
  option.mMaxIteration = 100000;
  option.mDeltaXThreshold = 1e-16;
  option.mRelativeDeltaXTolerance = 1e-15;
  const auto patient = std::make_shared<dart::constraint::PgsBoxedLcpSolver>();
  patient->setOption(option);
  auto* solver =
      dynamic_cast<dart::constraint::BoxedLcpConstraintSolver*>(model.world->getConstraintSolver());
  if (solver) solver->setSecondaryBoxedLcpSolver(patient);
}

/// From rest, so that the rates behind the step are the accelerations times the step; which is so
/// short that the free body's turning in it does not count.
std::vector<double> accelerations_by_step(const BodySystem& system, double mixing) {
  constexpr double dt = 1e-6;
  using Softness = dart::constraint::DynamicJointConstraint;
  Softness::setConstraintForceMixing(mixing);
  Softness::setErrorReductionParameter(0);  // nothing is off
  std::vector<double> all;
  for (const BodyState& state : body_states(system, Motion::still)) {
    Model model(system, dt);
    be_patient(model);
    model.set(model.own(state));
    model.hold();
    model.world->step();
    const Matrix3 R = matrix_of(state.turn);
    const Eigen::VectorXd a = model.skeleton->getVelocities() / dt;
    // A free joint's rates are ω and the velocity in the axes of the body.
    const Vector3 angular = turned(R, a.data()), linear = turned(R, a.data() + 3);
    append(system, vector(linear), vector(angular), a, all);
  }
  return all;
}

BodyAnswer step(const BodySystem& system, int turns) {
  using Softness = dart::constraint::DynamicJointConstraint;
  const double mixing = Softness::getConstraintForceMixing();
  const double reduction = Softness::getErrorReductionParameter();
  BodyAnswer answer{"step", Motion::still, 0, {}};
  // It softens constraints by 1e-9 at least, in proportion; seen from 1e-9 and 2e-9, 0 is there:
  answer.accelerations = accelerations_by_step(system, 1e-9);
  const std::vector<double> softer = accelerations_by_step(system, 2e-9);
  for (std::size_t i = 0; i < softer.size(); ++i)
    answer.accelerations[i] += answer.accelerations[i] - softer[i];
  Softness::setConstraintForceMixing(mixing);
  Softness::setErrorReductionParameter(reduction);
  Model model(system, 1e-3);
  std::vector<OwnState> states;
  for (const BodyState& state : body_states(system)) states.push_back(model.own(state));
  model.set(states[0]);
  model.hold();
  answer.microseconds = least_microseconds(turns, states.size(), [&](std::size_t k) {
    model.set(states[k]);
    model.world->step();
  });
  return answer;
}

std::vector<BodyAnswer> accelerations(const BodySystem& system, int turns) {
  return {system.rows() > 0 ? step(system, turns) : forward(system, turns)};
}

BodyMotion motion(const std::string&, double tolerance) {
  const BodySystem system = body_system("four-bar");
  const double interval = body_motion_duration / body_motion_samples;
  const long steps = static_cast<long>(std::ceil(interval / (tolerance / 10)));
  Model model(system, interval / static_cast<double>(steps));
  BodyState start = body_states(system, Motion::still)[0];
  start.torques.assign(start.torques.size(), 0);
  model.set(model.own(start));
  model.hold();
  BodyMotion result;
  result.steps = steps * body_motion_samples;
  for (int k = 0; k < body_motion_samples; ++k) {
    const double begin = thread_microseconds();
    for (long i = 0; i < steps; ++i) model.world->step();
    result.seconds += (thread_microseconds() - begin) * 1e-6;
    const Eigen::VectorXd q = model.skeleton->getPositions(), v = model.skeleton->getVelocities();
    result.states.insert(result.states.end(), q.data(), q.data() + q.size());
    result.states.insert(result.states.end(), v.data(), v.data() + v.size());
  }
  return result;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  return bench::run_body_child({bench::accelerations, bench::motion}, count, words);
}
