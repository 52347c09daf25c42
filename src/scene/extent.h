// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far all that is drawn goes, and whether it stays in a plane.

#include "record/row_source.h"
#include "scene/columns.h"
#include "scene/contour.h"

namespace zwang::scene {

struct Extent {
  Box box;
  bool empty = true;           // nothing is drawn, or no number is finite
  double from = 0, until = 0;  // times of the first and the last row
  std::size_t rows = 0;        // in all
  bool flat = true;            // bodies turn about z only, and nothing leaves its own height

  double size() const;  // of the box, its diagonal; 1 where there is none
};

/// Looks at some thousand of the rows.
Extent measure(const std::vector<Vector>& points, Numbers& numbers, const Columns& columns,
               record::RowSource& rows);

}  // namespace zwang::scene
