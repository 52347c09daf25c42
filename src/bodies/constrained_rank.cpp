// SPDX-License-Identifier: Apache-2.0
#include "bodies/constrained_rank.h"

#include <algorithm>
#include <cmath>

#include "linalg/kernels.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::bodies {

namespace {

// Near-singular directions while stepping, as least/proximal.cpp treats them: what is weaker than
// about √(μ/10) stays as in free motion, what is stronger than 1e-2 is met to rounding.
constexpr double kDamping = 1e-6;
constexpr int kSteps = 10;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

RankedRows::RankedRows(Index columns, Index rows) : n_(columns), m_(rows) {
  const Index ldx = round_up(m_ + 1, linalg::kLane), ldn = round_up(n_ + 1, linalg::kLane);
  const Index steps = std::max<Index>(std::min(n_, m_), 1);
  X_ = AlignedArray(ldn * ldx);
  V_ = AlignedArray(steps * ldn);
  gamma_ = AlignedArray(steps);
  for (AlignedArray* lanes : {&scale_, &norms_, &exact_, &demand_, &side_, &gram_inverse_})
    *lanes = AlignedArray(ldx);
  w_ = AlignedArray(2 * ldx);
  z_ = AlignedArray(ldx + ldn);
  y_ = AlignedArray(ldx + ldn);
  T_ = AlignedArray(steps * ldx);
  tall_numbers_ = AlignedArray(4 * steps + ldx);
  gram_ = AlignedArray(ldx * m_ + 2 * linalg::kLane);
  step_ = AlignedArray(2 * ldx);
  order_.assign(at(ldx), 0);
  tall_rows_.assign(at(m_), 0);
  tall_columns_.assign(at(steps), 0);
  qr_.rows = n_;
  qr_.lanes = m_;
  qr_.X = X_.data();
  qr_.ldx = ldx;
  qr_.V = V_.data();
  qr_.ldv = ldn;
  qr_.gamma = gamma_.data();
  qr_.scale = scale_.data();
  qr_.norms = norms_.data();
  qr_.exact = exact_.data();
  qr_.w = w_.data();
  qr_.demand = demand_.data();
  qr_.z = z_.data();
  qr_.order = order_.data();
}

/// Returns false where the square of a row's length leaves double's range.
bool RankedRows::factor(const double* b) noexcept {
  for (Index j = 0; j < m_; ++j) demand_.data()[j] = b[j];
  demand_.data()[m_] = 0;  // the lane of g asks for nothing
  qr_.tolerance = linalg::instant_tolerance(m_, n_);
  rank_ = linalg::kernels().row_qr(qr_);
  const Index last = rank_ - 1;
  least_pivot_ = rank_ > 0 ? std::fabs(row(last)[last]) * std::sqrt(qr_.scale[last]) : 1;
  bool in_range = true;
  for (Index j = 0; j < rank_; ++j) in_range &= qr_.scale[j] < 1e290;
  return in_range;
}

/// T (rows × rank, column k = row k of R), each row times √weight where given, factored.
linalg::TallQr RankedRows::tall(const double* weights) noexcept {
  const Index ldx = qr_.ldx, steps = std::max<Index>(std::min(n_, m_), 1);
  for (Index k = 0; k < rank_; ++k)
    for (Index j = 0; j < m_; ++j) {
      const double weight = weights ? std::sqrt(weights[order_[at(j)]]) : 1;
      T_.data()[k * ldx + j] = j < k ? 0 : weight * row(k)[j];
    }
  double* numbers = tall_numbers_.data();
  const linalg::TallQr qr = {m_,
                             rank_,
                             T_.data(),
                             ldx,
                             numbers,
                             numbers + steps,
                             tall_rows_.data(),
                             tall_columns_.data(),
                             numbers + 2 * steps,
                             numbers + 3 * steps,
                             numbers + 4 * steps};
  linalg::tall_qr(qr);
  return qr;
}

/// Whether the dependent rows ask for something else than z by more than `tolerance`, relative to b
/// and to `size`, that of the free motion; z is then the answer of least squares.
bool RankedRows::meet(const double* b, const double* weights, double size,
                      double tolerance) noexcept {
  if (rank_ == m_) return false;
  double largest = size;
  for (Index j = 0; j < m_; ++j)
    largest = std::fmax(largest, std::fabs(b[order_[at(j)]]) * std::sqrt(qr_.scale[j]));
  const double allowed = tolerance * (largest + linalg::norm(z_.data(), rank_));
  bool contradictory = false;
  for (Index j = rank_; j < m_; ++j) {
    const double rest = std::fabs(demand_.data()[j]);
    contradictory |= qr_.scale[j] > 0 ? rest * std::sqrt(qr_.scale[j]) > allowed : rest != 0;
  }
  if (!contradictory) return false;
  const linalg::TallQr qr = tall(weights);
  for (Index j = 0; j < m_; ++j) {
    const Index i = order_[at(j)];
    side_.data()[j] = b[i] * (weights ? std::sqrt(weights[i]) : 1);
  }
  linalg::least_squares(qr, side_.data(), z_.data());  // [XUMK94 44]
  return true;
}

/// z for rows of which some are near-singular: ten damped steps from the free motion.
void RankedRows::damp(const double* b) noexcept {
  const Index m = m_, r = rank_, ld = qr_.ldx;
  const auto T = [&](Index j, Index k) {
    return k > j ? 0.0 : row(k)[j] * std::sqrt(qr_.scale[j]);
  };
  double* N = gram_.data();
  for (Index k = 0; k < r; ++k) {
    std::fill_n(N + k * ld, ld, 0.0);
    for (Index l = k; l < r; ++l)
      for (Index j = l; j < m; ++j) N[k * ld + l] += T(j, k) * T(j, l);
    N[k * ld + k] += kDamping;
  }
  double* inverse = gram_inverse_.data();
  linalg::kernels().factor(r, N, ld, nullptr, 0, inverse, 0);
  double *z = z_.data(), *step = step_.data(), *rest = step + ld;
  std::fill_n(step, ld, 0.0);
  for (Index k = 0; k < r; ++k) z[k] = row(k)[m];
  for (int round = 0; round < kSteps; ++round) {
    for (Index j = 0; j < m; ++j) {
      rest[j] = b[order_[at(j)]] * std::sqrt(qr_.scale[j]);
      for (Index k = 0; k < r; ++k) rest[j] -= T(j, k) * z[k];
    }
    for (Index k = 0; k < r; ++k) {
      step[k] = 0;
      for (Index j = k; j < m; ++j) step[k] += T(j, k) * rest[j];
    }
    for (Index j = 0; j < r; ++j) {
      step[j] *= inverse[j];
      for (Index i = j + 1; i < r; ++i) step[i] -= N[j * ld + i] * step[j];
    }
    linalg::kernels().back_substitute(r, N, ld, inverse, &step, 1);
    for (Index k = 0; k < r; ++k) z[k] += step[k];
  }
}

/// λ of least norm with Tᵀλ = y, y the part of the answer in the rows.
void RankedRows::share(double* lambda) noexcept {
  double* x = demand_.data();
  if (rank_ == m_) {
    std::copy_n(y_.data(), rank_, x);
    std::fill_n(x + rank_, qr_.ldx - rank_, 0.0);
    linalg::kernels().backward(qr_, rank_, x);
  } else {
    const linalg::TallQr qr = tall(nullptr);
    std::copy_n(y_.data(), rank_, side_.data());
    linalg::shortest(qr, side_.data(), x);
  }
  for (Index j = 0; j < m_; ++j) lambda[order_[at(j)]] = x[j];
}

RowsRank RankedRows::solve(const double* b, const double* weights, RankTolerance tolerance,
                           double* g, double* lambda) noexcept {
  for (Index i = 0; i < n_; ++i) row(i)[m_] = g[i];
  RowsRank answer;
  if (!factor(b)) answer.status = Status::overflow;
  const bool stepping = tolerance == RankTolerance::stepping;
  const double allowed =
      stepping ? linalg::stepping_tolerance() : linalg::instant_tolerance(m_, n_);
  if (meet(b, weights, linalg::norm(g, n_), allowed)) answer.status = Status::contradictory;
  for (Index k = 0; stepping && k < rank_; ++k)
    answer.near_singular +=
        std::fabs(row(k)[k]) * std::sqrt(qr_.scale[k]) <= linalg::stepping_tolerance();
  if (answer.near_singular > 0) damp(b);
  // y = Q_H [z; the rest of Q_Hᵀg]: b enters by itself, so that rows are met to rounding
  double* y = g;
  for (Index i = 0; i < n_; ++i) {
    const double free = row(i)[m_];
    y_.data()[i] = i < rank_ ? z_.data()[i] : free;
    if (i < rank_) z_.data()[i] -= free;
  }
  double* vectors[1] = {y_.data()};
  std::fill_n(y_.data() + n_, y_.size() - n_, 0.0);
  linalg::kernels().apply_reflectors(qr_, rank_, vectors, 1);
  std::copy_n(y_.data(), n_, y);
  std::copy_n(z_.data(), rank_, y_.data());
  if (lambda) share(lambda);
  answer.rank = rank_;
  answer.least_pivot = least_pivot_;
  return answer;
}

void RankedRows::find_unique(unsigned char* unique) noexcept {
  const double tolerance = linalg::coefficient_tolerance(m_, n_, least_pivot_);
  for (Index k = 0; k < m_; ++k) unique[order_[at(k)]] = k < rank_;
  double* x = side_.data();
  for (Index j = rank_; j < m_; ++j) {
    for (Index k = 0; k < rank_; ++k) x[k] = row(k)[j];
    std::fill_n(x + rank_, qr_.ldx - rank_, 0.0);
    linalg::kernels().backward(qr_, rank_, x);
    for (Index k = 0; k < rank_; ++k)  // in equilibrated units: x_k s_k / s_j
      if (std::fabs(x[k]) * std::sqrt(qr_.scale[j]) > tolerance * std::sqrt(qr_.scale[k]))
        unique[order_[at(k)]] = 0;
  }
}

}  // namespace zwang::bodies
