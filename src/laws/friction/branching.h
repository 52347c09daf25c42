// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last word: all modes of an island, by branch and bound. A node has some choices made; its
// relaxation is linear in r. Where that has no point, nothing below has one, and the proof is checked.

#include <vector>

#include "laws/friction/island_solver.h"

namespace zwang::least {

class Branching {
 public:
  Branching(const Island& island, IslandSolver& solver) : island_(island), solver_(solver) {}

  /// Looks through the modes; answers that were found before are kept. With apart > 0 modes exclude
  /// each other: to count; with 0 every answer is in one: to say that there is none.
  void look(double apart, Index most_nodes);
  /// An answer that was found elsewhere.
  void keep(const double* r);

  Index count() const { return static_cast<Index>(found_.size()); }
  const std::vector<double>& answer(Index k) const { return found_[static_cast<std::size_t>(k)]; }
  bool continuum() const { return continuum_; }
  /// All modes were looked at, and each was excluded by a checked proof or gave its answer.
  bool complete() const { return complete_; }
  Index nodes() const { return nodes_; }

 private:
  void visit(const Choices& choices, double apart);
  void leaf(const Choices& choices);
  bool split_sector(const Choices& choices, double least);
  void branch(const Choices& choices, const std::vector<double>& r);
  void look_for_width(const std::vector<double>& r);
  void look_between();
  double distance(const double* r, const double* other) const;

  const Island& island_;
  IslandSolver& solver_;
  std::vector<Choices> stack_;
  std::vector<std::vector<double>> found_;
  bool continuum_ = false, complete_ = true;
  Index nodes_ = 0;
};

}  // namespace zwang::least
