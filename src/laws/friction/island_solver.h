// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finders of the forces of one island. Who finds them does not matter: residuals_of verifies.

#include <vector>

#include "laws/friction/choices.h"
#include "laws/friction/island.h"
#include "laws/friction/nearest_point.h"

namespace zwang::least {

/// Of an answer, in units of the island. Rounding of forces that ill-conditioned rows share is far
/// below; contacts that differ by less are not told apart.
inline constexpr double verified = 1e-9;

class IslandSolver {
 public:
  explicit IslandSolver(const Island& island, double work = 1e300);

  const double* r() const { return r_.data(); }
  /// So much of the work is left: below zero nothing more is found.
  double left() const { return left_; }

  /// The forces where all is chosen; where equalities leave some free, the least ones that satisfy the
  /// inequalities. False where there are none, or where what starts does so in space.
  bool hold(const Choices& choices);
  /// Whether equalities determined the last of these.
  bool determined() const { return determined_; }
  /// From choices on: what is violated most changes, until all holds or a choice comes back.
  bool pivot(Choices choices);
  /// Newton's method on the laws as one fixed point, with an equal compliance of all contacts that
  /// fades.
  bool fade();
  /// So many rows that finders which cost their cube are the last to be asked.
  bool is_large() const { return island_.n > 90; }
  /// Forces with which all that touches rests; of a large island, where it can.
  bool rest_in_motion();
  /// The same without compliance, from r on.
  bool polish(const double* r);
  /// Lemke's method on the complementarity problem; in the plane, one-sided normals.
  bool lemke();

 private:
  friend class Branching;
  bool find_point();
  bool verifies();
  bool fade_in_motion();
  bool newton(double compliance, int most);
  void laws(double compliance, bool slopes);
  void rubbing_law(const IslandRubbing& x, double compliance, bool slopes);
  bool add_cuts(const Choices& choices);
  bool change_worst(Choices& choices) const;

  const Island& island_;
  NearestPoint point_;
  PointRows rows_;
  std::vector<Cut> cuts_;
  bool determined_ = true;
  double left_;
  std::vector<double> r_, a_, s_, limit_slope_, F_, J_, step_, before_;
  std::vector<Index> order_;
};

}  // namespace zwang::least
