// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random mechanisms with closed loops: a tree, rows on it, and the same as dense numbers for least/.

#include <Eigen/Dense>

#include "bodies/composite.h"
#include "bodies/constrained.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/random_tree.h"
#include "least/method.h"
#include "linalg/kernels.h"

namespace zwang::bodies {
extern const Sweeps sweeps_baseline;
#ifndef ZWANG_NO_X86
extern const Sweeps sweeps_avx2, sweeps_avx512;
#endif
}  // namespace zwang::bodies

namespace zwang::test {

/// The sets of sweeps that this machine can run.
inline std::vector<const bodies::Sweeps*> sweep_sets() {
  std::vector<const bodies::Sweeps*> sets = {&bodies::sweeps_baseline};
#ifndef ZWANG_NO_X86
  const std::string best = linalg::kernels().name;
  if (best != "baseline") sets.push_back(&bodies::sweeps_avx2);
  if (best == "avx512") sets.push_back(&bodies::sweeps_avx512);
#endif
  return sets;
}

inline bodies::Force<double> random_wrench(Random& random) {
  return {{random.normal(), random.normal(), random.normal()},
          {random.normal(), random.normal(), random.normal()}};
}

struct LoopedTree {
  RandomTree t;
  std::vector<bodies::RowShape> shapes;
  std::vector<std::vector<bodies::Force<double>>> wrenches;  // of each row
  std::vector<std::vector<double>> numbers;
  Vector b, weights, tau;
  std::vector<bodies::Force<double>> load;
  bool contradictory = false;

  Index n() const { return t.tree.nv; }
  Index m() const { return static_cast<Index>(shapes.size()); }
  bodies::Load acting() const {
    return {tau.data(), load.data(), bodies::vec3<double>(t.solids.gravity)};
  }
  /// Sets the numbers of the rows.
  void set(bodies::RowPlan& rows) const {
    for (Index r = 0; r < m(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      for (std::size_t k = 0; k < wrenches[i].size(); ++k)
        rows.set_wrench(r, static_cast<Index>(k), wrenches[i][k]);
      for (std::size_t k = 0; k < numbers[i].size(); ++k)
        rows.set_number(r, static_cast<Index>(k), numbers[i][k]);
    }
  }
};

/// The same mechanism as matrices, and what least/ makes of it.
struct Dense {
  Matrix H;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> A;
  Vector Q, a;
  Instant instant;
  double kappa = 1;  // of H scaled to unit diagonal
  double rounding = 0;

  double size(const Vector& x) const { return std::sqrt(std::abs(x.dot(H * x))); }
  Vector acceleration() const {
    return Eigen::Map<const Vector>(instant.acceleration.data(),
                                    static_cast<Index>(instant.acceleration.size()));
  }
  Vector multipliers() const {
    return Eigen::Map<const Vector>(instant.multipliers.data(),
                                    static_cast<Index>(instant.multipliers.size()));
  }
  /// How far two answers may be apart that are both right, in the metric of H: H, D and the triangle
  /// of D amplify what was rounded.
  double allowed() const {
    return rounding * kappa * (1 + instant.condition) * (size(acceleration()) + size(a));
  }
};

inline Dense dense(const LoopedTree& c, RankTolerance tolerance) {
  using namespace bodies;
  const RandomTree& t = c.t;
  Dense d;
  Kinematics kinematics(t.tree);
  kinematics.place(t.tree, t.solids, t.q.data());
  kinematics.move(t.tree, t.v.data());
  d.H.resize(c.n(), c.n());
  Composite(t.tree).fill(t.tree, t.solids, kinematics, d.H.data(), c.n());
  Vector h(c.n());
  InverseDynamics(t.tree).solve(t.tree, t.solids, kinematics,
                                {nullptr, c.load.data(), vec3<double>(t.solids.gravity)}, h.data());
  d.Q = c.tau - h;
  d.A.setZero(c.m(), c.n());
  for (Index r = 0; r < c.m(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    for (std::size_t k = 0; k < c.wrenches[i].size(); ++k)
      if (c.shapes[i].bodies[k] != ground)
        add_force(t.tree, kinematics, c.shapes[i].bodies[k], c.wrenches[i][k], d.A.row(r).data());
    for (std::size_t k = 0; k < c.numbers[i].size(); ++k)
      d.A(r, c.shapes[i].rates[k]) += c.numbers[i][k];
  }
  Options options;
  options.method = Method::explicit_;
  options.tolerance = tolerance;
  least::Task task;
  task.n = c.n();
  task.m = c.m();
  task.M = d.H.data();
  task.Q = d.Q.data();
  task.A = d.A.data();
  task.b = c.b.data();
  task.W = c.weights.size() > 0 ? c.weights.data() : nullptr;
  least::Workspace workspace(c.n(), c.m(), options);
  least::prepare(c.n(), c.m(), d.instant);
  least::solve(task, options, workspace, d.instant);
  d.a = d.H.ldlt().solve(d.Q);
  const Vector unit = d.H.diagonal().cwiseSqrt().cwiseInverse();
  const Matrix scaled = unit.asDiagonal() * d.H * unit.asDiagonal();
  d.kappa = scaled.norm() * scaled.inverse().norm();
  d.rounding = sizes(t, kinematics).rounding;
  return d;
}

/// A tree with `rows` rows: wrenches between two of its bodies, or a body and the ground, and gears.
inline LoopedTree random_looped_tree(Random& random, RandomTree tree, Index rows) {
  LoopedTree c{std::move(tree), {}, {}, {}, {}, {}, {}, {}, false};
  const Index last = c.t.tree.size() - 1;
  for (Index r = 0; r < rows; ++r) {
    bodies::RowShape shape;
    if (r > 0 && random.chance(0.6)) {  // as the row before: most closures have several rows
      shape = c.shapes.back();
    } else if (random.chance(0.15) && c.n() > 1) {
      shape.rates = {random.integer(0, c.n() - 1), random.integer(0, c.n() - 1)};
      if (shape.rates[0] == shape.rates[1]) shape.rates.pop_back();
    } else {
      shape.bodies = {random.integer(0, last)};
      const Index other = random.integer(-1, last);
      if (random.chance(0.6) && other != shape.bodies[0]) shape.bodies.push_back(other);
      if (random.chance(0.1)) shape.rates.push_back(random.integer(0, c.n() - 1));
    }
    c.shapes.push_back(shape);
    c.wrenches.emplace_back();
    c.numbers.emplace_back();
    for (std::size_t k = 0; k < shape.bodies.size(); ++k)
      c.wrenches.back().push_back(random_wrench(random));
    for (std::size_t k = 0; k < shape.rates.size(); ++k)
      c.numbers.back().push_back(random.normal());
  }
  c.b = random_vector(random, rows);
  c.tau = random_vector(random, c.n());
  for (Index i = 0; i <= last; ++i) c.load.push_back(random_wrench(random));
  return c;
}

/// Adds rows that follow from those there: sums with small integers, so that nothing is rounded.
/// `fighting`: they ask for something else.
inline void add_redundant_rows(Random& random, LoopedTree& c, Index count, bool fighting) {
  for (Index k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(random.integer(0, c.m() - 1));
    const double factor = static_cast<double>(Index{1} << random.integer(0, 6));
    c.shapes.push_back(c.shapes[i]);
    c.wrenches.push_back(c.wrenches[i]);
    c.numbers.push_back(c.numbers[i]);
    for (bodies::Force<double>& f : c.wrenches.back()) f = factor * f;
    for (double& x : c.numbers.back()) x *= factor;
    c.b.conservativeResize(c.m());
    c.b(c.m() - 1) = factor * c.b(static_cast<Index>(i)) + (fighting ? random.normal() : 0);
    c.contradictory |= fighting;
  }
}

}  // namespace zwang::test
