// SPDX-License-Identifier: Apache-2.0
#include "laws/servo.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Servo::Servo(Index n, Index rows, Index controls)
    : n_(n),
      rows_(rows),
      controls_(controls),
      response_(at(controls * n)),
      R_(at(rows * controls)),
      e_(at(rows)),
      weights_(at(controls), 1.0),
      row_weights_(at(rows), 1.0),
      zero_(at(controls)),
      u_(at(controls)),
      xdd_(at(n)),
      residual_(at(rows)),
      Mx_(at(n)),
      least_(controls, rows) {}

/// Whether the ideal rows take up all of control j. Then N b_j is what rounding left of it: small, in
/// the metric, against √(bᵀM⁻¹b), which is at least |b_k|/√M_kk for every k.
bool Servo::blocked(const ServoTask& task, Index j) noexcept {
  const double *x = response_.data() + j * n_, *b = task.B + j * n_;
  if (!task.instant) return false;
  mass_times(*task.instant, x, Mx_.data());
  const double moved = std::sqrt(std::fabs(linalg::dot(x, Mx_.data(), n_)));
  double whole = 0;
  for_each_block(*task.instant, [&](Index first, Index size, const double* M) {
    for (Index k = 0; k < size; ++k) {
      const double M_kk = std::fabs(M[k * size + k]);
      if (M_kk > 0) whole = std::fmax(whole, std::fabs(b[first + k]) / std::sqrt(M_kk));
    }
  });
  return moved <= cut_ * whole;
}

void Servo::fill_response(Derivative& ideal, const ServoTask& task) noexcept {
  ideal.tangent(task.B, nullptr, nullptr, controls_, response_.data());
  for (Index j = 0; j < controls_; ++j)
    if (blocked(task, j)) std::fill_n(response_.data() + j * n_, n_, 0.0);
}

/// R = A_s N Bᵀ and e = b_s − A_s ẍ(0). Sums that cancel to rounding are zero: a row that the ideal
/// rows decide must not look like one that controls can move.
bool Servo::fill_system(const ServoTask& task) noexcept {
  bool positive = true;
  const double noise = linalg::instant_tolerance(n_, n_);
  for (Index j = 0; j < controls_; ++j) {
    weights_[at(j)] = task.weights ? task.weights[j] : 1;
    positive = positive && weights_[at(j)] > 0;
  }
  for (Index i = 0; i < rows_; ++i) {
    row_weights_[at(i)] = task.row_weights ? task.row_weights[i] : 1;
    positive = positive && row_weights_[at(i)] > 0;
    const double* a = task.A + i * n_;
    e_[at(i)] = task.b[i] - linalg::dot(a, task.xdd, n_);
    for (Index j = 0; j < controls_; ++j) {
      double sum = 0, terms = 0;
      for (Index k = 0; k < n_; ++k) {
        const double term = a[k] * response_[at(j * n_ + k)];
        sum += term;
        terms += std::fabs(term);
      }
      R_[at(i * controls_ + j)] = std::fabs(sum) <= noise * terms ? 0 : sum;
    }
  }
  return positive;
}

/// What the rows get, against what they ask.
void Servo::judge(const ServoTask& task) noexcept {
  const double allowed = std::fmax(cut_, 10 * linalg::instant_tolerance(n_, n_ + controls_)) /
                         std::fmax(least_.least_pivot(), 1e-4);
  std::copy_n(task.xdd, n_, xdd_.data());
  for (Index j = 0; j < controls_; ++j)
    for (Index k = 0; k < n_; ++k) xdd_[at(k)] += u_[at(j)] * response_[at(j * n_ + k)];
  for (Index i = 0; i < rows_; ++i) {
    const double* a = task.A + i * n_;
    double sum = task.b[i], terms = std::fabs(task.b[i]);
    for (Index k = 0; k < n_; ++k) {
      sum -= a[k] * xdd_[at(k)];
      terms += std::fabs(a[k] * task.xdd[k]);
    }
    for (Index j = 0; j < controls_; ++j)
      for (Index k = 0; k < n_; ++k)
        terms += std::fabs(a[k] * response_[at(j * n_ + k)] * u_[at(j)]);
    residual_[at(i)] = sum;
    if (sum != 0) answer_.infeasible = std::fmax(answer_.infeasible, std::fabs(sum) / terms);
    if (!std::isfinite(sum)) answer_.status = Status::overflow;
  }
  if (answer_.status == Status::ok && answer_.infeasible > allowed)
    answer_.status = Status::contradictory;
}

const ServoAnswer& Servo::solve(Derivative& ideal, const ServoTask& task,
                                RankTolerance tolerance) noexcept {
  expects(task.n == n_ && task.rows == rows_ && task.controls == controls_);
  answer_ = {};
  answer_.u = u_.data();
  answer_.acceleration = xdd_.data();
  answer_.residual = residual_.data();
  cut_ = tolerance == RankTolerance::stepping ? linalg::stepping_tolerance()
                                              : linalg::instant_tolerance(rows_, n_);
  std::fill(u_.begin(), u_.end(), 0.0);
  fill_response(ideal, task);
  if (!fill_system(task)) {
    answer_.status = Status::bad_weight;
  } else if (controls_ > 0 && rows_ > 0) {
    Task least;
    least.n = controls_;
    least.m = rows_;
    least.mass = Mass::diagonal;
    least.M = weights_.data();
    least.Q = zero_.data();
    least.A = R_.data();
    least.b = e_.data();
    least.W = row_weights_.data();
    if (least_.factor(least, tolerance)) {
      answer_.rank = least_.rank();
      least_.tangent(nullptr, e_.data(), nullptr, 1, u_.data());
    } else {
      answer_.status = Status::overflow;
    }
  }
  answer_.unique = answer_.rank == controls_;
  judge(task);
  return answer_;
}

}  // namespace zwang::least
