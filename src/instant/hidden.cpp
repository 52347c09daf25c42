// SPDX-License-Identifier: Apache-2.0
#include "instant/hidden.h"

#include <algorithm>
#include <cmath>

#include "linalg/rank.h"

namespace zwang::instant {

namespace {

Index longest(const std::vector<DependentRows>& sets) {
  Index most = 1;
  for (const DependentRows& rows : sets) most = std::max(most, static_cast<Index>(rows.size()));
  return most;
}

// x += factor · row of a pattern.
void add_row(const equations::Pattern& pattern, const double* values, Index row, double factor,
             double* x) {
  const auto i = static_cast<std::size_t>(row);
  for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
    x[pattern.column[static_cast<std::size_t>(k)]] += factor * values[k];
  }
}

double length(const equations::Pattern& pattern, const double* values, Index row) {
  const auto i = static_cast<std::size_t>(row);
  double sum = 0;
  for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) sum += values[k] * values[k];
  return std::sqrt(sum);
}

}  // namespace

HiddenRows::HiddenRows(const equations::Equations& equations, std::vector<DependentRows> sets)
    : equations_(equations),
      sets_(std::move(sets)),
      longest_(longest(sets_)),
      w_(std::max(count(), Index{1}) * longest_),
      right_side_(equations.n),
      z_(longest_),
      room_(equations.n, longest_, equations.n) {}

// The first row as a combination of the others, each of them of length 1.
bool HiddenRows::find_combination(const DependentRows& rows, const double* A, double* w) noexcept {
  const Index n = equations_.n, others = static_cast<Index>(rows.size()) - 1;
  w[0] = 1;
  if (others == 0) return true;  // a row of zeros
  if (others > n) return false;
  const linalg::TallQr qr = room_.of(n, others);
  std::fill_n(qr.T, n * others, 0.0);
  for (Index k = 0; k < others; ++k) {
    const Index row = rows[static_cast<std::size_t>(k) + 1];
    const double size = length(equations_.A, A, row);
    if (!(size > 0)) return false;
    add_row(equations_.A, A, row, 1 / size, qr.T + k * n);
  }
  linalg::tall_qr(qr);
  for (Index k = 0; k < others; ++k) {
    if (!(std::abs(qr.diagonal[k]) > linalg::stepping_tolerance())) return false;
  }
  std::fill_n(right_side_.data(), n, 0.0);
  add_row(equations_.A, A, rows[0], 1, right_side_.data());
  linalg::least_squares(qr, right_side_.data(), z_.data());
  for (Index k = 0; k < others; ++k) {
    w[k + 1] = -z_.data()[k] / length(equations_.A, A, rows[static_cast<std::size_t>(k) + 1]);
  }
  return true;
}

Index HiddenRows::rows(double t, const double* q, const double* v, equations::Workspace& numbers,
                       double* A_extra, double* b_extra) noexcept {
  numbers.evaluate(equations_.hide, t, q, v);
  std::fill_n(A_extra, count() * equations_.n, 0.0);
  for (Index k = 0; k < count(); ++k) {
    const DependentRows& set = sets_[static_cast<std::size_t>(k)];
    double* const w = w_.data() + k * longest_;
    std::fill_n(w, longest_, 0.0);
    b_extra[k] = 0;
    if (!find_combination(set, numbers.A(), w)) {
      std::fill_n(w, longest_, 0.0);
      continue;
    }
    for (std::size_t i = 0; i < set.size(); ++i) {
      add_row(equations_.hidden.A1, numbers.A1(), set[i], w[i], A_extra + k * equations_.n);
      b_extra[k] += w[i] * numbers.b1()[set[i]];
    }
  }
  return count();
}

double HiddenRows::left_over(Index k, equations::Workspace& numbers) const noexcept {
  const DependentRows& set = sets_[static_cast<std::size_t>(k)];
  double sum = 0;
  for (std::size_t i = 0; i < set.size(); ++i) sum += combination(k)[i] * numbers.b()[set[i]];
  return sum;
}

}  // namespace zwang::instant
