// SPDX-License-Identifier: Apache-2.0
// Where every D is diagonal, z_{i+1} follows from z_i, and z_N from z_0 by a product. What rounding
// does on the way is followed beside it: the product of the factors' norms would be a bound, but one
// that grows with every rung. Orthogonal elimination loses nothing, and costs six times as much.

#include <algorithm>
#include <cmath>

#include "linalg/ladder.h"

namespace zwang::linalg {

namespace {

constexpr double most_growth = 1e6;  // of sixteen digits ten are left

/// y ← y + C x, C being d × d, column-major.
void add_product(Index d, const double* C, const double* x, double* y) noexcept {
  for (Index k = 0; k < d; ++k, C += d) {
    const double by = x[k];
    if (by == 0) continue;  // as all but one of a component that no equation knows
    for (Index r = 0; r < d; ++r) y[r] += by * C[r];
  }
}

}  // namespace

/// Every sum of a step to be off by its rounding, with a sign that is drawn: after all steps the
/// largest of what has come of that. Rows of the step count with their size, for a z of size one.
bool Ladder::rounding_grows(const double* step) noexcept {
  const Index d = d_;
  double *fresh = scratch_.data(), *size = fresh + d;
  std::fill_n(fresh, d, 0.0);
  std::fill_n(size, d, 1.0);
  for (Index k = 0; k < d; ++k, step += d) {
    for (Index r = 0; r < d; ++r) {
      fresh[r] += rounding_[k] * step[r];
      size[r] += std::fabs(step[r]);
    }
  }
  double largest = 0;
  for (Index r = 0; r < d; ++r) {
    lot_ = 1664525 * lot_ + 1013904223;  // Numerical Recipes, section 7.1
    fresh[r] += lot_ >> 31 ? size[r] : -size[r];
    if (!(std::fabs(fresh[r]) <= largest)) largest = std::fabs(fresh[r]);
  }
  if (!(largest <= most_growth)) return true;
  std::copy_n(fresh, d, rounding_.data());
  return false;
}

/// False: the rung does not allow it, and nothing was done.
bool Ladder::march(const double* rung) noexcept {
  const Index d = d_, rest = np_ + sides_, columns = d + rest;
  const double *D = rung + d * d, *E = D + d * d;
  for (Index k = 0; k < d; ++k)
    for (Index r = 0; r < d; ++r)
      if ((D[k * d + r] != 0) != (r == k)) return false;

  double* step = steps_.data() + rungs_ * d * columns;
  for (Index r = 0; r < d; ++r) {
    const double inverse = -1 / D[r * d + r];
    factors_[rungs_ * d + r] = -inverse;
    for (Index k = 0; k < d; ++k) step[k * d + r] = inverse * rung[k * d + r];
    for (Index k = 0; k < np_; ++k) step[(d + k) * d + r] = inverse * E[k * d + r];
    for (Index k = np_; k < rest; ++k) step[(d + k) * d + r] = -inverse * E[k * d + r];
  }
  if (rounding_grows(step)) return false;

  if (rungs_ == 0) {
    std::copy_n(step, d * columns, march_.data());
    return true;
  }
  std::fill_n(next_.data(), d * d, 0.0);
  std::copy_n(step + d * d, d * rest, next_.data() + d * d);
  for (Index k = 0; k < columns; ++k)
    add_product(d, step, march_.data() + k * d, next_.data() + k * d);
  std::swap(march_, next_);
  return true;
}

/// Goes the way again, by orthogonal elimination.
void Ladder::stop_marching() noexcept {
  const Index d = d_, rest = np_ + sides_, marched = rungs_;
  marching_ = false;
  for (rungs_ = 0; rungs_ < marched; ++rungs_) {
    const double* step = steps_.data() + rungs_ * d * (d + rest);
    double* rung = rung_.data();
    std::copy_n(step, d * d, rung);
    std::fill_n(rung + d * d, d * d, 0.0);
    for (Index r = 0; r < d; ++r) rung[d * d + r * d + r] = -1;
    std::copy_n(step + d * d, d * np_, rung + 2 * d * d);
    for (Index k = d * (d + np_); k < d * (d + rest); ++k) rung[d * d + k] = -step[k];
    double* factors = factors_.data() + rungs_ * d;
    std::copy_n(factors, d, scratch_.data());
    stack(rung);
    for (Index r = 0; r < d; ++r) factors[r] *= -scratch_[r];  // of the rung as it was added
  }
}

/// (B0 + B1 Φ) z_0 + (Bp + B1 Ψ) p = β − B1 φ.
void Ladder::fill_marched(const double* ends) noexcept {
  const Index d = d_, rows = d + np_;
  const double *B1 = ends + d * rows, *Bp = B1 + d * rows, *beta = Bp + np_ * rows;
  const auto fill = [&](const double* B, Index column, double sign, double* to) {
    std::copy_n(B, rows, to);
    const double* x = march_.data() + column * d;
    for (Index k = 0; k < d; ++k) {
      const double by = sign * x[k];
      for (Index r = 0; r < rows; ++r) to[r] += by * B1[k * rows + r];
    }
  };
  std::copy_n(B1, d * rows, B1_.data());
  double *T = last_.data(), *b = right_.data();
  for (Index k = 0; k < d; ++k) fill(ends + k * rows, k, 1, T + k * rows);
  for (Index k = 0; k < np_; ++k) fill(Bp + k * rows, d + k, 1, T + (d + k) * rows);
  for (Index k = 0; k < sides_; ++k) fill(beta + k * rows, d + np_ + k, -1, b + k * rows);
}

/// The same way with other right sides; the last system's becomes β − B1 φ.
void Ladder::march_again(const double* f) noexcept {
  const Index d = d_, rows = d + np_, columns = d + np_ + sides_;
  double *phi = march_.data(), *next = next_.data(), *b = right_.data();
  std::fill_n(phi, d, 0.0);
  for (Index i = 0; i < rungs_; ++i) {
    double *step = steps_.data() + i * d * columns, *right = step + (d + np_) * d;
    for (Index r = 0; r < d; ++r) next[r] = right[r] = factors_[i * d + r] * f[i * d + r];
    add_product(d, step, phi, next);
    std::swap(phi, next);
  }
  for (Index k = 0; k < d; ++k)
    for (Index r = 0; r < rows; ++r) b[r] -= phi[k] * B1_[k * rows + r];
}

void Ladder::climb() noexcept {
  const Index d = d_, columns = d + np_ + sides_;
  for (Index i = 0; i < rungs_; ++i) {
    const double* step = steps_.data() + i * d * columns;
    for (Index side = 0; side < sides_; ++side) {
      double* x = z_.data() + ((i + 1) * sides_ + side) * d;
      std::copy_n(step + (d + np_ + side) * d, d, x);
      for (Index k = 0; k < np_; ++k)
        for (Index r = 0; r < d; ++r) x[r] += step[(d + k) * d + r] * p(side)[k];
      add_product(d, step, z(i, side), x);
    }
  }
}

}  // namespace zwang::linalg
