// SPDX-License-Identifier: Apache-2.0
#include "linalg/symmetric.h"

#include <cmath>
#include <utility>

namespace zwang::linalg {

namespace {

/// Bunch and Parlett's constant: bounds the growth of either kind of step alike.
const double kAlpha = (1 + std::sqrt(17.0)) / 8;

struct Pivots {
  double diagonal = 0, off = 0;
  Index at = 0, row = 0, column = 0;
};

Pivots search(const Symmetric& f, Index k) {
  Pivots p;
  p.at = p.row = p.column = k;
  for (Index j = k; j < f.size; ++j) {
    const double d = std::fabs(f.H[j * f.ld + j]);
    if (d > p.diagonal) p.diagonal = d, p.at = j;
    for (Index i = j + 1; i < f.size; ++i) {
      const double x = std::fabs(f.H[j * f.ld + i]);
      if (x > p.off) p.off = x, p.row = i, p.column = j;
    }
  }
  return p;
}

/// Symmetric exchange of rows and columns i and k (full storage; the rows of L before k too).
void exchange(const Symmetric& f, Index i, Index k) {
  if (i == k) return;
  for (Index j = 0; j < f.size; ++j) std::swap(f.H[j * f.ld + i], f.H[j * f.ld + k]);
  for (Index j = 0; j < f.size; ++j) std::swap(f.H[i * f.ld + j], f.H[k * f.ld + j]);
  std::swap(f.order[i], f.order[k]);
}

void eliminate_one(const Symmetric& f, Index k) {
  double* column = f.H + k * f.ld;
  const double d = column[k];
  for (Index j = k + 1; j < f.size; ++j) {
    const double l = column[j] / d;
    for (Index i = k + 1; i < f.size; ++i) f.H[j * f.ld + i] -= column[i] * l;
  }
  for (Index i = k + 1; i < f.size; ++i) column[i] /= d;
}

void eliminate_two(const Symmetric& f, Index k) {
  double *c0 = f.H + k * f.ld, *c1 = f.H + (k + 1) * f.ld;
  const double a = c0[k], b = c0[k + 1], c = c1[k + 1];
  const double determinant = a * c - b * b;  // no cancellation: |b| is the largest entry
  for (Index j = k + 2; j < f.size; ++j) {
    const double x = c0[j], y = c1[j];
    const double l0 = (c * x - b * y) / determinant, l1 = (a * y - b * x) / determinant;
    for (Index i = k + 2; i < f.size; ++i) {
      // Columns of L replace c0[j], c1[j] only below; the update needs the old entries, which
      // for i ≤ j − 1 stand in the mirrored rows.
      f.H[j * f.ld + i] -= f.H[i * f.ld + k] * l0 + f.H[i * f.ld + k + 1] * l1;
    }
    c0[j] = l0;
    c1[j] = l1;
  }
  for (Index i = k + 2; i < f.size; ++i) f.H[i * f.ld + k] = f.H[i * f.ld + k + 1] = 0;
}

}  // namespace

SymmetricInertia factor_symmetric(const Symmetric& f) noexcept {
  SymmetricInertia inertia;
  for (Index i = 0; i < f.size; ++i) f.order[i] = i, f.pair[i] = 0;
  double reference = f.reference;
  Index k = 0;
  while (k < f.size) {
    const Pivots p = search(f, k);
    const double largest = std::fmax(p.diagonal, p.off);
    if (k == 0 && reference == 0) reference = largest;
    if (!(largest > f.tolerance * reference)) break;
    if (p.diagonal >= kAlpha * p.off) {
      exchange(f, p.at, k);
      f.H[k * f.ld + k] > 0 ? ++inertia.positive : ++inertia.negative;
      eliminate_one(f, k);
      k += 1;
    } else {
      exchange(f, p.column, k);
      exchange(f, p.row == k ? p.column : p.row, k + 1);
      f.pair[k] = 1;
      ++inertia.positive;  // a 2×2 step is taken only where the determinant is negative
      ++inertia.negative;
      eliminate_two(f, k);
      k += 2;
    }
  }
  inertia.zero = f.size - k;
  return inertia;
}

/// L⁻¹ then B⁻¹ on the first `active` entries; then L⁻ᵀ.
static void solve_ordered(const Symmetric& f, Index active, double* x) {
  for (Index k = 0; k < active; ++k) {
    const Index first = f.pair[k] ? k + 2 : k + 1;
    for (Index i = first; i < f.size; ++i) x[i] -= f.H[k * f.ld + i] * x[k];
    if (f.pair[k]) {
      for (Index i = first; i < f.size; ++i) x[i] -= f.H[(k + 1) * f.ld + i] * x[k + 1];
      const double a = f.H[k * f.ld + k], b = f.H[k * f.ld + k + 1],
                   c = f.H[(k + 1) * f.ld + k + 1], determinant = a * c - b * b;
      const double x0 = x[k], x1 = x[k + 1];
      x[k] = (c * x0 - b * x1) / determinant;
      x[k + 1] = (a * x1 - b * x0) / determinant;
      ++k;
    } else {
      x[k] /= f.H[k * f.ld + k];
    }
  }
}

/// Solves Lᵀx = x for the first `active` entries, the others being given.
static void finish_ordered(const Symmetric& f, Index active, double* x) {
  for (Index k = active; k-- > 0;) {
    const bool second = k > 0 && f.pair[k - 1];
    const Index first = k + 1;
    for (Index i = first; i < f.size; ++i) x[k] -= f.H[k * f.ld + i] * x[i];
    if (second) {
      --k;
      for (Index i = k + 2; i < f.size; ++i) x[k] -= f.H[k * f.ld + i] * x[i];
    }
  }
}

void solve_symmetric(const Symmetric& f, const SymmetricInertia& inertia, double* b,
                     double* scratch) noexcept {
  const Index active = f.size - inertia.zero;
  for (Index i = 0; i < f.size; ++i) scratch[i] = b[f.order[i]];
  solve_ordered(f, active, scratch);
  for (Index i = active; i < f.size; ++i) scratch[i] = 0;
  finish_ordered(f, active, scratch);
  for (Index i = 0; i < f.size; ++i) b[f.order[i]] = scratch[i];
}

namespace {

/// One row of as many right sides as are solved for together.
using Lanes = double[side_by_side];

/// x ← x − l y.
void take(double l, const Lanes& y, Lanes& x) {
  for (Index j = 0; j < side_by_side; ++j) x[j] -= l * y[j];
}

/// As solve_ordered() and finish_ordered().
void solve_ordered(const Symmetric& f, Index active, Lanes* x) {
  for (Index k = 0; k < active; ++k) {
    const double* const column = f.H + k * f.ld;
    if (!f.pair[k]) {
      for (Index i = k + 1; i < f.size; ++i) take(column[i], x[k], x[i]);
      for (double& entry : x[k]) entry /= column[k];
      continue;
    }
    const double* const next = column + f.ld;
    for (Index i = k + 2; i < f.size; ++i) {
      take(column[i], x[k], x[i]);
      take(next[i], x[k + 1], x[i]);
    }
    const double a = column[k], b = column[k + 1], c = next[k + 1], determinant = a * c - b * b;
    for (Index j = 0; j < side_by_side; ++j) {
      const double x0 = x[k][j], x1 = x[k + 1][j];
      x[k][j] = (c * x0 - b * x1) / determinant;
      x[k + 1][j] = (a * x1 - b * x0) / determinant;
    }
    ++k;
  }
}

void finish_ordered(const Symmetric& f, Index active, Lanes* x) {
  for (Index k = active; k-- > 0;) {
    const bool second = k > 0 && f.pair[k - 1];
    for (Index i = k + 1; i < f.size; ++i) take(f.H[k * f.ld + i], x[i], x[k]);
    if (!second) continue;
    --k;
    for (Index i = k + 2; i < f.size; ++i) take(f.H[k * f.ld + i], x[i], x[k]);
  }
}

}  // namespace

void solve_symmetric(const Symmetric& f, const SymmetricInertia& inertia, Index count, double* B,
                     double* scratch) noexcept {
  const Index active = f.size - inertia.zero;
  auto* const x = reinterpret_cast<Lanes*>(scratch);
  for (Index first = 0; first < count; first += side_by_side, B += side_by_side * f.size) {
    const Index here = count - first < side_by_side ? count - first : side_by_side;
    for (Index i = 0; i < f.size; ++i)
      for (Index j = 0; j < side_by_side; ++j) x[i][j] = j < here ? B[j * f.size + f.order[i]] : 0;
    solve_ordered(f, active, x);
    for (Index i = active; i < f.size; ++i)
      for (double& entry : x[i]) entry = 0;
    finish_ordered(f, active, x);
    for (Index i = 0; i < f.size; ++i)
      for (Index j = 0; j < here; ++j) B[j * f.size + f.order[i]] = x[i][j];
  }
}

void null_vector(const Symmetric& f, const SymmetricInertia& inertia, double* x,
                 double* scratch) noexcept {
  const Index active = f.size - inertia.zero;
  for (Index i = 0; i < f.size; ++i) scratch[i] = i == active ? 1 : 0;
  finish_ordered(f, active, scratch);
  double largest = 0;
  for (Index i = 0; i < f.size; ++i) largest = std::fmax(largest, std::fabs(scratch[i]));
  for (Index i = 0; i < f.size; ++i) x[f.order[i]] = scratch[i] / largest;
}

}  // namespace zwang::linalg
