// SPDX-License-Identifier: Apache-2.0
#include "linalg/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/rank.h"
#include "linalg/tall_qr.h"

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

/// The power of two that brings x into [1, 2), or as near as a double can; 1 for what has none.
double balance(double x) noexcept {
  return x > 0 && std::isfinite(x) ? std::ldexp(1.0, std::min(-std::ilogb(x), 1000)) : 1;
}

/// Row i of A (columns ld apart) times `factor`.
void scale_row(double* A, Index ld, Index columns, Index i, double factor) noexcept {
  if (factor != 1)
    for (Index j = 0; j < columns; ++j) A[j * ld + i] *= factor;
}

double largest_in_row(const double* A, Index ld, Index columns, Index i) noexcept {
  double largest = 0;
  for (Index j = 0; j < columns; ++j) largest = std::fmax(largest, std::fabs(A[j * ld + i]));
  return largest;
}

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

}  // namespace

Ladder::Ladder(Index size, Index parameters, Index right_sides)
    : d_(size), np_(parameters), sides_(right_sides) {
  const Index left = 2 * d_ + np_;
  stack_ = room(2 * d_ * (3 * d_ + np_ + sides_));
  last_ = room(left * left);
  right_ = room(left * sides_);
  gamma_ = diagonal_ = norms_ = exact_ = scratch_ = room(left);
  row_order_.resize(static_cast<std::size_t>(left));
  column_order_ = row_order_;
  p_ = room(left * sides_);
}

void Ladder::begin(Index rungs) {
  const Index row = d_ * (3 * d_ + np_ + sides_);
  const auto kept = static_cast<std::size_t>(row * std::max<Index>(rungs - 1, 0));
  if (kept_.size() < kept) kept_.resize(kept);
  const auto values = static_cast<std::size_t>((rungs + 1) * d_ * sides_);
  if (z_.size() < values) z_.resize(values);
  rungs_ = 0;
  condition_ = 0;
}

void Ladder::add(const double* rung) noexcept {
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
    const double size = largest_in_row(row, ld, 3 * d, i);
    scale_row(row, ld, 3 * d + rest, i, balance(size));
  }
  if (!first) eliminate();
  ++rungs_;
}

/// Householder's reflections on the columns of z_i. The upper rows are then put away: they give z_i
/// once z_0, z_{i+1} and p are known. The lower ones no longer contain z_i and are carried on.
void Ladder::eliminate() noexcept {
  const Index d = d_, ld = 2 * d, columns = 3 * d + np_ + sides_;
  double* S = stack_.data();
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

bool Ladder::close(const double* ends) noexcept {
  expects(rungs_ > 0);
  if (!solve_last(ends)) return false;
  climb_back();
  return true;
}

/// What is left: the carried rows and the ends, a square system of z_0, z_N and p.
bool Ladder::solve_last(const double* ends) noexcept {
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
  for (Index i = 0; i < left; ++i) {
    const double factor = balance(largest_in_row(T, left, left, i));
    scale_row(T, left, left, i, factor);
    scale_row(b, left, sides_, i, factor);
  }

  const TallQr qr{left,
                  left,
                  T,
                  left,
                  gamma_.data(),
                  diagonal_.data(),
                  row_order_.data(),
                  column_order_.data(),
                  norms_.data(),
                  exact_.data(),
                  scratch_.data()};
  tall_qr(qr);
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (double pivot : diagonal_) {
    if (!std::isfinite(pivot)) condition_ = pivot;
    largest = std::fmax(largest, std::fabs(pivot));
    smallest = std::fmin(smallest, std::fabs(pivot));
  }
  condition_ =
      std::isfinite(condition_) ? largest / smallest : std::numeric_limits<double>::infinity();
  if (!(condition_ * instant_tolerance(left, left) < 1)) return false;
  for (Index k = 0; k < sides_; ++k) {
    double* solution = p_.data() + k * left;
    least_squares(qr, b + k * left, solution);
    std::copy_n(solution, d, z_.data() + k * d);
    std::copy_n(solution + d, d, z_.data() + (rungs_ * sides_ + k) * d);
  }
  return true;
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

const double* Ladder::z(Index i, Index right_side) const noexcept {
  return z_.data() + (i * sides_ + right_side) * d_;
}

const double* Ladder::p(Index right_side) const noexcept {
  return p_.data() + right_side * (2 * d_ + np_) + 2 * d_;
}

}  // namespace zwang::linalg
