// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rigid solids among the equations. Formulas know points and axes of bodies as if they were three
// coordinates more each, X: programs fill the arrays of the *written* system, over (q, X), and
// what they say reaches the coordinates through X = X(q), Ẋ = J q̇, Ẍ = J q̈ + J̇ q̇:
//   A = A_q + A_x J,  b = b − A_x J̇ q̇,  Q = Q_q + Jᵀ Q_x − h,  M = M_qq + H.

#include <cstdint>
#include <vector>

#include "base/index.h"
#include "bodies/space/solid.h"
#include "bodies/tree.h"
#include "equations/layout.h"
#include "equations/row_map.h"

namespace zwang::equations {

/// What a formula sees of a body, three numbers in world axes: a point, a vector fixed in it (no
/// place), or its angular velocity, of which only Ẋ = ω and Ẍ = ω̇ have a meaning.
enum class FrameKind : std::uint8_t { point, vector, omega };

struct Frame {
  Index body = 0;
  FrameKind kind = FrameKind::point;
  Index local = 0;  // its three numbers in the body frame, among Array::properties
};

/// Masses that formulas give: to coordinates, or (rarely) to what they see of bodies.
struct WrittenMass {
  struct Copy {
    Index from, to;  // numbers of the workspace
    Index row, column;
  };
  struct Along {
    Index from, row, column;  // coordinates of the written system, one of them of a frame
  };
  struct Rotor {
    Index from, rate;  // a mass of its own that a joint's rate has
  };
  std::vector<Copy> copies;
  std::vector<Along> along;
  std::vector<Rotor> rotors;  // among the copies
};

struct Solids {
  bodies::Tree tree;
  Index first = 0;  // q[first] is the tree's first coordinate; they stand together
  std::vector<Frame> frames;

  // What follows is filled in by reduce().

  /// Of the written system, n + 3·frames coordinates; Equations::layout is over n.
  Layout written;
  std::vector<std::uint32_t> frame_slots;  // of X, three for each frame; Ẋ and Ẍ have the next two

  Index n_written() const { return written.sizes().n; }

  RowMap A_rows, B_rows, C_slope_rows;
  ColumnMap G_columns, H_columns;  // of the reduced ones
  WrittenMass mass;
  /// M contains the tree's coordinates as one block. Not of large trees: then it has the diagonal of
  /// H there, which is a metric and nothing more, and only the recursions solve the instant.
  bool dense = true;
  /// No formula gives a mass to what the tree moves, rotors excepted: the recursions solve the
  /// instant.
  bool recursive = true;
  Index block = 0, block_size = 1;  // M's number at (first, first), and its rows' length
};

}  // namespace zwang::equations
