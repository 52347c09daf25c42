// SPDX-License-Identifier: Apache-2.0
// Loops of more joints than they need: which forces in them are unique, and which go round.

#include <algorithm>

#include "diagnosis/check/findings.h"
#include "instant/joint_forces.h"
#include "model/model_parts.h"

namespace zwang::diagnosis {

namespace {

constexpr std::size_t most_names = 8;

// "'crank' and 'rocker'"; of many how many.
std::string names_of(const std::vector<std::string>& bodies) {
  if (bodies.size() > most_names) return std::to_string(bodies.size()) + " bodies";
  std::string text;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (k > 0) text += k + 1 == bodies.size() ? " and " : ", ";
    text += "'" + bodies[k] + "'";
  }
  return text;
}

std::string joints_of(const std::vector<std::string>& bodies) {
  return (bodies.size() == 1 ? "the joint of " : "the joints of ") + names_of(bodies);
}

}  // namespace

void check_joints(const Model& model, const State& state, const std::vector<unsigned char>& acts,
                  std::vector<Finding>& findings) {
  const equations::Equations& equations = model.parts().equations();
  // Of rows that come and go, contacts and what sticks, nothing lasting can be said.
  const bool all_act =
      std::all_of(acts.begin(), acts.end(), [](unsigned char a) { return a != 0; });
  if (!equations.solids || equations.m == 0 || !all_act) return;
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  const instant::JointForces forces(equations);
  const std::vector<unsigned char> unique = forces.unique(numbers);
  std::vector<std::string> shared, alone;
  for (std::size_t k = 0; k < unique.size(); ++k) {
    (unique[k] ? alone : shared).push_back(model.bodies()[k]);
  }
  if (shared.empty()) return;
  const auto circles = forces.circles(numbers);
  const bool plane = std::all_of(circles.begin(), circles.end(), [&](const auto& circle) {
    return forces.is_across_a_plane(numbers, circle);
  });
  if (plane) {
    const bool one = circles.size() == 1;
    findings.push_back(
        {"planar-loop",
         "note",
         {},
         {},
         "Planar linkage: " + std::to_string(circles.size()) +
             (one ? " equation is" : " equations are") +
             " redundant out of plane; the in-plane forces of all joints are unique.",
         "Forces along the hinge axes and torques across them are the minimum-norm "
         "solution, and marked."});
  }
  std::string text = "The loads in " + joints_of(shared) + " are statically indeterminate.";
  if (!alone.empty()) text += " The loads in " + joints_of(alone) + " are unique.";
  findings.push_back({"undetermined",
                      "note",
                      {},
                      {},
                      text,
                      "Results show the minimum-norm solution, marked 'not unique'."});
}

}  // namespace zwang::diagnosis
