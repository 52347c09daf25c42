// SPDX-License-Identifier: Apache-2.0
#include "api/run/summary.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "instant/joint_forces.h"

namespace zwang {

namespace {

// Operations that looking for forces in circles may take: about a second.
constexpr double most_operations = 1e9;

std::array<double, 3> numbers(const bodies::Vec3<double>& v) { return {v.x, v.y, v.z}; }

// The components of v along the body's axes, which are the columns of R.
std::array<double, 3> in_body(const bodies::Mat3<double>& R, const bodies::Vec3<double>& v) {
  const auto along = [&v](const bodies::Vec3<double>& axis) {
    return axis.x * v.x + axis.y * v.y + axis.z * v.z;
  };
  return {along(R.x), along(R.y), along(R.z)};
}

void set_force(const equations::MovingSolids& moving, Index body,
               const bodies::Force<double>& wrench, BodyForce& force) {
  const auto& R = moving.kinematics()[body].R;
  force.force = numbers(wrench.force);
  force.torque = numbers(wrench.torque);
  force.force_in_body = in_body(R, wrench.force);
  force.torque_in_body = in_body(R, wrench.torque);
}

using Circles = std::vector<instant::JointForces::Circle>;

bool are_unique(const BodyForce::Unique& parts) {
  const auto all = [](const std::array<bool, 3>& flags) {
    return flags[0] && flags[1] && flags[2];
  };
  return all(parts.force) && all(parts.torque);
}

void loosen(const bodies::Mat3<double>& R, const bodies::Force<double>& more, double size,
            BodyForce& force) {
  const auto mark = [size](const std::array<double, 3>& parts, std::array<bool, 3>& unique) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::abs(parts[k]) > instant::JointForces::rounding * size) unique[k] = false;
    }
  };
  mark(numbers(more.force), force.unique_parts.force);
  mark(numbers(more.torque), force.unique_parts.torque);
  mark(in_body(R, more.force), force.unique_parts_in_body.force);
  mark(in_body(R, more.torque), force.unique_parts_in_body.torque);
}

// "plane linkage: 6 equations redundant out of plane; in-plane forces are unique"
std::string sharing_of(const instant::JointForces& forces, const equations::Workspace& workspace,
                       const Circles& circles) {
  if (circles.empty()) return {};
  const bool plane = std::all_of(circles.begin(), circles.end(), [&](const auto& circle) {
    return forces.is_across_a_plane(workspace, circle);
  });
  const std::string count = std::to_string(circles.size()) +
                            (circles.size() == 1 ? " equation" : " equations") + " redundant";
  return plane ? "planar linkage: " + count + " out of plane; in-plane forces are unique"
               : count + "; joint_forces and final_forces say which components are unique";
}

// The bodies of which rows contain a point, an axis or a velocity.
std::set<Index> touched_bodies(const equations::Equations& equations, std::size_t first,
                               std::size_t count) {
  const equations::Solids& solids = *equations.solids;
  std::set<Index> touched;
  const equations::Pattern& A = solids.written.pattern(equations::Array::A);
  for (Index k = A.begin[first]; k < A.begin[first + count]; ++k) {
    const Index column = A.column[k] - equations.n;
    if (column < 0) continue;
    touched.insert(solids.frames[column / 3].body);
  }
  return touched;
}

}  // namespace

void add_body_forces(const Model& model, motion::RightSide& side, const State& state,
                     const Instant& instant, Summary& summary) {
  const equations::Equations& equations = side.equations();
  const bodies::Tree& tree = equations.solids->tree;
  equations::Workspace& workspace = side.numbers();
  const std::vector<double> a = instant.acceleration;
  std::vector<double> lambda = instant.multipliers;
  if (instant::Laws* const laws = side.laws()) {
    // Of the rows as they are, not as they would be without friction; and what controls exert.
    std::copy_n(laws->multipliers(), lambda.size(), lambda.begin());
    workspace.set_controls(laws->controls());
  }
  const double* const C =
      equations.has(equations::Stage::nonideal) ? workspace.written(equations::Array::C) : nullptr;
  workspace.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  workspace.set_controls(nullptr);
  instant::JointForces forces(equations);
  forces.form(workspace, a.data(), lambda.data(), C);
  const auto m = static_cast<double>(equations.m), n = static_cast<double>(equations.n);
  Circles circles;
  if (m * m * n <= most_operations) {
    circles = forces.circles(workspace, side.laws() ? side.mode().acts.data() : nullptr);
  }
  summary.sharing = sharing_of(forces, workspace, circles);
  for (Index body = 0; body < tree.size(); ++body) {
    const auto k = static_cast<std::size_t>(body);
    const Index parent = tree.bodies[k].parent;
    JointForce& joint = summary.joints.emplace_back();
    joint.body = model.bodies()[k];
    joint.parent = parent < 0 ? "ground" : model.bodies()[parent];
    set_force(*workspace.solids(), body, forces.joint(body), joint);
    joint.power = forces.power(body);
    const auto& R = workspace.solids()->kinematics()[body].R;
    for (const auto& circle : circles) loosen(R, circle.joints[k], circle.sizes[k], joint);
    joint.unique = are_unique(joint.unique_parts);
  }
  auto rows = model.constraints().begin();
  for (ConstraintForce& force : summary.forces) {  // in the order of the constraints
    while (rows->name != force.name) ++rows;
    for (const Index body : touched_bodies(equations, rows->first, rows->count)) {
      BodyForce& on = force.bodies.emplace_back();
      on.body = model.bodies()[body];
      const auto wrench = forces.of_rows(workspace, body, static_cast<Index>(rows->first),
                                         static_cast<Index>(rows->count), lambda.data());
      set_force(*workspace.solids(), body, wrench, on);
      const auto& R = workspace.solids()->kinematics()[body].R;
      for (const auto& circle : circles) {
        const auto more =
            forces.of_rows(workspace, body, static_cast<Index>(rows->first),
                           static_cast<Index>(rows->count), circle.multipliers.data());
        loosen(R, more, circle.sizes[static_cast<std::size_t>(body)], on);
      }
    }
  }
}

}  // namespace zwang
