// SPDX-License-Identifier: Apache-2.0
#pragma once
// Mechanisms as formulas, differentiated by the engine: what tests compare with hand-written code
// (by_hand.h) and benchmarks race against it.

#include <span>
#include <vector>

#include "formula/derive/motion.h"
#include "formula/graph.h"

namespace zwang::test {

/// Masses and lengths: numbers in the formulas, or inputs behind q and v.
enum class Parameters { folded, inputs };

/// The inputs are q, then v, then the parameters if they are inputs.
struct Mechanism {
  formula::Graph graph;
  formula::Moving moving;
  std::vector<double> parameters;      // the values of those that are inputs
  formula::Node L = formula::no_node;  // the Lagrangian, where M and Q come from one
  std::vector<formula::Node> M, Q;     // M: the lower triangle by columns
  std::vector<formula::Row> rows;
  std::vector<formula::Node> A, b;  // A: the entries that are not 0, row by row

  Index n() const { return static_cast<Index>(moving.q.size()); }
  std::vector<formula::Node> outputs() const;  // [M, Q, A, b]
  /// state = (q, v), with the parameters behind it.
  std::vector<double> inputs(std::span<const double> state) const;
};

/// Two bars, absolute angles; the tip touches a wall.
Mechanism double_pendulum(Parameters parameters = Parameters::folded);

/// Links in the plane, relative angles, masses at their ends and rotary inertia; the tip is held.
Mechanism planar_chain(int links, Parameters parameters = Parameters::folded);

/// Particles in space at fixed distances, quadratic drag. M is constant, and none of the outputs.
Mechanism particle_chain(int particles, Parameters parameters = Parameters::folded);

/// Andrews' squeezer: M (its ten entries that are not 0) and Q as the literature gives them.
Mechanism andrews_squeezer(Parameters parameters = Parameters::folded);

/// A serial robot in space: M and Q from a Lagrangian that is written link by link.
Mechanism serial_robot(int joints, Parameters parameters = Parameters::folded);

/// The same robot with its last link held, position and orientation: six rows, no M, no Q.
Mechanism tip_pose(int joints, Parameters parameters = Parameters::folded);

}  // namespace zwang::test
