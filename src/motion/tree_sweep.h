// SPDX-License-Identifier: Apache-2.0
#pragma once
// The accelerations of a tree that is alone, in one call of the bodies' fastest recursion: where
// nobody asks for more than ẍ.

#include <vector>

#include "bodies/constrained.h"
#include "equations/evaluate.h"

namespace zwang::motion {

class TreeSweep {
 public:
  /// The first `rows` rows take part. The equations have no coordinates but the tree's.
  TreeSweep(const equations::Equations& equations, Index rows);

  /// v̇ of A v̇ = b, `numbers` evaluated for dynamics; λ of the rows, or null.
  bodies::Answer solve(equations::Workspace& numbers, const double* b, double* vdot,
                       double* lambda) noexcept;

 private:
  /// Where an entry of the written rows goes: to one number, or of a quaternion's to three.
  struct Number {
    Index row, from, slot;
    Index quaternion, component;  // −1: the coordinate is its own rate
  };
  struct Wrench {
    Index along, slot;
  };
  void prepare(const equations::MovingSolids& solids) noexcept;
  void fill_rows(equations::Workspace& numbers) noexcept;

  const equations::Equations& equations_;
  const equations::Solids& solids_;
  Index rows_;
  std::vector<bodies::RowShape> shapes_;
  std::vector<Wrench> wrench_of_;
  std::vector<Number> number_of_;
  std::vector<bodies::Force<double>> wrenches_;  // row by row, as the shapes have them
  std::vector<double> numbers_, tau_, armature_;
  bodies::Constrained constrained_;
  const equations::MovingSolids* prepared_ = nullptr;
  long version_ = -1;
};

}  // namespace zwang::motion
