// SPDX-License-Identifier: Apache-2.0
#pragma once
// How rows over (q, X) become rows over q: entries of true coordinates are copied, the three of a
// frame go down its path to the ground, r = Σ a_x J.

#include <vector>

#include "bodies/space/vec3.h"
#include "equations/pattern.h"

namespace zwang::equations {

struct RowMap {
  struct Copy {
    Index from, to;  // entries
    Index row, column;
  };
  struct Along {
    Index row, frame;
    Index from[3];  // entries of the written row; −1: not there
    Index path;     // where its path begins in `place`

    bodies::Vec3<double> entries(const double* written) const noexcept {
      double a[3];
      for (int k = 0; k < 3; ++k) a[k] = from[k] < 0 ? 0.0 : written[from[k]];
      return {a[0], a[1], a[2]};
    }
  };
  std::vector<Copy> copies;
  std::vector<Along> along;
  /// By path, body after body towards the ground: the entry of the joint's first coordinate, behind
  /// which its others stand; −1 where the joint does not move the frame.
  std::vector<Index> place;
};

/// A pattern by columns: which rows a column has entries in, and which entries they are.
struct ColumnMap {
  std::vector<Index> begin{0}, row, entry;
};

ColumnMap by_columns(const Pattern& pattern, Index columns);

}  // namespace zwang::equations
