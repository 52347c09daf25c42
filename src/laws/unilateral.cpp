// SPDX-License-Identifier: Apache-2.0
// The dual active-set method of Goldfarb and Idnani (1983) on the reduced rows, where the metric is
// the unit matrix: w is always the least motion for the rows that bear, all with λ ≥ 0; the row that
// falls shortest is added, and rows whose λ reaches zero on the way are dropped. Each row added makes
// ‖w − w₀‖ longer, so that no set comes back: it ends. A row that depends on those that bear changes
// places with one of them, or proves that they cannot hold together.

#include "laws/unilateral.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Unilateral::Unilateral(Index n, Index m)
    : n_(n),
      m_(m),
      reduced_(n, m),
      active_(n, m),
      rounding_(10 * linalg::instant_tolerance(m, n)),
      most_changes_(100 * (n + m + 1)),
      before_(at(m)),
      state_(at(m)),
      fights_(at(m)),
      w_(at(n)),
      c_(at(n)),
      r_(at(n)),
      lambda_(at(m)),
      spread_(at(m)),
      x_(at(n)),
      multipliers_(at(m)),
      force_(at(n)),
      gap_(at(m)),
      Mx_(at(n)) {}

double Unilateral::shortfall(Index i) const noexcept {
  return reduced_.demand(i) - linalg::dot(reduced_.row(i), w_.data(), reduced_.freedom());
}

/// What rounding may make of a row that holds: n·w is a sum of terms of the size of w.
double Unilateral::allowed(Index i, double tolerance) const noexcept {
  return tolerance * (std::fabs(reduced_.demand(i)) + reduced_.size() +
                      linalg::norm(w_.data(), reduced_.freedom()));
}

/// w and λ of the rows that bear, afresh: errors do not add up from step to step.
void Unilateral::settle() noexcept {
  const Index k = active_.count(), d = reduced_.freedom();
  active_.turn_in(reduced_.free_motion(), c_.data());
  for (Index j = 0; j < k; ++j) r_[at(j)] = reduced_.demand(active_.id(j));
  active_.solve_transposed(r_.data());
  for (Index j = 0; j < d; ++j) w_[at(j)] = j < k ? r_[at(j)] : c_[at(j)];
  active_.turn_out(w_.data());
  for (Index j = 0; j < k; ++j) r_[at(j)] -= c_[at(j)];
  active_.solve(r_.data());
  std::fill_n(lambda_.data(), reduced_.count(), 0.0);
  for (Index j = 0; j < k; ++j) lambda_[at(active_.id(j))] = r_[at(j)];
}

/// Drops rows that would pull until none does; those that pull by rounding bear nothing.
bool Unilateral::drop_negative() noexcept {
  for (;;) {
    settle();
    Index worst = -1;
    double least = 0;
    for (Index j = 0; j < active_.count(); ++j)
      if (lambda_[at(active_.id(j))] < least) least = lambda_[at(active_.id(j))], worst = j;
    if (worst < 0) return true;
    const double noise =
        rounding_ * (reduced_.size() + linalg::norm(w_.data(), reduced_.freedom()));
    if (-least <= noise) {
      for (Index j = 0; j < active_.count(); ++j) {
        double& lambda = lambda_[at(active_.id(j))];
        lambda = std::fmax(lambda, 0.0);
      }
      return true;
    }
    if (++answer_.changes > most_changes_) return false;
    state_[at(active_.id(worst))] = waits;
    active_.remove(worst);
  }
}

/// The rows of the guess that are independent, less those that would pull.
bool Unilateral::guess(const unsigned char* binds) noexcept {
  const Index d = reduced_.freedom();
  active_.start(d, reduced_.row(0), n_);
  for (Index i = 0; i < reduced_.count(); ++i) {
    state_[at(i)] = waits;
    if (binds[reduced_.row_of(i)] != bears || active_.count() == d) continue;
    active_.turn_in(reduced_.row(i), c_.data());
    const Index k = active_.count();
    if (!(linalg::norm(c_.data() + k, d - k) > cut_)) continue;
    active_.add(i, c_.data());
    state_[at(i)] = acts;
  }
  return drop_negative();
}

/// The row that falls shortest, the first of equals; −1 where all hold.
Index Unilateral::most_violated() const noexcept {
  Index worst = -1;
  double most = 0;
  for (Index i = 0; i < reduced_.count(); ++i) {
    if (state_[at(i)] != waits) continue;
    const double s = shortfall(i);
    if (s > allowed(i, rounding_) && s > most * (1 + 1e-10)) most = s, worst = i;
  }
  return worst;
}

/// Which of the rows that bear comes to λ = 0 first while the new row takes over, λ − t r, and after
/// which t; −1 where none does. Coefficients that are rounding are left alone.
Index Unilateral::blocking(double* step) const noexcept {
  double largest = 1;
  for (Index j = 0; j < active_.count(); ++j) largest = std::fmax(largest, std::fabs(r_[at(j)]));
  const double noise =
      largest * linalg::coefficient_tolerance(m_, n_, std::fmax(active_.least_pivot(), cut_));
  Index first = -1;
  *step = INFINITY;
  for (Index j = 0; j < active_.count(); ++j) {
    if (!(r_[at(j)] > noise)) continue;
    const double t = lambda_[at(active_.id(j))] / r_[at(j)];
    if (t < *step || (t == *step && active_.id(j) < active_.id(first))) *step = t, first = j;
  }
  return first;
}

/// Makes row p hold; false where the rows that bear do not allow it, with r_ saying how they forbid
/// it, or where there were too many changes.
bool Unilateral::make_hold(Index p) noexcept {
  const Index d = reduced_.freedom();
  while (++answer_.changes <= most_changes_) {
    const Index k = active_.count();
    active_.turn_in(reduced_.row(p), c_.data());
    std::copy_n(c_.data(), k, r_.data());
    active_.solve(r_.data());
    const double outside = linalg::norm(c_.data() + k, d - k);
    const bool independent = outside > cut_;
    double drop_step = 0;
    const Index drop = blocking(&drop_step);
    const double whole_step = independent ? shortfall(p) / (outside * outside) : INFINITY;
    if (drop < 0 && !independent) return false;
    const bool whole = whole_step <= drop_step;
    const double t = whole ? whole_step : drop_step;
    for (Index j = 0; j < k; ++j) {
      double& lambda = lambda_[at(active_.id(j))];
      lambda = std::fmax(lambda - t * r_[at(j)], 0.0);
    }
    lambda_[at(p)] += t;
    if (whole) {
      active_.add(p, c_.data());
      state_[at(p)] = acts;
      return drop_negative();
    }
    if (independent) {
      std::fill_n(c_.data(), k, 0.0);
      active_.turn_out(c_.data());
      for (Index i = 0; i < d; ++i) w_[at(i)] += t * c_[at(i)];
    }
    state_[at(active_.id(drop))] = waits;
    active_.remove(drop);
  }
  return false;
}

/// Row p cannot hold with those that bear: n_p = Σ r_j n_j, every r_j ≤ 0. Where it falls short by no
/// more than rows do that depend on each other, all are pinched and hold; else p is left out.
void Unilateral::give_up(Index p) noexcept {
  settle();
  const double noise = std::fmax(rounding_, cut_) / std::fmax(active_.least_pivot(), 1e-4);
  if (shortfall(p) <= allowed(p, noise)) {
    state_[at(p)] = pinched;
  } else {
    state_[at(p)] = out;
    answer_.status = Status::contradictory;
    name_fight(p);
  }
  restore();
}

void Unilateral::name_fight(Index p) noexcept {
  std::fill_n(spread_.data(), reduced_.count(), 0.0);
  spread_[at(p)] = 1;
  fights_[at(reduced_.row_of(p))] = 1;
  active_.turn_in(reduced_.row(p), c_.data());
  active_.solve(c_.data());
  const double noise =
      linalg::coefficient_tolerance(m_, n_, std::fmax(active_.least_pivot(), cut_));
  for (Index j = 0; j < active_.count(); ++j) {
    if (!(std::fabs(c_[at(j)]) > noise)) continue;
    spread_[at(active_.id(j))] = -c_[at(j)];
    fights_[at(reduced_.row_of(active_.id(j)))] = 1;
  }
  reduced_.mark_involved(spread_.data(), fights_.data());
}

/// The rows that bore before p was tried.
void Unilateral::restore() noexcept {
  active_.start(reduced_.freedom(), reduced_.row(0), n_);
  for (Index i = 0; i < reduced_.count(); ++i)
    if (state_[at(i)] == acts) state_[at(i)] = waits;
  for (Index j = 0; j < before_count_; ++j) {
    active_.turn_in(reduced_.row(before_[at(j)]), c_.data());
    active_.add(before_[at(j)], c_.data());
    state_[at(before_[at(j)])] = acts;
  }
}

/// Adds rows until all hold. False after too many changes.
bool Unilateral::make_all_hold() noexcept {
  for (Index p = most_violated(); p >= 0; p = most_violated()) {
    before_count_ = active_.count();
    for (Index j = 0; j < before_count_; ++j) before_[at(j)] = active_.id(j);
    if (make_hold(p)) {
      for (Index i = 0; i < reduced_.count(); ++i)
        if (state_[at(i)] == pinched) state_[at(i)] = waits;
      continue;
    }
    if (answer_.changes > most_changes_) return false;
    give_up(p);
    if (!drop_negative()) return false;
  }
  return true;
}

const UnilateralAnswer& Unilateral::solve(const Task& task, const unsigned char* kind,
                                          unsigned char* binds, RankTolerance tolerance) noexcept {
  expects(task.n == n_ && task.m == m_);
  answer_ = {};
  answer_.acceleration = x_.data();
  answer_.multipliers = multipliers_.data();
  answer_.force = force_.data();
  answer_.gap = gap_.data();
  answer_.fights = fights_.data();
  for (std::vector<double>* v : {&x_, &multipliers_, &force_, &gap_})
    std::fill(v->begin(), v->end(), 0.0);
  std::fill(fights_.begin(), fights_.end(), static_cast<unsigned char>(0));
  cut_ = tolerance == RankTolerance::stepping ? linalg::stepping_tolerance()
                                              : linalg::instant_tolerance(m_, n_);
  answer_.status = reduced_.reduce(task, kind, tolerance);
  if (answer_.status != Status::ok && answer_.status != Status::contradictory) return answer_;
  if (!guess(binds) || !make_all_hold()) answer_.status = Status::not_converged;
  fill_answer(task, binds);
  certify(task, kind);
  return answer_;
}

/// Which rows bear and which only touch; whether the touching rows are independent of each other. A
/// row that depends on those that touch does so within the tolerance of the rank rule, any other one
/// only within rounding: it may be about to leave.
void Unilateral::mark_bindings(unsigned char* binds) noexcept {
  std::fill_n(binds, m_, static_cast<unsigned char>(leaves));
  const Index d = reduced_.freedom();
  for (Index j = 0; j < active_.count(); ++j) binds[reduced_.row_of(active_.id(j))] = bears;
  for (Index i = 0; i < reduced_.count(); ++i) {
    if (state_[at(i)] == acts || fights_[at(reduced_.row_of(i))]) continue;
    const Index k = active_.count();
    active_.turn_in(reduced_.row(i), c_.data());
    const bool independent = linalg::norm(c_.data() + k, d - k) > cut_;
    const double tolerance = independent ? rounding_ : std::fmax(rounding_, cut_);
    if (std::fabs(shortfall(i)) > allowed(i, tolerance)) continue;
    binds[reduced_.row_of(i)] = touches;
    if (independent)
      active_.add(i, c_.data());
    else
      answer_.unique = false;
  }
  if (reduced_.equality_rank() < reduced_.equality_count()) answer_.unique = false;
}

void Unilateral::fill_answer(const Task& task, unsigned char* binds) noexcept {
  reduced_.expand(w_.data(), x_.data());
  reduced_.multipliers(lambda_.data(), multipliers_.data());
  mark_bindings(binds);
  for (Index j = 0; j < m_; ++j) {
    const double lambda = multipliers_[at(j)];
    if (lambda == 0) continue;
    for (Index i = 0; i < n_; ++i) force_[at(i)] += lambda * task.A[j * n_ + i];
  }
}

void Unilateral::certify(const Task& task, const unsigned char* kind) noexcept {
  Complementarity& worst = answer_.certificate;
  const auto ratio = [](double part, double whole) { return part > 0 ? part / whole : 0; };
  double most = 0;
  for (Index j = 0; j < m_; ++j) most = std::fmax(most, std::fabs(multipliers_[at(j)]));
  for (Index j = 0; j < m_; ++j) {
    if (kind[j] != equality_row && kind[j] != unilateral_row) continue;
    double sum = -task.b[j], terms = std::fabs(task.b[j]);
    for (Index i = 0; i < n_; ++i) {
      const double term = task.A[j * n_ + i] * x_[at(i)];
      sum += term;
      terms += std::fabs(term);
    }
    gap_[at(j)] = sum;
    if (kind[j] == equality_row || fights_[at(j)]) continue;
    const double lambda = multipliers_[at(j)];
    worst.gap = std::fmax(worst.gap, ratio(-sum, terms));
    worst.multiplier = std::fmax(worst.multiplier, ratio(-lambda, most));
    if (lambda != 0) worst.product = std::fmax(worst.product, ratio(std::fabs(sum), terms));
  }
  mass_times(task, x_.data(), Mx_.data());
  for (Index i = 0; i < n_; ++i) {
    const double C = task.C ? task.C[i] : 0;
    double terms = std::fabs(Mx_[at(i)]) + std::fabs(task.Q[i]) + std::fabs(C);
    for (Index j = 0; j < m_; ++j) terms += std::fabs(multipliers_[at(j)] * task.A[j * n_ + i]);
    const double off = std::fabs(Mx_[at(i)] - task.Q[i] - C - force_[at(i)]);
    worst.balance = std::fmax(worst.balance, ratio(off, terms));
  }
}

}  // namespace zwang::least
