// SPDX-License-Identifier: Apache-2.0
#pragma once
// A linear system with two ends:
//   C_i z_i + D_i z_{i+1} + E_i p = f_i  for i = 0 … N − 1,   B0 z_0 + B1 z_N + Bp p = β,
// with any coupling of the ends, by orthogonal elimination of z_1, …, z_{N−1} one after the other.
// S. J. Wright, Stable parallel algorithms for two-point boundary value problems, SIAM Journal on
// Scientific and Statistical Computing 13 (1992). Solutions that grow and solutions that decay are
// both safe: what is carried along is an orthogonal combination of rows and never a product of C's.
// Time and memory are linear in N.

#include <vector>

#include "base/index.h"

namespace zwang::linalg {

class Ladder {
 public:
  /// d = size of each z, np of p. Several right sides f, β are solved for together.
  Ladder(Index size, Index parameters, Index right_sides = 1);

  /// Forgets all rungs. Makes room for so many where there was less: nothing else allocates.
  void begin(Index rungs);

  /// The next rung (C D E f), column-major: d rows, 2d + np + right_sides columns. Rows may be of
  /// any size: they are scaled by powers of two.
  void add(const double* rung) noexcept;

  /// (B0 B1 Bp β), column-major: d + np rows and as many columns as a rung; then solves. False:
  /// singular by the rule of rank.h, or not finite.
  bool close(const double* ends) noexcept;

  /// The solutions.
  const double* z(Index i, Index right_side = 0) const noexcept;
  const double* p(Index right_side = 0) const noexcept;

  /// Largest over smallest pivot of the system of z_0, z_N and p that is left in the end, its rows
  /// equilibrated and its columns pivoted; infinite where an elimination failed before.
  double condition() const noexcept { return condition_; }

 private:
  void eliminate() noexcept;
  bool solve_last(const double* ends) noexcept;
  void climb_back() noexcept;

  Index d_, np_, sides_, rungs_ = 0;
  double condition_ = 0;
  // 2d rows: what is carried, over the new rung. Columns: z_i, z_0, z_{i+1}, p, right sides.
  std::vector<double> stack_;
  std::vector<double> kept_;  // of every eliminated z_i the d rows that give it
  std::vector<double> last_, right_, gamma_, diagonal_, norms_, exact_, scratch_;
  std::vector<Index> row_order_, column_order_;
  std::vector<double> z_, p_;  // right side after right side within each z_i
};

}  // namespace zwang::linalg
