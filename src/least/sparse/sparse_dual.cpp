// SPDX-License-Identifier: Apache-2.0
#include "least/sparse/sparse_dual.h"

#include <algorithm>
#include <cmath>

#include "least/sparse/sparse_gram.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

auto at(Index i) { return static_cast<std::size_t>(i); }

// Directions of Ĝ below this cannot be told from redundancy: a thousand times its rounding.
constexpr double kSeen = 1e-11;

// Where every pivot is above this, rows are independent, and no eigenvalue need be counted.
constexpr double kPlain = 1e-4;

// Weighted damping, relative to Ĝ's diagonal of 1, and how far below it the strongest rows may go
// before their pivots are rounding: rows stronger still are taken to agree among themselves.
constexpr double kWeighted = 1e-8;
constexpr double kWindow = 1e-4;
constexpr int kMostSteps = 25;  // of conjugate gradients; a handful where Ω is even
constexpr double kOff = 1e30;   // a row so damped takes no part

}  // namespace

SparseDual::SparseDual(const SparsePattern& D) : SparseDual(D, gram_pattern(D)) {}

SparseDual::SparseDual(const SparsePattern& D, const SparsePattern& gram)
    : m_(D.m),
      gram_(gram),
      pattern_(gram.begin, gram.column),
      damped_(pattern_),
      other_(pattern_),
      G_(gram.column.size()),
      diagonal_(at(D.m)),
      shifted_(at(D.m)),
      scattered_(at(D.n)),
      motion_(at(D.n)),
      step_(at(D.m)),
      null_(at(D.m)),
      direction_(at(D.m)),
      stripped_(at(D.m)),
      on_(at(D.m)) {}

void SparseDual::fill(const SparseRows& D) noexcept {
  fill_gram(D, gram_, scattered_.data(), G_.data(), diagonal_.data());
}

void SparseDual::damp(double mu) noexcept {
  mu_ = mu;
  for (std::size_t i = 0; i < diagonal_.size(); ++i) shifted_[i] = diagonal_[i] + mu;
  linalg::factor_ldl(pattern_, G_.data(), shifted_.data(), damped_);
}

Index SparseDual::rank() noexcept {
  least_pivot_ = 1;
  for (const double pivot : damped_.pivot) least_pivot_ = std::min(least_pivot_, pivot);
  plain_ = least_pivot_ > kPlain;
  if (plain_) return m_;
  for (std::size_t i = 0; i < diagonal_.size(); ++i) shifted_[i] = diagonal_[i] - kSeen;
  const Index unseen = linalg::factor_ldl(pattern_, G_.data(), shifted_.data(), other_);
  least_pivot_ = 1;
  for (const double pivot : other_.pivot)
    if (pivot > 0) least_pivot_ = std::fmin(least_pivot_, pivot);
  return unseen < 0 ? 0 : m_ - unseen;
}

void SparseDual::damp_weighted(const double* Omega, double c) noexcept {
  for (Index i = 0; i < m_; ++i) {
    on_[at(i)] = Omega[i] > 0 && Omega[i] <= c;
    const double damping = on_[at(i)] ? kWeighted * std::fmax(Omega[i] / c, kWindow) : kOff;
    shifted_[at(i)] = diagonal_[at(i)] + damping;
  }
  linalg::factor_ldl(pattern_, G_.data(), shifted_.data(), other_);
}

void SparseDual::solve_weighted(double* x) noexcept {
  linalg::solve_ldl(pattern_, other_, x);
  for (Index i = 0; i < m_; ++i)
    if (!on_[at(i)]) x[i] = 0;
}

void SparseDual::strip(const SparseRows& D, double* v) noexcept {
  double before = linalg::norm(v, m_);
  for (int round = 0; round < 4; ++round) {
    // What is taken off, D̂q, is in the range to the last bit: no left null vector sees it.
    std::copy_n(v, m_, step_.data());
    solve_weighted(step_.data());
    std::fill(motion_.begin(), motion_.end(), 0.0);
    add_transposed(D, step_.data(), motion_.data());
    multiply(D, motion_.data(), step_.data());
    double taken = 0;
    for (Index i = 0; i < m_; ++i) {
      if (!on_[at(i)]) continue;
      v[i] -= step_[at(i)];
      taken += step_[at(i)] * step_[at(i)];
    }
    taken = std::sqrt(taken);
    if (!(taken > linalg::kEps / (kWeighted * kWindow) * linalg::norm(v, m_)) ||
        taken > 0.5 * before)
      return;
    before = taken;
  }
}

void SparseDual::project(const SparseRows& D, double* y) noexcept {
  double before = 0;
  for (int round = 0; round < 20; ++round) {
    // D̂ᵀy first: it is small, and so is what is taken off.
    std::fill(motion_.begin(), motion_.end(), 0.0);
    add_transposed(D, y, motion_.data());
    const double seen = linalg::norm(motion_.data(), D.n);
    if (!(seen > linalg::kEps * linalg::norm(y, m_)) || (round > 0 && seen > 0.5 * before)) return;
    before = seen;
    multiply(D, motion_.data(), step_.data());
    solve_weighted(step_.data());
    for (Index i = 0; i < m_; ++i) y[i] -= step_[at(i)];
  }
}

double SparseDual::precondition(const SparseRows& D, double c, const double* v) noexcept {
  double *z = null_.data(), *stripped = stripped_.data();
  for (Index i = 0; i < m_; ++i) z[i] = on_[at(i)] ? v[i] : 0;
  strip(D, z);  // only Uᵀv counts, and what else there is would leak in at each step
  std::copy_n(z, m_, stripped);
  solve_weighted(z);
  for (Index i = 0; i < m_; ++i) z[i] *= kWeighted / c;
  project(D, z);
  return linalg::dot(stripped, z, m_);
}

/// v ← v − αΩp, y ← y + αp.
void SparseDual::null_step(const double* Omega, double alpha, double* v, double* y) noexcept {
  const double* p = direction_.data();
  for (Index i = 0; i < m_; ++i) {
    y[i] += alpha * p[i];
    v[i] -= alpha * Omega[i] * p[i];
  }
}

void SparseDual::null_steps(const SparseRows& D, const double* Omega, double c, double* v,
                            double* y) noexcept {
  damp_weighted(Omega, c);
  double* p = direction_.data();
  double before = precondition(D, c, v), ratio = 0;
  const double rounding = 1e-13 * linalg::norm(v, m_);
  bool slow = false;
  for (int round = 0; round < kMostSteps && before > 0; ++round) {
    for (Index i = 0; i < m_; ++i) p[i] = null_[at(i)] + ratio * p[i];
    // A step of 1 is exact but for what the window cuts; where that shows, conjugate gradients.
    double curvature = 0;
    for (Index i = 0; slow && i < m_; ++i) curvature += Omega[i] * p[i] * p[i];
    const double alpha = curvature > 0 ? std::fmin(before / curvature, 1 / kWindow) : 1;
    null_step(Omega, alpha, v, y);
    const double left = precondition(D, c, v);
    if (left > before) return null_step(Omega, -alpha, v, y);
    if (left > 0.9 * before && (slow || linalg::norm(stripped_.data(), m_) <= rounding)) return;
    ratio = slow ? left / before : 0;
    slow = slow || left > 1e-4 * before;
    before = left;
  }
}

void SparseDual::null_part(const SparseRows& D, const double* Omega, double* v,
                           double* y) noexcept {
  // U(UᵀΩU)⁻¹Uᵀ is the limit of ν(Ĝ + νΩ)⁻¹, ν → 0. Where Ω spreads too far for one ν, the strong
  // rows (small Ω) come first, by themselves; then weaker ones join, to which they hardly yield.
  double least = 0, most = 0;
  for (Index i = 0; i < m_; ++i) {
    if (!(Omega[i] > 0)) continue;
    least = least > 0 ? std::fmin(least, Omega[i]) : Omega[i];
    most = std::fmax(most, Omega[i]);
  }
  std::fill_n(y, m_, 0.0);
  if (least == 0) return;
  // What the strong rows yield to weaker ones, at most kWindow of it, upsets them in turn.
  const int sweeps = least < kWindow * most ? 6 : 1;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (double c = std::fmin(most, least / kWindow);; c = std::fmin(most, 1e2 * c)) {
      null_steps(D, Omega, c, v, y);
      if (c >= most) break;
    }
}

}  // namespace zwang::least
