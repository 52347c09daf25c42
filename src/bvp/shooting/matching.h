// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shots from all nodes at once, and Newton's step that makes each end where the next begins and the
// ends meet their conditions.

#include <vector>

#include "bvp/collocation/collocation.h"
#include "bvp/scales.h"
#include "bvp/shooting/shot.h"
#include "linalg/ladder.h"

namespace zwang::bvp {

/// Where shots begin and what they begin with; the last node is the end.
struct Nodes {
  std::vector<double> tau;
  std::vector<double> z;  // (pieces + 1) × size
  std::vector<double> p;

  Index pieces() const { return static_cast<Index>(tau.size()) - 1; }
};

/// A step of the nodes, in scales.
struct NodeStep {
  std::vector<double> z, p;
  double largest() const noexcept;
  double mean() const noexcept;  // root of the mean square
};

class Matching {
 public:
  Matching(const Bvp& bvp, const Scales& scales, double tolerance);

  enum class End { done, not_finite, singular };
  /// Newton's step from these nodes.
  End step_from(const Nodes& nodes, NodeStep& step);
  /// The same with shots of this tolerance (0: of the same) and the fields of the last step_from().
  /// From other nodes: the step of a simplified iteration; from the same, with finer shots: how
  /// far they are from the nodes that those would match.
  End correction(const Nodes& nodes, double tolerance, NodeStep& step);
  /// The largest entry of the nodes, in scales.
  double size_of(const Nodes& nodes) const noexcept;
  /// nodes + λ step
  Nodes moved(const Nodes& nodes, double lambda, const NodeStep& step) const;

  double growth() const { return growth_; }  // the largest over a piece, of the last step_from()
  double condition() const { return ladder_.condition(); }
  long evaluations() const { return evaluations_; }

 private:
  bool shoot(const Nodes& nodes, Shot& shot, bool fields, int stops);
  bool fill_ends(const Nodes& nodes, bool fields);
  End solve(Index pieces, NodeStep& step);

  const Bvp& bvp_;
  const Scales& scales_;
  double tolerance_;
  Index d_, np_, rows_;
  double growth_ = 0;
  long evaluations_ = 0;
  std::vector<double> rungs_;  // (C D E f) of every piece, column-major
  std::vector<double> ends_;   // (B0 B1 Bp β), column-major
  std::vector<double> B_, B0_, B1_, Bp_;
  linalg::Ladder ladder_;
};

/// Newton's iteration for nodes of shots.
struct Match {
  Outcome outcome = Outcome::done;
  bool outgrown = false;  // stopped on the way, with nodes that the scales no longer fit
  long iterations = 0;    // linear systems with their own matrix
};

/// Moves the nodes until the last step is at most `enough`, in scales. options.factor is not asked.
Match match(Matching& matching, const NewtonOptions& options, double enough, Nodes& nodes);

}  // namespace zwang::bvp
