// SPDX-License-Identifier: Apache-2.0
#include "linalg/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/contract.h"
#include "linalg/balance.h"
#include "linalg/rank.h"

namespace zwang::linalg {

Ladder::Ladder(Index size, Index parameters, Index right_sides, bool products)
    : d_(size), np_(parameters), sides_(right_sides), products_(products) {
  const Index left = 2 * d_ + np_, width = d_ + np_ + sides_;
  struct Part {
    std::span<double>* what;
    Index count;
  };
  const Part parts[] = {{&stack_, 2 * d_ * (2 * d_ + width)},
                        {&last_, left * left},
                        {&right_, left * sides_},
                        {&gamma_, left},
                        {&diagonal_, left},
                        {&norms_, left},
                        {&exact_, left},
                        {&scratch_, left},
                        {&solution_, left},
                        {&last_factors_, left},
                        {&p_, np_ * sides_},
                        {&march_, products_ ? d_ * width : 0},
                        {&next_, products_ ? d_ * width : 0},
                        {&rounding_, products_ ? d_ : 0},
                        {&B1_, products_ ? d_ * (d_ + np_) : 0},
                        {&rung_, products_ ? d_ * (d_ + width) : 0}};
  Index all = 0;
  for (const Part& part : parts) all += part.count;
  numbers_.resize(static_cast<std::size_t>(all));
  double* next = numbers_.data();
  for (const Part& part : parts) {
    *part.what = {next, static_cast<std::size_t>(part.count)};
    next += part.count;
  }
  row_order_.resize(static_cast<std::size_t>(left));
  column_order_ = row_order_;
}

void Ladder::begin(Index rungs, bool again) {
  const Index between = std::max<Index>(rungs - 1, 0);
  z_.reserve((rungs + 1) * d_ * sides_);
  factors_.reserve(rungs * d_);
  if (products_) steps_.reserve(rungs * d_ * (d_ + np_ + sides_));
  // Last, for where products are made these are never written.
  kept_.reserve(d_ * (3 * d_ + np_ + sides_) * between);
  if (again) reflectors_.reserve(d_ * (2 * d_ + 1) * between);
  rungs_ = 0;
  condition_ = 0;
  again_ = again;
  marching_ = products_;
  std::fill(rounding_.begin(), rounding_.end(), 0.0);
  lot_ = 1;
}

void Ladder::add(const double* rung) noexcept {
  if (marching_ && !march(rung)) stop_marching();
  if (!marching_) stack(rung);
  ++rungs_;
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

const double* Ladder::z(Index i, Index right_side) const noexcept {
  return z_.data() + (i * sides_ + right_side) * d_;
}

const double* Ladder::p(Index right_side) const noexcept { return p_.data() + right_side * np_; }

}  // namespace zwang::linalg
