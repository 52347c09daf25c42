// SPDX-License-Identifier: Apache-2.0
#include "variation/polygon/bound_system.h"

#include <algorithm>
#include <numbers>

#include "linalg/vector.h"

namespace zwang::variation {

BoundSystem::BoundSystem(const Polygon& polygon, Index constants)
    : polygon_(polygon),
      n_(polygon.n()),
      m_(polygon.functional->velocities),
      u_(constants),
      free_(polygon.nodes()),
      nothing_(polygon.nodes(), 0.0),
      D_(u_ * u_),
      C_(u_ * u_),
      s_(u_),
      scratch_(u_),
      order_(u_),
      pair_(u_) {
  std::vector<Index> sizes;
  for (Index k = 0; k < polygon.nodes(); ++k) {
    for (Index i = 0; i < n_; ++i) {
      if (!polygon.holds(k, i)) free_[k].push_back(i);
    }
    sizes.push_back(multipliers_before(k) + static_cast<Index>(free_[k].size()));
  }
  K_.resize(sizes);
  y_.resize(K_.unknowns());
  B_.resize(u_ * K_.unknowns());
}

/// to[first + …, column + …] += the rows of B that node k may move, the columns that node l may.
void BoundSystem::add_block(Index k, const double* B, Index l, double* to, Index rows, Index first,
                            Index column) const {
  for (std::size_t j = 0; j < free_[l].size(); ++j) {
    double* const entry = to + (column + static_cast<Index>(j)) * rows + first;
    for (std::size_t i = 0; i < free_[k].size(); ++i) {
      entry[i] += B[free_[k][i] * n_ + free_[l][j]];
    }
  }
}

void BoundSystem::gather(const double* x, const double* lambda, double* y) const {
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    if (k > 0) y = std::copy_n(lambda + (k - 1) * m_, m_, y);
    for (const Index i : free_[k]) *y++ = x[k * n_ + i];
  }
}

void BoundSystem::scatter(const double* y, double* x, double* lambda) const {
  std::fill_n(x, polygon_.size(), 0.0);
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    if (k > 0) {
      std::copy_n(y, m_, lambda + (k - 1) * m_);
      y += m_;
    }
    for (const Index i : free_[k]) x[k * n_ + i] = *y++;
  }
}

void BoundSystem::assemble(const DiscreteAction& action, const std::vector<double>& by_left,
                           const std::vector<double>& by_right, const ByConstants& by) {
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    std::fill_n(K_.diagonal(k), K_.size(k) * K_.size(k), 0.0);
  }
  for (Index k = 0; k < polygon_.links; ++k) {
    const Index here = K_.size(k), next = K_.size(k + 1), before = multipliers_before(k);
    const double *const left = by_left.data() + k * m_ * n_, *const right =
                                                                 by_right.data() + k * m_ * n_;
    double *const D = K_.diagonal(k + 1), *const E = K_.above(k);
    std::fill_n(E, here * next, 0.0);
    add_block(k, action.left.data() + k * n_ * n_, k, K_.diagonal(k), here, before, before);
    add_block(k, action.cross.data() + k * n_ * n_, k + 1, E, here, before, m_);
    add_block(k + 1, action.right.data() + k * n_ * n_, k + 1, D, next, m_, m_);
    for (Index j = 0; j < m_; ++j) {
      for (std::size_t i = 0; i < free_[k].size(); ++i) {
        E[j * here + before + static_cast<Index>(i)] = left[j * n_ + free_[k][i]];
      }
      for (std::size_t i = 0; i < free_[k + 1].size(); ++i) {
        const Index row = m_ + static_cast<Index>(i);
        D[j * next + row] = D[row * next + j] = right[j * n_ + free_[k + 1][i]];  // [ENDS 26]
      }
    }
  }
  const Index unknowns = K_.unknowns();
  for (Index j = 0; j < u_; ++j) {
    gather(by.L_x.data() + j * polygon_.size(), by.c.data() + j * polygon_.links * m_,
           B_.data() + j * unknowns);
  }
  D_ = by.L_pp;
  shift_ = 0;
}

linalg::Symmetric BoundSystem::corner() noexcept {
  return {u_, C_.data(), u_, order_.data(), pair_.data(), 1e-12, 0};
}

void BoundSystem::add_stiffness(double mass) {
  const double stiffness = mass / polygon_.step();
  const double harmonic = std::numbers::pi / (polygon_.t1 - polygon_.t0);
  for (Index k = 0; k < polygon_.nodes(); ++k) {
    const double links = k == 0 || k == polygon_.links ? 1 : 2;
    const double part = links * stiffness + mass * polygon_.weight(k) * harmonic * harmonic;
    const Index before = multipliers_before(k), size = K_.size(k);
    for (Index i = before; i < size; ++i) K_.diagonal(k)[i * size + i] += part;
    if (k == polygon_.links) continue;
    for (std::size_t i = 0; i < free_[k].size(); ++i) {
      const auto& next = free_[k + 1];
      const auto same = std::lower_bound(next.begin(), next.end(), free_[k][i]);
      if (same == next.end() || *same != free_[k][i]) continue;
      K_.above(k)[(m_ + (same - next.begin())) * size + before + static_cast<Index>(i)] -=
          stiffness;
    }
  }
}

bool BoundSystem::factor(double sigma, double mass,
                         const std::vector<double>& weight_of_constants) {
  add_stiffness(sigma * mass - shift_);
  shift_ = sigma * mass;
  const linalg::SymmetricInertia inertia = K_.factor(0, nothing_.data());
  inertia_ = {};
  const Index unknowns = K_.unknowns();
  X_ = B_;
  for (Index j = 0; j < u_; ++j) K_.solve(X_.data() + j * unknowns);
  for (Index j = 0; j < u_; ++j) {
    for (Index i = 0; i < u_; ++i) {
      C_[j * u_ + i] = D_[j * u_ + i] -
                       linalg::dot(B_.data() + i * unknowns, X_.data() + j * unknowns, unknowns);
    }
    C_[j * u_ + j] += sigma * weight_of_constants[j];
  }
  for (Index j = 0; j < u_; ++j) {
    for (Index i = 0; i < j; ++i) C_[j * u_ + i] = C_[i * u_ + j];
  }
  if (u_ > 0) inertia_ = linalg::factor_symmetric(corner());
  // Each row takes one pivot of either sign; what is left must be positive.
  return inertia.zero + inertia_.zero == 0 &&
         inertia.negative + inertia_.negative == polygon_.links * m_;
}

void BoundSystem::solve(std::vector<double>& dx, std::vector<double>& dlambda,
                        std::vector<double>& dp) {
  const Index unknowns = K_.unknowns();
  gather(dx.data(), dlambda.data(), y_.data());
  K_.solve(y_.data());
  for (Index j = 0; j < u_; ++j) {
    s_[j] = dp[j] - linalg::dot(B_.data() + j * unknowns, y_.data(), unknowns);
  }
  if (u_ > 0) linalg::solve_symmetric(corner(), inertia_, s_.data(), scratch_.data());
  for (Index j = 0; j < u_; ++j) {
    for (Index i = 0; i < unknowns; ++i) y_[i] -= X_[j * unknowns + i] * s_[j];
  }
  scatter(y_.data(), dx.data(), dlambda.data());
  dp = s_;  // [ENDS 26]
}

}  // namespace zwang::variation
