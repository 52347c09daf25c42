// SPDX-License-Identifier: Apache-2.0
#include "instant/joint_forces.h"

#include <algorithm>
#include <cmath>

#include "bodies/coordinate_rates.h"
#include "instant/dense_task.h"
#include "least/method.h"

namespace zwang::instant {

using bodies::Force;
using bodies::Vec3;

namespace {

double size_of(const Force<double>& f) {
  return std::sqrt(dot(f.torque, f.torque) + dot(f.force, f.force));
}

/// Combinations of rows that vanish: wᵀA = 0, one after the other, m numbers each.
std::vector<std::vector<double>> null_rows(const equations::Equations& equations,
                                           equations::Workspace& numbers,
                                           const unsigned char* acts) {
  const Index n = equations.n, m = equations.m;
  std::vector<double> one(at(n), 1.0), zero(at(std::max(n, m)), 0.0);
  DenseTask rows(equations);
  least::Task task = acts ? rows.of(numbers, acts) : rows.of(numbers);
  task.mass = least::Mass::diagonal;
  task.M = one.data();
  task.Q = task.b = zero.data();
  task.W = nullptr;
  Options options;
  options.method = Method::explicit_;
  options.tolerance = RankTolerance::stepping;  // the state is on the rows to rounding, not exactly
  least::Workspace workspace(n, m, options);
  Instant instant;
  least::prepare(n, m, instant);
  least::solve(task, options, workspace, instant);
  std::vector<std::vector<double>> vectors;
  for (const Dependence& dependence : instant.redundant) {
    if (acts && !acts[dependence.row]) continue;  // open, sliding, or met by controls
    std::vector<double> w(at(m), 0.0);
    w[dependence.row] = 1;
    for (std::size_t k = 0; k < dependence.rows.size(); ++k) {
      w[dependence.rows[k]] = -dependence.coefficients[k];
    }
    vectors.push_back(std::move(w));
  }
  return vectors;
}

}  // namespace

JointForces::JointForces(const equations::Equations& equations)
    : equations_(equations),
      solids_(*equations.solids),
      inverse_(solids_.tree),
      wrenches_(solids_.tree.bodies.size()),
      rates_(at(solids_.tree.nv)),
      tau_(at(solids_.tree.nq)),
      along_(3 * solids_.frames.size()) {}

void JointForces::add_rows(const equations::Workspace& numbers, const double* multipliers,
                           std::vector<Force<double>>& wrenches) const noexcept {
  const double* const A = numbers.written(equations::Array::A);
  for (const equations::RowMap::Along& along : solids_.A_rows.along) {
    const equations::Frame& frame = solids_.frames[at(along.frame)];
    const bodies::Mat3<double>& R = numbers.solids()->kinematics()[frame.body].R;
    wrenches[at(frame.body)] += wrench_of(frame.kind, R, numbers.solids()->local(along.frame),
                                          multipliers[along.row] * along.entries(A));
  }
}

void JointForces::form(equations::Workspace& numbers, const double* acceleration,
                       const double* multipliers, const double* C_written) noexcept {
  equations::MovingSolids& moving = *numbers.solids();
  moving_ = &moving;
  const Index n = equations_.n;
  numbers.set_accelerations(acceleration);
  numbers.accelerate_solids();
  for (std::size_t k = 0; k < along_.size(); ++k) {
    const Index i = n + static_cast<Index>(k);
    along_[k] = *numbers.at(solids_.written.begin(equations::Array::Q) + i) +
                (C_written ? C_written[i] : 0.0);
  }
  for (const equations::WrittenMass::Along& entry : solids_.mass.along) {
    if (entry.row < n) continue;
    const double xdd =
        entry.column < n ? acceleration[entry.column] : moving.acceleration(entry.column - n);
    along_[at(entry.row - n)] -= *numbers.at(entry.from) * xdd;
  }
  for (std::size_t k = 0; k < wrenches_.size(); ++k) {
    wrenches_[k] = moving.pushed(static_cast<Index>(k));
  }
  for (std::size_t f = 0; f < solids_.frames.size(); ++f) {
    const equations::Frame& frame = solids_.frames[f];
    wrenches_[at(frame.body)] +=
        wrench_of(frame.kind, moving.kinematics()[frame.body].R,
                  moving.local(static_cast<Index>(f)), bodies::vec3<double>(along_.data() + 3 * f));
  }
  add_rows(numbers, multipliers, wrenches_);
  bodies::rates_from(solids_.tree, moving.q(), acceleration + solids_.first, rates_.data());
  bodies::rates_bias(solids_.tree, moving.q(), moving.coordinate_rates(), tau_.data());
  for (std::size_t i = 0; i < rates_.size(); ++i) rates_[i] += tau_[i];
  bodies::Demand demand;
  demand.acceleration = rates_.data();
  demand.external = wrenches_.data();
  demand.gravity = bodies::vec3<double>(moving.numbers().gravity);
  inverse_.solve(solids_.tree, moving.numbers(), moving.kinematics(), demand, tau_.data());
}

double JointForces::power(Index body) const noexcept {
  const bodies::Body& joint = solids_.tree.bodies[at(body)];
  double sum = 0;
  for (Index i = joint.v; i < joint.v + rates(joint.joint); ++i) {
    sum += moving_->rates()[i] * dot(moving_->kinematics().S(i), this->joint(body));
  }
  return sum;
}

Force<double> JointForces::of_rows(const equations::Workspace& numbers, Index body, Index first_row,
                                   Index rows, const double* multipliers) const noexcept {
  Force<double> sum = bodies::zero_force<double>();
  for (const equations::RowMap::Along& along : solids_.A_rows.along) {
    const equations::Frame& frame = solids_.frames[at(along.frame)];
    if (frame.body != body || along.row < first_row || along.row >= first_row + rows) continue;
    sum += wrench_of(frame.kind, numbers.solids()->kinematics()[body].R,
                     numbers.solids()->local(along.frame),
                     multipliers[along.row] * along.entries(numbers.written(equations::Array::A)));
  }
  return sum;
}

std::vector<JointForces::Circle> JointForces::circles(equations::Workspace& numbers,
                                                      const unsigned char* acts) const {
  std::vector<Circle> circles;
  for (std::vector<double>& w : null_rows(equations_, numbers, acts)) {
    std::vector<Force<double>> wrenches(wrenches_.size(), bodies::zero_force<double>());
    std::vector<double> sizes(wrenches_.size(), 0.0);
    for (const equations::RowMap::Along& along : solids_.A_rows.along) {
      const equations::Frame& frame = solids_.frames[at(along.frame)];
      const Force<double> f =
          wrench_of(frame.kind, numbers.solids()->kinematics()[frame.body].R,
                    numbers.solids()->local(along.frame),
                    w[at(along.row)] * along.entries(numbers.written(equations::Array::A)));
      wrenches[at(frame.body)] += f;
      sizes[at(frame.body)] += size_of(f);
    }
    for (std::size_t k = wrenches.size(); k-- > 0;) {
      const Index parent = solids_.tree.bodies[k].parent;
      if (parent == bodies::ground) continue;
      const Vec3<double>& r = numbers.solids()->kinematics()[static_cast<Index>(k)].r;
      const Force<double> handed = inward(wrenches[k], r);
      wrenches[at(parent)] += handed;
      sizes[at(parent)] += std::max(size_of(handed), sizes[k]);
    }
    circles.push_back({std::move(w), std::move(wrenches), std::move(sizes)});
  }
  return circles;
}

// A circle goes through a joint if what it does to all that hangs there does not cancel.
std::vector<unsigned char> JointForces::unique(equations::Workspace& numbers,
                                               const unsigned char* acts) const {
  std::vector<unsigned char> unique(wrenches_.size(), 1);
  for (const Circle& circle : circles(numbers, acts)) {
    for (std::size_t k = 0; k < unique.size(); ++k) {
      if (size_of(circle.joints[k]) > rounding * circle.sizes[k]) unique[k] = 0;
    }
  }
  return unique;
}

// The hinges that a circle goes through say which plane.
bool JointForces::is_across_a_plane(const equations::Workspace& numbers,
                                    const Circle& circle) const {
  Vec3<double> normal{0, 0, 0};
  for (std::size_t k = 0; k < circle.joints.size(); ++k) {
    const bodies::Body& body = solids_.tree.bodies[k];
    const bool passes = size_of(circle.joints[k]) > rounding * circle.sizes[k];
    if (body.joint != bodies::Joint::hinge || !passes) continue;
    normal = numbers.solids()->kinematics().S(body.v).angular;
    break;
  }
  const double square = dot(normal, normal);
  if (!(square > 0)) return false;
  for (std::size_t k = 0; k < circle.joints.size(); ++k) {
    const auto& [torque, force] = circle.joints[k];
    const Vec3<double> in_plane = force - dot(force, normal) / square * normal;
    const double about = dot(torque, normal) / std::sqrt(square);
    const double allowed = rounding * circle.sizes[k];
    if (dot(in_plane, in_plane) > allowed * allowed || std::abs(about) > allowed) return false;
  }
  return true;
}

}  // namespace zwang::instant
