// SPDX-License-Identifier: Apache-2.0
// Orocos KDL, which has serial chains only: Vereshchagin's recursion, with one constraint that says
// nothing where there is none, and without constraints also its solver by the matrix of inertia.
// Its matrices are Eigen's, laid out as the package was compiled: no -march=native here.

#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainhdsolver_vereshchagin.hpp>

#include "body_child.h"

namespace bench {
namespace {

KDL::Vector vector(const Vector3& x) { return {x[0], x[1], x[2]}; }

/// A segment is a joint and what follows it up to the next; inertia is given there.
KDL::Chain chain_of(const BodySystem& system) {
  KDL::Chain chain;
  for (int i = 0; i < system.size(); ++i) {
    const BodySpec& body = system.bodies[static_cast<std::size_t>(i)];
    const KDL::Vector root = i == 0 ? vector(body.at) : KDL::Vector::Zero();
    KDL::Vector tip = KDL::Vector::Zero();
    if (i + 1 < system.size()) {
      tip = vector(system.bodies[static_cast<std::size_t>(i) + 1].at);
    } else if (!system.closures.empty()) {
      tip = vector(system.closures[0].at);
    }
    const Vector3& I = body.inertia;
    chain.addSegment(KDL::Segment(KDL::Joint(root, vector(body.axis), KDL::Joint::RotAxis),
                                  KDL::Frame(root + tip),
                                  KDL::RigidBodyInertia(body.mass, vector(body.center) - tip,
                                                        KDL::RotationalInertia(I[0], I[1], I[2]))));
  }
  return chain;
}

KDL::JntArray array(const std::vector<double>& x) {
  KDL::JntArray y(static_cast<unsigned>(x.size()));
  for (unsigned i = 0; i < y.rows(); ++i) y(i) = x[i];
  return y;
}

struct OwnState {
  KDL::JntArray q, v, tau;
};

template <class Solve>
BodyAnswer answer_of(const char* form, const BodySystem& system, int turns, Solve&& solve) {
  std::vector<OwnState> states;
  for (const BodyState& state : body_states(system))
    states.push_back({array(state.angles), array(state.rates), array(state.torques)});
  KDL::JntArray a(static_cast<unsigned>(system.rates()));
  BodyAnswer answer{form, Motion::moving, 0, {}};
  for (const OwnState& state : states) {
    solve(state, a);
    for (unsigned i = 0; i < a.rows(); ++i) answer.accelerations.push_back(a(i));
  }
  answer.microseconds =
      least_microseconds(turns, states.size(), [&](std::size_t k) { solve(states[k], a); });
  return answer;
}

BodyAnswer vereshchagin(const BodySystem& system, int turns) {
  const KDL::Chain chain = chain_of(system);
  const auto rows = static_cast<unsigned>(std::max(1, system.rows()));
  // The ground is accelerated against gravity, and so is what is held still.
  const KDL::Vector up = -vector(system.gravity);
  KDL::ChainHdSolver_Vereshchagin solver(chain, KDL::Twist(up, KDL::Vector::Zero()), rows);
  KDL::Jacobian unit_forces(rows);
  KDL::JntArray energy(rows);
  SetToZero(unit_forces);
  for (unsigned i = 0; i < rows && system.rows() > 0; ++i) {
    unit_forces(i, i) = 1;
    if (i < 3) energy(i) = up(static_cast<int>(i));
  }
  const KDL::Wrenches outside(chain.getNrOfSegments(), KDL::Wrench::Zero());
  KDL::JntArray constraint_torques(chain.getNrOfJoints());
  return answer_of("Vereshchagin", system, turns, [&](const OwnState& state, KDL::JntArray& a) {
    solver.CartToJnt(state.q, state.v, a, unit_forces, energy, outside, state.tau,
                     constraint_torques);
  });
}

BodyAnswer by_inertia(const BodySystem& system, int turns) {
  const KDL::Chain chain = chain_of(system);
  KDL::ChainFdSolver_RNE solver(chain, vector(system.gravity));
  const KDL::Wrenches outside(chain.getNrOfSegments(), KDL::Wrench::Zero());
  return answer_of("inertia", system, turns, [&](const OwnState& state, KDL::JntArray& a) {
    solver.CartToJnt(state.q, state.v, state.tau, outside, a);
  });
}

std::vector<BodyAnswer> accelerations(const BodySystem& system, int turns) {
  if (system.floats()) return {};
  std::vector<BodyAnswer> answers = {vereshchagin(system, turns)};
  // O(n³): a millisecond and more for a long chain, and the digits go with the condition of H.
  if (system.rows() == 0 && system.size() <= 50) answers.push_back(by_inertia(system, turns));
  return answers;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  return bench::run_body_child({bench::accelerations, nullptr}, count, words);
}
