// SPDX-License-Identifier: Apache-2.0
// Ours, by src/bodies: one system at a time and eight side by side, in space and, where the tree is
// plane, as such. Built twice, with two sets of flags.

#include <memory>

#include "bodies/batch.h"
#include "body_child.h"

namespace bench {
namespace {

namespace zb = zwang::bodies;
using zwang::AlignedArray;
using zwang::Index;

constexpr Index width = zb::batch_width;

zb::Tree tree_of(const BodySystem& system) {
  zb::Tree tree;
  for (const BodySpec& body : system.bodies)
    zb::append(tree, body.parent, body.free ? zb::Joint::free : zb::Joint::hinge);
  return tree;
}

zb::Solids solids_of(const BodySystem& system) {
  zb::Solids solids;
  std::copy(system.gravity.begin(), system.gravity.end(), solids.gravity);
  for (const BodySpec& body : system.bodies) {
    zb::SolidNumbers numbers{};
    numbers.rotation[0] = numbers.rotation[4] = numbers.rotation[8] = 1;
    std::copy(body.at.begin(), body.at.end(), numbers.at);
    std::copy(body.axis.begin(), body.axis.end(), numbers.axis);
    std::copy(body.center.begin(), body.center.end(), numbers.center);
    std::copy(body.inertia.begin(), body.inertia.end(), numbers.inertia);
    numbers.mass = body.mass;
    solids.of.push_back(numbers);
  }
  return solids;
}

std::vector<zb::RowShape> shapes_of(const BodySystem& system) {
  std::vector<zb::RowShape> shapes;
  for (const BodyClosure& closure : system.closures)
    for (int i = 0; i < closure.rows(); ++i) shapes.push_back({{closure.body}, {}});
  return shapes;
}

zb::Vec3<double> vector(const Vector3& x) { return {x[0], x[1], x[2]}; }

/// As the free joint wants it: place, quaternion, angles; velocity, ω in the body's axes, rates.
struct OwnState {
  OwnState(const BodySystem& system, const BodyState& state) : v(state.rates), tau(state.torques) {
    if (system.floats()) {
      q.assign(3, 0);
      q.insert(q.end(), state.turn.begin(), state.turn.end());
      const Vector3 omega = turned_back(matrix_of(state.turn), v.data() + 3);
      std::copy(omega.begin(), omega.end(), v.begin() + 3);
    }
    q.insert(q.end(), state.angles.begin(), state.angles.end());
  }
  std::vector<double> q, v, tau;
};

/// What both ways of solving have in common.
struct Problem {
  Problem(const BodySystem& of, Motion motion) : system(of), common(body_states(of, motion)) {
    for (const BodyState& state : common) states.emplace_back(of, state);
  }

  /// From the free joint's ω̇ to that of the world.
  void append(std::size_t k, std::vector<double> acceleration, std::vector<double>& all) const {
    if (system.floats()) {
      const Vector3 alpha = turned(matrix_of(common[k].turn), acceleration.data() + 3);
      std::copy(alpha.begin(), alpha.end(), acceleration.begin() + 3);
    }
    all.insert(all.end(), acceleration.begin(), acceleration.end());
  }

  BodySystem system;
  std::vector<BodyState> common;
  std::vector<OwnState> states;
  zb::Tree tree = tree_of(system);
  zb::Solids solids = solids_of(system);
  std::vector<zb::RowShape> shapes = shapes_of(system);
};

class One {
 public:
  One(const Problem& problem, bool flat)
      : problem_(problem),
        solver_(problem.tree, problem.shapes),
        b_(problem.shapes.size()),
        lambda_(problem.shapes.size()),
        acceleration(static_cast<std::size_t>(problem.tree.nv)) {
    solver_.prepare(problem.solids, flat);
    Index row = 0;
    for (const BodyClosure& closure : problem.system.closures) {
      for (int i = 3; i < closure.rows(); ++i)
        solver_.rows().set_wrench(
            row + i, 0, {{i == 3 ? 1.0 : 0, i == 4 ? 1.0 : 0, i == 5 ? 1.0 : 0}, {0, 0, 0}});
      row += closure.rows();
    }
    load_.gravity = vector(problem.system.gravity);
    asked_.b = b_.data();
    asked_.of = zb::Asked::Of::bodies;
  }

  void solve(std::size_t k) {
    const OwnState& state = problem_.states[k];
    solver_.place(state.q.data(), state.v.data());
    std::fill(b_.begin(), b_.end(), 0.0);
    Index row = 0;
    for (const BodyClosure& closure : problem_.system.closures) {
      solver_.set_points(row, std::min(3, closure.rows()), 0, vector(closure.at), 1, b_.data());
      row += closure.rows();
    }
    load_.tau = state.tau.data();
    solver_.solve(load_, asked_, acceleration.data(), lambda_.data());
  }

 private:
  const Problem& problem_;
  zb::Constrained solver_;
  zb::Load load_;
  zb::Asked asked_;
  std::vector<double> b_, lambda_;

 public:
  std::vector<double> acceleration;
};

class Eight {
 public:
  Eight(const Problem& problem, bool flat)
      : problem_(problem),
        solver_(problem.tree, problem.shapes),
        b_(width * static_cast<Index>(problem.shapes.size()) + width),
        lambda_(b_.size()),
        acceleration_(width * problem.tree.nv) {
    solver_.prepare(problem.solids, flat);
    Index row = 0;
    for (const BodyClosure& closure : problem.system.closures) {
      for (int i = 3; i < closure.rows(); ++i)
        std::fill_n(solver_.wrench(row + i, 0) + width * (i - 3), width, 1.0);
      row += closure.rows();
    }
    load_.gravity = vector(problem.system.gravity);
    for (std::size_t first = 0; first < problem.states.size(); first += width) {
      q_.push_back(interleaved(first, &OwnState::q));
      v_.push_back(interleaved(first, &OwnState::v));
      tau_.push_back(interleaved(first, &OwnState::tau));
    }
  }

  void solve(std::size_t k) {
    solver_.place(q_[k].data(), v_[k].data());
    std::fill_n(b_.data(), b_.size(), 0.0);
    Index row = 0;
    for (const BodyClosure& closure : problem_.system.closures) {
      solver_.set_points(row, std::min(3, closure.rows()), 0, vector(closure.at), 1, b_.data());
      row += closure.rows();
    }
    load_.tau = tau_[k].data();
    solver_.solve(load_, b_.data(), zb::Asked::Of::bodies, acceleration_.data(), lambda_.data(),
                  answers_);
  }

  std::size_t groups() const { return q_.size(); }
  std::vector<double> acceleration(std::size_t system) const {
    std::vector<double> one(static_cast<std::size_t>(problem_.tree.nv));
    for (std::size_t i = 0; i < one.size(); ++i) one[i] = acceleration_.data()[width * i + system];
    return one;
  }

 private:
  AlignedArray interleaved(std::size_t first, std::vector<double> OwnState::*of) const {
    const std::size_t count = (problem_.states[first].*of).size();
    AlignedArray array(width * static_cast<Index>(count));
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t s = 0; s < width; ++s)
        array.data()[width * i + s] = (problem_.states[first + s].*of)[i];
    return array;
  }

  const Problem& problem_;
  zb::Batch solver_;
  zb::BatchLoad load_;
  AlignedArray b_, lambda_, acceleration_;
  std::vector<AlignedArray> q_, v_, tau_;
  zb::Answer answers_[width];
};

BodyAnswer one_by_one(const Problem& problem, bool flat, int turns) {
  One one(problem, flat);
  BodyAnswer answer{flat ? "plane" : "space", Motion::moving, 0, {}};
  for (std::size_t k = 0; k < problem.states.size(); ++k) {
    one.solve(k);
    problem.append(k, one.acceleration, answer.accelerations);
  }
  answer.microseconds =
      least_microseconds(turns, problem.states.size(), [&](std::size_t k) { one.solve(k); });
  return answer;
}

BodyAnswer by_eights(const Problem& problem, bool flat, int turns) {
  Eight eight(problem, flat);
  BodyAnswer answer{flat ? "plane,batched" : "space,batched", Motion::moving, 0, {}};
  for (std::size_t k = 0; k < eight.groups(); ++k) {
    eight.solve(k);
    for (std::size_t s = 0; s < width; ++s)
      problem.append(width * k + s, eight.acceleration(s), answer.accelerations);
  }
  answer.microseconds =
      least_microseconds(turns, eight.groups(), [&](std::size_t k) { eight.solve(k); }) / width;
  return answer;
}

std::vector<BodyAnswer> accelerations(const BodySystem& system, int turns) {
  const Problem problem(system, Motion::moving);
  std::vector<BodyAnswer> answers;
  for (const bool flat : {false, true}) {
    if (flat && !system.planar) continue;
    answers.push_back(one_by_one(problem, flat, turns));
    answers.push_back(by_eights(problem, flat, turns));
  }
  if (system.rows() > 0) {
    // For peers that answer only there; nobody's time.
    answers.push_back(one_by_one(Problem(system, Motion::still), false, 1));
    answers.back().motion = Motion::still;
  }
  return answers;
}

}  // namespace
}  // namespace bench

int main(int count, char** words) {
  return bench::run_body_child({bench::accelerations, nullptr}, count, words);
}
