// SPDX-License-Identifier: Apache-2.0
#pragma once
// Equations with solids made by hand, as the text half would make them: rows, forces and masses are
// nodes of a graph over coordinates q, what is seen of bodies X, and their rates; A, b, G and H come
// from them by differentiation.

#include <array>
#include <string>
#include <vector>

#include "equations/reduce.h"
#include "formula/graph.h"

namespace zwang::test {

/// A solid at its joint's origin with unit axes; change what differs.
bodies::SolidNumbers plain_solid(double mass = 1);

class WrittenSystem {
 public:
  using Node = formula::Node;
  struct Point {
    std::array<Node, 3> X, Xd, Xdd;
  };

  /// Scalars come before the tree, frames behind it: declare all bodies before the first frame.
  explicit WrittenSystem(Index scalars = 0, double scalar_mass = 1);

  Index add_body(Index parent, bodies::Joint joint, const bodies::SolidNumbers& numbers);
  Point add_frame(Index body, equations::FrameKind kind, std::array<double, 3> local);
  void set_gravity(std::array<double, 3> gravity) { gravity_ = gravity; }

  Node time() { return g.input(0); }
  Node parameter() { return g.input(1); }  // scales all masses and inertias; 1
  Node q(Index i) { return g.input(slot(i)); }
  Node v(Index i) { return g.input(slot(i) + 1); }
  Node a(Index i) { return g.input(slot(i) + 2); }
  Index tree_first() const { return scalars_; }

  /// φ = 0, or f(q, q̇) = 0.
  void add_row(Node residual, equations::Level level = equations::Level::position,
               equations::Kind kind = equations::Kind::equality);
  /// |e|² = 1 for each quaternion of the tree.
  void add_norm_rows();
  /// Along a coordinate of the written system: i, or frame_coordinate().
  void add_force(Index coordinate, Node force);
  void add_mass(Index i, Index j, Node mass);
  void add_power(Node power) { power_ = g.add(power_, power); }
  void add_energy(Node energy) { energy_ = g.add(energy_, energy); }
  void add_observable(Node x) { observables_.push_back(x); }
  Index frame_coordinate(Index frame, Index k) const {
    return scalars_ + solids_.tree.nq + 3 * frame + k;
  }

  equations::Equations finish(std::vector<double> q, std::vector<double> v, bool tangent = true);

  Node norm_square(const std::array<Node, 3>& x);
  std::array<Node, 3> difference(const std::array<Node, 3>& x, const std::array<Node, 3>& y);
  Node dot(const std::array<Node, 3>& x, const std::array<Node, 3>& y);

  formula::Graph g;

 private:
  struct Output {
    Node node;
    Index to;
  };
  struct RowNodes {
    Node residual, rate, b;
    std::vector<std::pair<Index, Node>> A;
    equations::Row row;
  };
  std::uint32_t slot(Index i) const { return 2 + 3 * static_cast<std::uint32_t>(i); }
  std::vector<Node> all(int derivative);
  using Slopes = std::vector<std::pair<Index, Node>>;
  Slopes gradient(Node x, const std::vector<Node>& by);
  void write(equations::Equations& equations, equations::Stage stage,
             const std::vector<Output>& outputs);

  struct Draft;
  void number_inputs(Draft& draft);
  equations::Pattern differentiate(const std::vector<Node>& nodes, bool tangent,
                                   std::vector<Slopes>& slopes);
  void write_rows(Draft& draft);
  void lay_out(Draft& draft);
  void write_motion(Draft& draft);
  void write_derivatives(Draft& draft);
  void write_properties(Draft& draft);

  Index scalars_;
  equations::Solids solids_;
  std::vector<bodies::SolidNumbers> numbers_;
  std::vector<std::array<double, 3>> locals_;
  std::array<double, 3> gravity_{0, 0, 0};
  std::vector<RowNodes> rows_;
  std::vector<std::pair<Index, Node>> forces_;
  struct Mass {
    Index i, j;
    Node node;
  };
  std::vector<Mass> masses_;
  std::vector<Node> observables_;
  Node power_, energy_;
};

}  // namespace zwang::test
