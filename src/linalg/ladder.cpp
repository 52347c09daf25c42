// SPDX-License-Identifier: Apache-2.0
#include "linalg/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/rank.h"

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
  for (Index j = 0; j < columns; ++j) {
    const double entry = std::fabs(A[j * ld + i]);
    if (entry > largest) largest = entry;
  }
  return largest;
}

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

}  // namespace

Ladder::Ladder(Index size, Index parameters, Index right_sides, bool products)
    : d_(size), np_(parameters), sides_(right_sides), products_(products) {
  const Index left = 2 * d_ + np_;
  stack_ = room(2 * d_ * (3 * d_ + np_ + sides_));
  last_ = room(left * left);
  right_ = room(left * sides_);
  gamma_ = diagonal_ = norms_ = exact_ = scratch_ = room(left);
  row_order_.resize(static_cast<std::size_t>(left));
  column_order_ = row_order_;
  p_ = room(np_ * sides_);
  solution_ = room(left);
  last_factors_ = room(left);
  if (!products_) return;
  march_ = next_ = room(d_ * (d_ + np_ + sides_));
  B1_ = room(d_ * (d_ + np_));
  rung_ = room(d_ * (2 * d_ + np_ + sides_));
}

void Ladder::begin(Index rungs, bool again) {
  const Index row = d_ * (3 * d_ + np_ + sides_);
  const auto kept = static_cast<std::size_t>(row * std::max<Index>(rungs - 1, 0));
  if (kept_.size() < kept) kept_.resize(kept);
  const auto values = static_cast<std::size_t>((rungs + 1) * d_ * sides_);
  if (z_.size() < values) z_.resize(values);
  const auto grow = [](std::vector<double>& numbers, Index count) {
    if (static_cast<Index>(numbers.size()) < count) numbers.resize(static_cast<std::size_t>(count));
  };
  grow(factors_, rungs * d_);
  if (again) grow(reflectors_, d_ * (2 * d_ + 1) * std::max<Index>(rungs - 1, 0));
  if (products_) grow(steps_, rungs * d_ * (d_ + np_ + sides_));
  rungs_ = 0;
  condition_ = 0;
  again_ = again;
  marching_ = products_;
  growth_ = 1;
}

void Ladder::add(const double* rung) noexcept {
  if (marching_ && !march(rung)) stop_marching();
  if (!marching_) stack(rung);
  ++rungs_;
}

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

bool Ladder::close(const double* ends) noexcept {
  expects(rungs_ > 0);
  marching_ ? fill_marched(ends) : fill_last(ends);
  if (!factor_last(marching_ ? d_ + np_ : 2 * d_ + np_)) return false;
  solve_last();
  return true;
}

void Ladder::solve_again(const double* f, const double* beta) noexcept {
  expects(sides_ == 1 && again_);
  // What is carried to the end, then β: the right side of the last system.
  const Index rows = d_ + np_, carried = marching_ ? 0 : d_;
  double* b = right_.data();
  std::copy_n(beta, rows, b + carried);
  marching_ ? march_again(f) : eliminate_again(f);
  for (Index i = 0; i < rows + carried; ++i) b[i] *= last_factors_[i];
  solve_last();
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

bool Ladder::factor_last(Index left) noexcept {
  double *T = last_.data(), *b = right_.data();
  for (Index i = 0; i < left; ++i) {
    const double factor = last_factors_[i] = balance(largest_in_row(T, left, left, i));
    scale_row(T, left, left, i, factor);
    scale_row(b, left, sides_, i, factor);
  }
  qr_ = {left,
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
  tall_qr(qr_);
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < left; ++k) {
    const double pivot = diagonal_[k];
    if (!std::isfinite(pivot)) condition_ = pivot;
    largest = std::fmax(largest, std::fabs(pivot));
    smallest = std::fmin(smallest, std::fabs(pivot));
  }
  condition_ =
      std::isfinite(condition_) ? largest / smallest : std::numeric_limits<double>::infinity();
  return condition_ * instant_tolerance(left, left) < 1;
}

void Ladder::solve_last() noexcept {
  const Index left = marching_ ? d_ + np_ : 2 * d_ + np_;
  for (Index k = 0; k < sides_; ++k) {
    double* solution = solution_.data();
    least_squares(qr_, right_.data() + k * left, solution);
    std::copy_n(solution, d_, z_.data() + k * d_);
    if (!marching_) std::copy_n(solution + d_, d_, z_.data() + (rungs_ * sides_ + k) * d_);
    std::copy_n(solution + left - np_, np_, p_.data() + k * np_);
  }
  marching_ ? climb() : climb_back();
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

const double* Ladder::p(Index right_side) const noexcept { return p_.data() + right_side * np_; }

}  // namespace zwang::linalg
