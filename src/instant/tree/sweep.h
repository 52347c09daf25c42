// SPDX-License-Identifier: Apache-2.0
#pragma once
// The accelerations of a tree that is alone, in one call of the bodies' fastest recursion: where
// nobody asks for more than ẍ.

#include <vector>

#include "bodies/constrained.h"
#include "equations/evaluate.h"
#include "instant/tree/rows.h"

namespace zwang::instant {

class TreeSweep {
 public:
  /// The first `rows` rows take part. The equations have no coordinates but the tree's.
  TreeSweep(const equations::Equations& equations, Index rows);

  /// v̇ of A v̇ = b, `numbers` evaluated for dynamics; λ of the rows, or null. May be refused.
  bodies::Answer solve(equations::Workspace& numbers, const double* b, double* vdot,
                       double* lambda) noexcept;

 private:
  void prepare(const equations::MovingSolids& solids) noexcept;
  void fill_rows(equations::Workspace& numbers) noexcept;

  const equations::Solids& solids_;
  /// An entry, and where its one number goes, or its three, among those of the sweeps.
  struct Number {
    RateEntry entry;
    Index slot[3];
  };
  std::vector<Number> entries_;
  std::vector<double> tau_, armature_;
  bodies::Constrained constrained_;
  const equations::MovingSolids* prepared_ = nullptr;
  long version_ = -1;
};

}  // namespace zwang::instant
