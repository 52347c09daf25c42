// SPDX-License-Identifier: Apache-2.0
// By orthogonal elimination: every z between the ends is reflected away as soon as both rungs that know
// it are there, and comes back by substitution.

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/balance.h"
#include "linalg/ladder.h"

namespace zwang::linalg {

namespace {

/// Two partial sums: a fixed order that the processor need not wait for.
double dot(const double* x, const double* y, Index count) noexcept {
  double s = 0, t = 0;
  Index i = 0;
  for (; i + 2 <= count; i += 2) {
    s += x[i] * y[i];
    t += x[i + 1] * y[i + 1];
  }
  if (i < count) s += x[i] * y[i];
  return s + t;
}

}  // namespace

/// Puts the rung below what is carried, and eliminates the z between them.
void Ladder::stack(const double* rung) noexcept {
  const Index d = d_, ld = 2 * d, rest = np_ + sides_;
  // The columns of the stack: z_i at 0, z_0 at d, z_{i+1} at 2d, then p and the right sides. The
  // first rung is what is carried: it has z_0 for z_i, which is not eliminated.
  const bool first = rungs_ == 0;
  double* row = stack_.data() + (first ? 0 : d);
  const auto place = [&](Index to, const double* from, Index columns) {
    for (Index j = 0; j < columns; ++j)
      for (Index i = 0; i < d; ++i) row[(to + j) * ld + i] = from ? from[j * d + i] : 0;
  };
  place(0, rung + (first ? d * d : 0), d);
  place(d, first ? rung : nullptr, d);
  place(2 * d, first ? nullptr : rung + d * d, d);
  place(3 * d, rung + 2 * d * d, rest);
  for (Index i = 0; i < d; ++i) {
    const double factor = balance(largest_in_row(row, ld, 3 * d, i));
    factors_[rungs_ * d + i] = factor;
    scale_row(row, ld, 3 * d + rest, i, factor);
  }
  if (!first) eliminate();
}

/// Householder's reflections on the columns of z_i. The upper rows are then put away: they give z_i
/// once z_0, z_{i+1} and p are known. The lower ones no longer contain z_i and are carried on.
void Ladder::eliminate() noexcept {
  const Index d = d_, ld = 2 * d, columns = 3 * d + np_ + sides_;
  double* S = stack_.data();
  double* reflectors = again_ ? reflectors_.data() + (rungs_ - 1) * d * (ld + 1) : nullptr;
  for (Index k = 0; k < d; ++k) {
    double* v = S + k * ld + k;
    const Index count = ld - k;
    const double norm = std::sqrt(dot(v, v, count));
    const double beta = v[0] > 0 ? -norm : norm;
    if (!(norm > 0)) condition_ = std::numeric_limits<double>::infinity();
    v[0] -= beta;
    const double gamma = norm > 0 ? -1 / (beta * v[0]) : 0;
    for (Index j = k + 1; j < columns; ++j) {
      double* b = S + j * ld + k;
      const double t = gamma * dot(v, b, count);
      for (Index i = 0; i < count; ++i) b[i] -= t * v[i];
    }
    if (reflectors) {
      std::copy_n(v, count, reflectors + k * ld + k);
      reflectors[d * ld + k] = gamma;
    }
    v[0] = beta;
  }
  double* kept = kept_.data() + (rungs_ - 1) * d * columns;
  for (Index j = 0; j < columns; ++j) std::copy_n(S + j * ld, d, kept + j * d);
  for (Index j = 0; j < columns; ++j) {  // z_{i+1} becomes the next z_i
    const Index from = j < d ? 2 * d + j : j;
    for (Index i = 0; i < d; ++i)
      S[j * ld + i] = j >= 2 * d && j < 3 * d ? 0 : S[from * ld + d + i];
  }
}

/// The reflections of old on a new right side.
void Ladder::eliminate_again(const double* f) noexcept {
  const Index d = d_, ld = 2 * d, columns = 3 * d + np_ + sides_;
  double *stack = scratch_.data(), *carried = right_.data();
  for (Index rung = 0; rung < rungs_; ++rung) {
    double* fresh = rung == 0 ? carried : stack + d;
    for (Index r = 0; r < d; ++r) fresh[r] = factors_[rung * d + r] * f[rung * d + r];
    if (rung == 0) continue;
    std::copy_n(carried, d, stack);
    const double* reflectors = reflectors_.data() + (rung - 1) * d * (ld + 1);
    for (Index k = 0; k < d; ++k) {
      const double* v = reflectors + k * ld;
      const double t = reflectors[d * ld + k] * dot(v + k, stack + k, ld - k);
      for (Index i = k; i < ld; ++i) stack[i] -= t * v[i];
    }
    std::copy_n(stack, d, kept_.data() + ((rung - 1) * columns + 3 * d + np_) * d);
    std::copy_n(stack + d, d, carried);
  }
}

/// What is left: the carried rows and the ends, a square system of z_0, z_N and p.
void Ladder::fill_last(const double* ends) noexcept {
  const Index d = d_, ld = 2 * d, left = 2 * d + np_, rows = d + np_;
  double *T = last_.data(), *b = right_.data();
  const auto fill = [&](double* to, Index column, Index end_column) {
    std::copy_n(stack_.data() + column * ld, d, to);
    std::copy_n(ends + end_column * rows, rows, to + d);
  };
  for (Index j = 0; j < d; ++j) fill(T + j * left, d + j, j);
  for (Index j = 0; j < d; ++j) fill(T + (d + j) * left, j, d + j);
  for (Index j = 0; j < np_; ++j) fill(T + (2 * d + j) * left, 3 * d + j, 2 * d + j);
  for (Index j = 0; j < sides_; ++j) fill(b + j * left, 3 * d + np_ + j, 2 * d + np_ + j);
}

void Ladder::climb_back() noexcept {
  const Index d = d_, columns = 3 * d + np_ + sides_;
  for (Index i = rungs_ - 1; i > 0; --i) {
    const double* R = kept_.data() + (i - 1) * d * columns;
    for (Index side = 0; side < sides_; ++side) {
      double* x = z_.data() + (i * sides_ + side) * d;
      std::copy_n(R + (3 * d + np_ + side) * d, d, x);
      const auto subtract = [&](Index column, const double* by, Index count) {
        for (Index j = 0; j < count; ++j)
          for (Index r = 0; r < d; ++r) x[r] -= R[(column + j) * d + r] * by[j];
      };
      subtract(d, z(0, side), d);
      subtract(2 * d, z(i + 1, side), d);
      subtract(3 * d, p(side), np_);
      for (Index k = d; k-- > 0;) {
        x[k] /= R[k * d + k];
        for (Index r = 0; r < k; ++r) x[r] -= R[k * d + r] * x[k];
      }
    }
  }
}

}  // namespace zwang::linalg
