// SPDX-License-Identifier: Apache-2.0
#pragma once
// A linear system with two ends:
//   C_i z_i + D_i z_{i+1} + E_i p = f_i  for i = 0 … N − 1,   B0 z_0 + B1 z_N + Bp p = β,
// with any coupling of the ends, by orthogonal elimination of z_1, …, z_{N−1} one after the other.
// S. J. Wright, Stable parallel algorithms for two-point boundary value problems, SIAM Journal on
// Scientific and Statistical Computing 13 (1992). Solutions that grow and solutions that decay are
// both safe: what is carried along is an orthogonal combination of rows and never a product of C's,
// unless products are allowed and nothing can grow much: they are cheaper.
// Time and memory are linear in N.

#include <cstdint>
#include <span>
#include <vector>

#include "base/room.h"
#include "linalg/tall_qr.h"

namespace zwang::linalg {

class Ladder {
 public:
  /// d = size of each z, np of p. Several right sides f, β are solved for together. Where products
  /// are allowed, up to six digits may be lost by them: steps that are repeated do not need more.
  Ladder(Index size, Index parameters, Index right_sides = 1, bool products = false);

  Ladder(const Ladder&) = delete;
  Ladder& operator=(const Ladder&) = delete;

  /// Forgets all rungs. Makes room for so many where there was less: nothing else allocates. What
  /// solve_again() needs is kept only where it is asked for.
  void begin(Index rungs, bool again = false);

  /// The next rung (C D E f), column-major: d rows, 2d + np + right_sides columns. Rows may be of
  /// any size: they are scaled by powers of two.
  void add(const double* rung) noexcept;

  /// (B0 B1 Bp β), column-major: d + np rows and as many columns as a rung; then solves. False:
  /// singular by the rule of rank.h, or not finite.
  bool close(const double* ends) noexcept;

  /// Behind close(): solves again with the same matrices and other right sides, of which there is one:
  /// f_0, f_1, … one after the other, and β.
  void solve_again(const double* f, const double* beta) noexcept;

  /// The solutions.
  const double* z(Index i, Index right_side = 0) const noexcept;
  const double* p(Index right_side = 0) const noexcept;

  /// Largest over smallest pivot of the system of z_0 and p, and z_N unless it was reached by
  /// products, that is left in the end, its rows equilibrated and its columns pivoted; infinite where
  /// an elimination failed before.
  double condition() const noexcept { return condition_; }

 private:
  // By products (ladder_march.cpp), until the first rung that does not allow it.
  bool march(const double* rung) noexcept;
  bool rounding_grows(const double* step) noexcept;
  void stop_marching() noexcept;
  void fill_marched(const double* ends) noexcept;
  void climb() noexcept;
  void march_again(const double* f) noexcept;

  void stack(const double* rung) noexcept;
  void eliminate() noexcept;
  void fill_last(const double* ends) noexcept;
  void eliminate_again(const double* f) noexcept;
  bool factor_last(Index left) noexcept;
  void solve_last() noexcept;
  void climb_back() noexcept;

  Index d_, np_, sides_, rungs_ = 0;
  double condition_ = 0;
  bool products_, again_ = false, marching_ = false;
  std::vector<double> numbers_;  // all of the following: in one piece, for they are small and many
  std::span<double> rounding_;   // what errors of unit size have grown to, at z_i
  std::uint32_t lot_ = 0;        // draws their signs
  std::span<double> march_;      // z_i = march_ (z_0, p, right sides), column-major
  std::span<double> next_;       // the same of z_{i+1}
  Room<double> steps_;      // of every rung: z_{i+1} = step (z_i, p, right sides), column-major
  std::span<double> rung_;  // one of them, as it was
  // 2d rows: what is carried, over the new rung. Columns: z_i, z_0, z_{i+1}, p, right sides.
  std::span<double> stack_;
  Room<double> kept_;        // of every eliminated z_i the d rows that give it
  Room<double> reflectors_;  // and the reflections that led to them, 2d × d and d factors
  Room<double> factors_;     // of the rows of every rung
  std::span<double> last_, right_, gamma_, diagonal_, norms_, exact_, scratch_, solution_;
  std::span<double> last_factors_, B1_;  // of the rows of `last_`; B1, where products are made
  std::vector<Index> row_order_, column_order_;
  TallQr qr_;       // of `last_`
  Room<double> z_;  // right side after right side within each z_i
  std::span<double> p_;
};

}  // namespace zwang::linalg
