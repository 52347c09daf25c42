// SPDX-License-Identifier: Apache-2.0
// The dual active-set method of Goldfarb and Idnani (1983), as in unilateral.cpp; here equalities come
// first and stay. Rows are made of length 1.

#include "laws/friction/nearest_point.h"

#include <algorithm>
#include <cmath>

#include "linalg/vector.h"

namespace zwang::least {

namespace {

// Rows are products H Hᵀ: what depends on others does so up to the rounding of squares. What is
// nearer to dependent than this is not told from rounding.
constexpr double cut = 1e-10;
// Of |x| and 1: rounding of a row that holds.
constexpr double rounding = 1e-13;
// The same of a row that the others decide.
constexpr double pinch = 1e-11;
// A point farther away than this, in units where forces are of order 1, is not looked for.
constexpr double far_away = 1e5;

enum State : unsigned char { waits, acts, pinched };

}  // namespace

double NearestPoint::shortfall(Index i) const {
  return demand_[i] - linalg::dot(rows_.data() + i * n_, x_.data(), n_);
}

double NearestPoint::allowed(Index i) const {
  return rounding * (1 + std::fabs(demand_[i]) + linalg::norm(x_.data(), n_));
}

void NearestPoint::start(const PointRows& rows, const double* from) {
  n_ = rows.n;
  m_ = rows.count();
  const auto n = static_cast<std::size_t>(n_), m = static_cast<std::size_t>(m_);
  rows_.assign(rows.B.begin(), rows.B.end());
  demand_.assign(rows.d.begin(), rows.d.end());
  kind_.assign(rows.kind.begin(), rows.kind.end());
  for (Index i = 0; i < m_; ++i) {
    const double length = linalg::norm(rows.B.data() + i * n_, n_);
    if (!(length > 0)) continue;
    for (Index k = 0; k < n_; ++k) rows_[i * n_ + k] /= length;
    demand_[i] /= length;
  }
  from_.assign(n, 0.0);
  if (from) std::copy_n(from, n_, from_.begin());
  x_ = from_;
  state_.assign(m, waits);
  lambda_.assign(m, 0.0);
  for (std::vector<double>* v : {&c_, &r_}) v->assign(n, 0.0);
  y_.assign(m, 0.0);
  if (!active_ || room_ < n_) active_.emplace(n_, n_), room_ = n_;
  active_->start(n_, rows_.data(), n_);
  changes_ = 0;
  proved_ = false;
}

/// x and λ of the rows that act, afresh.
void NearestPoint::settle() {
  ActiveRows& active = *active_;
  const Index k = active.count();
  active.turn_in(from_.data(), c_.data());
  for (Index j = 0; j < k; ++j) r_[j] = demand_[active.id(j)];
  active.solve_transposed(r_.data());
  for (Index j = 0; j < n_; ++j) x_[j] = j < k ? r_[j] : c_[j];
  active.turn_out(x_.data());
  for (Index j = 0; j < k; ++j) r_[j] -= c_[j];
  active.solve(r_.data());
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  for (Index j = 0; j < k; ++j) lambda_[active.id(j)] = r_[j];
}

/// The independent equalities; false where the others contradict them.
bool NearestPoint::add_equalities() {
  ActiveRows& active = *active_;
  for (Index i = 0; i < m_; ++i) {
    if (kind_[i] != equality_row) continue;
    state_[i] = pinched;
    if (active.count() == n_) continue;
    active.turn_in(rows_.data() + i * n_, c_.data());
    const Index k = active.count();
    if (!(linalg::norm(c_.data() + k, n_ - k) > cut)) continue;
    active.add(i, c_.data());
    state_[i] = acts;
  }
  rank_ = active.count();
  settle();
  const double noise = 100 * pinch * (1 + linalg::norm(x_.data(), n_));
  for (Index i = 0; i < m_; ++i) {
    if (kind_[i] != equality_row || state_[i] == acts) continue;
    if (std::fabs(shortfall(i)) <= noise) continue;
    rank_ = -1;
    active.turn_in(rows_.data() + i * n_, r_.data());
    active.solve(r_.data());
    return false;
  }
  return true;
}

bool NearestPoint::drop_negative() {
  ActiveRows& active = *active_;
  for (;;) {
    settle();
    Index worst = -1;
    double least = -rounding * (1 + linalg::norm(x_.data(), n_));
    for (Index j = rank_; j < active.count(); ++j)
      if (lambda_[active.id(j)] < least) least = lambda_[active.id(j)], worst = j;
    if (worst < 0) return true;
    ++changes_;
    if (tires()) return false;
    state_[active.id(worst)] = waits;
    active.remove(worst);
  }
}

Index NearestPoint::most_violated() const {
  Index worst = -1;
  double most = 0;
  for (Index i = 0; i < m_; ++i) {
    if (state_[i] != waits) continue;
    const double s = shortfall(i);
    if (s > allowed(i) && s > most * (1 + 1e-10)) most = s, worst = i;
  }
  return worst;
}

/// Makes inequality p hold. False with r_ saying how those that act forbid it, or after too many
/// changes.
bool NearestPoint::make_hold(Index p) {
  ActiveRows& active = *active_;
  for (++changes_; !tires(); ++changes_) {
    const Index k = active.count();
    active.turn_in(rows_.data() + p * n_, c_.data());
    std::copy_n(c_.data(), k, r_.data());
    active.solve(r_.data());
    const double outside = linalg::norm(c_.data() + k, n_ - k);
    const bool independent = k < n_ && outside > cut;
    double most = 1, step = INFINITY;
    for (Index j = 0; j < k; ++j) most = std::fmax(most, std::fabs(r_[j]));
    Index drop = -1;
    for (Index j = rank_; j < k; ++j) {
      if (!(r_[j] > 1e-11 * most)) continue;
      const double t = std::fmax(lambda_[active.id(j)], 0.0) / r_[j];
      if (t < step) step = t, drop = j;
    }
    if (drop < 0 && !independent) return false;
    const double whole = independent ? shortfall(p) / (outside * outside) : INFINITY;
    const double t = std::fmin(whole, step);
    for (Index j = 0; j < k; ++j) lambda_[active.id(j)] -= t * r_[j];
    lambda_[p] += t;
    if (whole <= step) {
      active.add(p, c_.data());
      state_[p] = acts;
      return drop_negative();
    }
    if (independent) {
      std::fill_n(c_.data(), k, 0.0);
      active.turn_out(c_.data());
      for (Index i = 0; i < n_; ++i) x_[i] += t * c_[i];
    }
    state_[active.id(drop)] = waits;
    active.remove(drop);
  }
  return false;
}

/// y: `sign` on row p, −sign·r on those that act. Evaluated on the rows as they were given.
void NearestPoint::prove(const PointRows& rows, Index p, double sign) {
  const ActiveRows& active = *active_;
  std::fill(y_.begin(), y_.end(), 0.0);
  y_[p] = sign;
  for (Index j = 0; j < active.count(); ++j) {
    double y = -sign * r_[j];
    if (kind_[active.id(j)] != equality_row) y = std::fmax(y, 0.0);
    y_[active.id(j)] = y;
  }
  double value = 0, size = 0, off = 0;
  for (Index i = 0; i < m_; ++i) {
    const double length = linalg::norm(rows.B.data() + i * n_, n_);
    if (length > 0) y_[i] /= length;
    value += y_[i] * rows.d[i];
    size += std::fabs(y_[i] * rows.d[i]);
  }
  for (Index k = 0; k < n_; ++k) {
    double sum = 0, terms = 0;
    for (Index i = 0; i < m_; ++i) {
      sum += y_[i] * rows.B[i * n_ + k];
      terms += std::fabs(y_[i] * rows.B[i * n_ + k]);
    }
    off += std::fabs(sum) + 1e-15 * terms;
  }
  proved_ = value > 1e-13 * size + far_away * off;
}

bool NearestPoint::solve(const PointRows& rows, const double* from) {
  start(rows, from);
  const bool consistent = add_equalities();
  on_equalities_ = x_;
  if (!consistent) {
    for (Index i = 0; i < m_ && !proved_; ++i)
      if (kind_[i] == equality_row && state_[i] != acts) {
        active_->turn_in(rows_.data() + i * n_, r_.data());
        active_->solve(r_.data());
        prove(rows, i, shortfall(i) > 0 ? 1 : -1);
      }
    return false;
  }
  for (Index p = most_violated(); p >= 0; p = most_violated()) {
    if (make_hold(p)) {
      for (Index i = 0; i < m_; ++i)
        if (state_[i] == pinched && kind_[i] != equality_row) state_[i] = waits;
      continue;
    }
    if (tires()) return false;
    // It depends on those that act: all of them are pinched together, or none can be.
    const double left = shortfall(p);
    if (left >
        pinch * (1 + linalg::norm(x_.data(), n_)) / std::fmax(active_->least_pivot(), 1e-3)) {
      prove(rows, p, 1);
      return false;
    }
    state_[p] = pinched;
    if (!drop_negative()) return false;
  }
  return true;
}

const std::vector<double>& NearestPoint::free_directions() {
  ActiveRows& active = *active_;
  while (active.count() > rank_) active.remove(active.count() - 1);
  free_.assign(static_cast<std::size_t>((n_ - rank_) * n_), 0.0);
  for (Index k = rank_; k < n_; ++k) {
    double* const column = free_.data() + (k - rank_) * n_;
    column[k] = 1;
    active.turn_out(column);
  }
  return free_;
}

}  // namespace zwang::least
