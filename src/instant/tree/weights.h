// SPDX-License-Identifier: Apache-2.0
#pragma once
// M = L Lᵀ where solids are there, without M: blocks for the coordinates before the tree's, the
// recursion of the bodies for the rates of their joints. Here w stands for these coordinates and
// rates together, x for all coordinates; of a quaternion e, x = ½ e (0, w) up to its length
// (tree_lengths.h).

#include <vector>

#include "bodies/articulated.h"
#include "equations/evaluate.h"
#include "instant/tree/rows.h"

namespace zwang::instant {

class TreeWeights {
 public:
  explicit TreeWeights(const equations::Equations& equations);

  Index size() const { return plain_ + solids_.tree.nv; }  // of w

  /// Factors where `numbers` were evaluated. With `keep` what follows stays true while they move on,
  /// else until then.
  /// False: some motion has no mass.
  bool factor(equations::Workspace& numbers, bool keep) noexcept;

  void divide_transposed(double* w) noexcept;  // w ← L⁻ᵀw
  /// w ← L⁻¹ of all forces, those of inertia among them; not after `keep`.
  void fill_force(equations::Workspace& numbers, double* w) noexcept;
  /// D = A L⁻ᵀ, the first `rows` rows, size() numbers each; zero where a row does not take part.
  void fill_rows(equations::Workspace& numbers, const unsigned char* takes_part, Index rows,
                 double* D) noexcept;
  /// x of w.
  void spread(const double* w, double* x) const noexcept;
  /// The same at the state of `numbers`, whatever was factored.
  void spread(const equations::Workspace& numbers, const double* w, double* x) const noexcept;

 private:
  bool factor_blocks(const double* M) noexcept;
  void divide_blocks(double* w) const noexcept;

  const equations::Equations& equations_;
  const equations::Solids& solids_;
  Index plain_;                // coordinates before the tree's
  std::vector<Index> blocks_;  // sizes, of theirs
  /// A body that a row concerns, or that carries one.
  struct Step {
    Index body;
    Index up;                      // the step of its parent; −1: the ground
    Index first, last;             // entries of A along its coordinates
    bodies::Force<double> wrench;  // of the row, as if no joint gave way
    bool bound;                    // whether the row moves it, or one that carries it
  };
  struct Row {
    std::vector<RateEntry> copies;                    // of entries of the written row
    std::vector<const equations::RowMap::Along*> on;  // bodies
    std::vector<Step> steps;                          // the farthest out first
  };
  void find_steps(Index row);
  void load_row(equations::Workspace& numbers, Row& row) noexcept;
  std::vector<Row> rows_;
  bodies::Articulated articulated_;
  bodies::Kinematics kept_;
  const bodies::Kinematics* kinematics_ = nullptr;
  AlignedArray L_, armature_, q_, tau_;
};

}  // namespace zwang::instant
