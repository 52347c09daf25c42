// SPDX-License-Identifier: Apache-2.0
#pragma once
// The dense kernels of one instant, vectorised over the rows of A: one table of functions per
// instruction set, chosen once. Their arithmetic is elementwise over lanes and their sums have a
// fixed order of eight partial sums, so AVX2 and AVX-512 give the same bits.
//
// Layout: "lanes" are contiguous. A matrix X with `rows` rows has row i at X + i·ldx, ldx a
// multiple of 8, 64-byte aligned; unused lanes are zero. L is column-major, column j at
// L + j·ldl, zero above the diagonal and, up to whole registers, below the last row.

#include "base/index.h"

namespace zwang::linalg {

constexpr Index kLane = 8;  // every leading dimension is a multiple of this

/// In: X (rows × ldx). Out: R in its first `rank` rows (lanes permuted), reflectors in V.
struct RowQr {
  Index rows = 0;       // n: length of the reflectors
  Index lanes = 0;      // m: lanes that may be pivots; later ones are only transformed
  double* X = nullptr;  // rows × ldx
  Index ldx = 0;
  double* V = nullptr;  // reflector k at V + k·ldv, zero before entry k
  Index ldv = 0;
  double* gamma = nullptr;  // H_k = I − gamma_k v_k v_kᵀ
  double* scale = nullptr;  // ldx: 1/‖lane‖² where equilibrated, else 1; 0 for a vanished lane
  double* norms = nullptr;  // ldx scratch: remaining squared norms, scaled
  double* exact = nullptr;  // ldx scratch: the norms when last computed afresh
  double* w = nullptr;      // 2·ldx scratch
  double* demand = nullptr;  // ldx, or null: in: b of each lane; out, from `rank` on: what is left
  double* z = nullptr;       // rank: R11ᵀz = b on the pivots
  Index* order = nullptr;    // ldx: lane k was column order[k]
  double tolerance = 0;      // on |R_kk|·√scale relative to the first
  bool equilibrate = true;
};

/// Eight systems: entry k of system s at [8k + s] of M (n·n, lower triangle), Q, A (m·n), b and x.
struct BatchTask {
  Index n = 0, m = 0;
  const double *M = nullptr, *Q = nullptr, *A = nullptr, *b = nullptr;
  double* work = nullptr;     // batch_work(n, m) doubles, aligned
  double* x = nullptr;        // out: ẍ
  double* quality = nullptr;  // out, 8: a bound of κ² of the equilibrated rows, or ∞, NaN
  double exact = 0;           // κ² up to which one solve with G is good enough
  double trusted = 0;         // κ² up to which a correction makes it so
  double mass_trusted = 0;    // 1/det of M scaled to unit diagonal, at most
};

constexpr Index batch_work(Index n, Index m) {
  return 8 * ((n + m + 1) * (n + 1) + 2 * m * m + n + 4 * m);
}

struct Kernels {
  const char* name;

  /// Cholesky of one diagonal block of M (size × size, lower triangle in L) and, in the same
  /// sweep, X ← L⁻¹X for the block's rows of X. inverse[j] = 1/L_jj. Returns size, or the first
  /// column whose pivot is at most tolerance × its diagonal entry.
  Index (*factor)(Index size, double* L, Index ldl, double* X, Index ldx, double* inverse,
                  double tolerance) noexcept;

  /// Pivoted Householder QR of X's lanes. Returns the rank.                 rank rule: rank.h
  Index (*row_qr)(const RowQr& qr) noexcept;

  /// B_k ← H_first … H_last B_k for `count` ≤ 3 vectors of qr.rows entries (padded to 8).
  void (*apply_reflectors)(const RowQr& qr, Index rank, double* const* B, Index count) noexcept;

  /// Solves R11 x = z; z holds `rank` entries, then zeros up to ldx; in place.
  void (*backward)(const RowQr& qr, Index rank, double* z) noexcept;

  /// Solves Lᵀx = b in place for `count` ≤ 3 right-hand sides of one block.
  void (*back_substitute)(Index size, const double* L, Index ldl, const double* inverse,
                          double* const* B, Index count) noexcept;

  /// f ← L y for one block.
  void (*multiply)(Index size, const double* L, Index ldl, const double* y, double* f) noexcept;

  /// y ← A x for row-major A (rows × columns, not padded).
  void (*row_products)(Index rows, Index columns, const double* A, const double* x,
                       double* y) noexcept;

  /// Bellman's forward sweep in Potter's square-root form, r-dimensional: for each of `stages`
  /// reduced columns c_k (row k of c, ldr apart): β_k, α_k, and S ← S − β fᵀ/(α + √α). S is
  /// row-major, r × ldr; f is scratch of ldr.
  void (*potter)(Index r, Index stages, const double* c, Index ldr, double* S, double* beta,
                 double* alpha, double* f) noexcept;

  /// Eight systems side by side (lanes/batch.h).
  void (*batch)(const BatchTask& task) noexcept;

  /// Whole groups of eight between arrays with entries `stride` apart and groups `apart`.
  void (*gather_groups)(const double* from, Index stride, Index entries, Index groups, double* to,
                        Index apart) noexcept;
  void (*scatter_groups)(const double* from, Index apart, Index entries, Index groups, double* to,
                         Index stride) noexcept;

  /// Gauss's elimination of `size` unknowns: S holds the matrix and behind every row its right
  /// sides, which become the solutions; rows ld ≥ size + columns + 7 apart, and what is behind them
  /// is not kept. Left of them the factors: step k exchanged rows k and order[k]. False: singular.
  bool (*eliminate)(Index size, Index columns, double* S, Index ld, Index* order) noexcept;
};

}  // namespace zwang::linalg
