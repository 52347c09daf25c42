// SPDX-License-Identifier: Apache-2.0
#pragma once
// The search for a mesh on which a curve meets the tolerance. Newton's iteration begins where it is
// cheap, with few stages on few intervals (first_mesh.cpp). Meshes are chosen by the cheap estimate of
// local_error.h; what is returned rests on the comparison with two stages more (mesh_search.cpp).

#include <limits>

#include "bvp/collocation/newton.h"

namespace zwang::bvp {

class MeshSearch {
 public:
  MeshSearch(const Bvp& bvp, const SolveOptions& options, Curve guess);
  Solution run();

 private:
  // Intervals at the least: the estimate needs neighbours.
  static constexpr Index fewest_intervals = 4;
  // Of the tolerance: Newton's, so that its error is no part of ours.
  static constexpr double newton_part = 0.1;
  // As much will do on the first mesh, whose own error is rarely less; and on the next one so much of
  // the error on the one before.
  static constexpr double rough_tolerance = 1e-3, nested_part = 1e-2;
  // An estimate above this tells that a mesh was too coarse to tell.
  static constexpr double resolved_error = 0.03;

  Outcome search();
  Outcome start();
  Outcome start_fully();
  Outcome refine();
  bool try_roughly(std::vector<double> mesh, Index stages, double resolved, int most_iterations);
  Outcome resolve();
  Outcome iterate(Curve& curve, double tolerance) {
    return iterate(curve, tolerance, options_.newton.most_iterations, 0);
  }
  Outcome iterate(Curve& curve, double tolerance, int most_iterations, double longest);
  Outcome converge(Curve& curve, double tolerance);
  double estimate(const Curve& curve);
  std::vector<double> better_mesh(double longest) const;
  bool wasteful(double longest) const;
  Outcome move_to(std::vector<double> mesh, Index stages);
  bool defer(const Curve& high, const Scales& scales, Curve& step, double& size);
  Outcome compare();

  const Bvp& bvp_;
  const SolveOptions& options_;
  Index stages_;
  NewtonMemory memory_;
  Curve curve_;
  std::vector<double> errors_;                              // of the intervals of the last mesh
  double estimate_ = rough_tolerance / nested_part;         // the largest of them
  double left_ = 0;                                         // of the error by Newton's iteration
  double bend_ = 0;                                         // of Newton's steps
  double error_ = std::numeric_limits<double>::infinity();  // last difference between two orders
  bool roughly_ = false;  // what is refined now was found on a coarse mesh
  bool finished_ = false, interrupted_ = false;
  Solution solution_;
};

}  // namespace zwang::bvp
