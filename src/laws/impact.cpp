// SPDX-License-Identifier: Apache-2.0
// Single blows on the reduced rows, where the metric is the unit matrix: contact k approaches with
// g_k < 0 (in units of √energy once divided by ‖n_k‖), gets p = −(1+ε) g_k/‖n_k‖², and every row l then
// moves on by n_l·n_k p. Joint blows are Gauss's principle with inequalities on Δv.

#include "laws/impact.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Speeds that are this much smaller than the first approach have come to rest: restitution makes
/// some sequences endless, each blow a fixed part of the one before.
constexpr double at_rest = 4096 * linalg::kEps;

/// What one impact may cost, in multiplications and in single blows of those that are struck in parts: some tenths of a
/// second together. Numbers, not times: the same input has the same answer everywhere.
constexpr double most_work = 2e8, most_parts = 4e4;

Impact::Impact(Index n, Index m, Index tangents)
    : n_(n),
      m_(m),
      tangents_(tangents),
      reduced_(n, m + tangents),
      joint_(n, m),
      place_(at(tangents)),
      hit_(at(m)),
      binds_(at(m)),
      kind_(at(m + tangents)),
      A_(at((m + tangents) * n)),
      b_(at(m + tangents)),
      zero_(at(n)),
      G_(at((m + tangents) * (m + tangents))),
      speed_(at(m + tangents)),
      p_(at(m + tangents)),
      v_(at(n)),
      dv_(at(n)),
      share_(at(m + tangents)),
      impulses_(at(m)),
      tangent_impulses_(at(tangents)),
      Mv_(at(n)) {}

double Impact::energy(const Task& rows, const double* v) noexcept {
  mass_times(rows, v, Mv_.data());
  return 0.5 * linalg::dot(v, Mv_.data(), n_);
}

/// Everything at v⁻.
bool Impact::begin(const ImpactTask& task) noexcept {
  expects(task.rows.n == n_ && task.rows.m == m_ && task.tangents <= tangents_);
  answer_ = {};
  answer_.rates = v_.data();
  answer_.impulses = impulses_.data();
  answer_.tangent_impulses = tangent_impulses_.data();
  answer_.hit = hit_.data();
  std::fill(hit_.begin(), hit_.end(), static_cast<unsigned char>(0));
  for (std::vector<double>* v : {&impulses_, &tangent_impulses_, &p_, &dv_, &b_})
    std::fill(v->begin(), v->end(), 0.0);
  work_ = most_work;
  parts_ = most_parts;
  std::copy_n(task.v, n_, v_.data());
  for (Index i = 0; i < n_; ++i)
    if (!std::isfinite(task.v[i])) answer_.status = Status::not_finite_input;
  if (answer_.status == Status::ok)
    answer_.energy_after = answer_.energy_before = energy(task.rows, task.v);
  return answer_.status == Status::ok;
}

/// The reduced rows and how they push each other.
void Impact::fill_rows(const ImpactTask& task) noexcept {
  std::copy_n(task.rows.A, m_ * n_, A_.data());
  std::copy_n(task.kind, m_, kind_.data());
  std::copy_n(task.W, task.tangents * n_, A_.data() + m_ * n_);
  for (Index j = m_; j < m_ + tangents_; ++j) kind_[at(j)] = idle_row;
  for (Index t = 0; t < task.tangents; ++t)
    if (task.kind[task.tangent_of[t]] == unilateral_row) kind_[at(m_ + t)] = unilateral_row;
  Task rows = task.rows;
  rows.m = m_ + tangents_;
  rows.A = A_.data();
  rows.b = b_.data();
  rows.Q = zero_.data();
  rows.C = rows.W = nullptr;
  answer_.status = reduced_.reduce(rows, kind_.data(), RankTolerance::instant);
  if (answer_.status != Status::ok) return;
  const Index count = reduced_.count(), d = reduced_.freedom();
  std::fill(place_.begin(), place_.end(), Index{-1});
  for (Index k = 0; k < count; ++k) {
    if (reduced_.row_of(k) >= m_) place_[at(reduced_.row_of(k) - m_)] = k;
    for (Index l = 0; l <= k; ++l)
      G_[at(k * count + l)] = G_[at(l * count + k)] =
          linalg::dot(reduced_.row(k), reduced_.row(l), d);
  }
}

/// Of the reduced rows at v_.
void Impact::fill_speeds(const ImpactTask& task) noexcept {
  for (Index k = 0; k < reduced_.count(); ++k) {
    const Index j = reduced_.row_of(k);
    const double* offset = j < m_ ? task.phi_t : task.w_t;
    const double own = offset ? offset[j < m_ ? j : j - m_] : 0;
    speed_[at(k)] = (linalg::dot(A_.data() + j * n_, v_.data(), n_) + own) / reduced_.length(k);
  }
}

/// How fast contact k approaches, in √energy; 0 where equality rows decide it, since no impulse can.
double Impact::approach(Index k) const noexcept {
  const double G = G_[at(k * reduced_.count() + k)];
  return G > 0 ? -speed_[at(k)] / std::sqrt(G) : 0;
}

/// The contact that approaches fastest; −1 where none does faster than `least`.
Index Impact::fastest(double least) const noexcept {
  Index best = -1;
  double most = least;
  for (Index k = 0; k < reduced_.count() && reduced_.row_of(k) < m_; ++k) {
    const double speed = approach(k);
    if (speed > most * (1 + 1e-10)) most = speed, best = k;
  }
  return best;
}

/// Impulse p on reduced row l.
void Impact::push(Index l, double p) noexcept {
  const Index count = reduced_.count();
  p_[at(l)] += p;
  for (Index k = 0; k < count; ++k) speed_[at(k)] += G_[at(k * count + l)] * p;
}

void Impact::sequence(const ImpactTask& task) noexcept {
  const double noise = 4 * static_cast<double>(n_ + 1) * linalg::kEps *
                       std::sqrt(2 * std::fabs(answer_.energy_before));
  fill_speeds(task);
  refuse_impossible(noise);
  const Index start = fastest(noise);
  if (start < 0) return;
  const double G = G_[at(start * reduced_.count() + start)];
  const double least = std::fmax(-at_rest * speed_[at(start)] / std::sqrt(G), noise);
  const Index most = 1000 * m_;
  Index k = start, joint = 16 + 2 * reduced_.count();
  // Contacts that hand a blow to and fro may do so without end, and the more of them there are, the slower it fades.
  for (; k >= 0 && answer_.blows < most && joint > 0 && parts_ > 0; k = fastest(least)) {
    if (gather_equals(task, k, noise) && strike_equals(task))
      --joint;
    else
      strike_one(task, k);
  }
  answer_.exhausted = k >= 0;
  gather_all();
  if (answer_.exhausted) work_ = most_work, parts_ = most_parts;  // to close with
  if (k >= 0 && rubs(task)) strike_equals(task);
  const bool left = fastest(noise) >= 0, met = left && rubs(task) && meet(task, true);
  join(task);
  answer_.blows += met;
  if (left && !met) together(task, unilateral_row, true);
}

/// A contact approaches, and equality rows want it to.
void Impact::refuse_impossible(double noise) noexcept {
  const Index count = reduced_.count();
  for (Index k = 0; k < count && reduced_.row_of(k) < m_; ++k)
    if (G_[at(k * count + k)] == 0 && speed_[at(k)] < -10 * noise)
      answer_.status = Status::contradictory;
}

/// Adds what the impulses on the reduced rows do.
void Impact::join(const ImpactTask& task) noexcept {
  const Index d = reduced_.freedom();
  double* w = Mv_.data();
  std::fill_n(w, n_, 0.0);
  for (Index k = 0; k < reduced_.count(); ++k)
    for (Index i = 0; i < d; ++i) w[i] += p_[at(k)] * reduced_.row(k)[i];
  reduced_.expand(w, dv_.data());
  for (Index i = 0; i < n_; ++i) v_[at(i)] += dv_[at(i)];
  reduced_.multipliers(p_.data(), share_.data());
  for (Index j = 0; j < m_; ++j) impulses_[at(j)] += share_[at(j)];
  for (Index t = 0; t < task.tangents; ++t) tangent_impulses_[at(t)] += share_[at(m_ + t)];
}

/// What is asked of Δv from v_ on: rows of the kind `asked` are answered with ε, or without where
/// `plastic`; of those that do not approach only that they will not.
void Impact::ask(const ImpactTask& task, RowKind asked, bool plastic) noexcept {
  for (Index j = 0; j < m_; ++j) {
    const double own = task.phi_t ? task.phi_t[j] : 0;
    const double g = linalg::dot(task.rows.A + j * n_, v_.data(), n_) + own;
    const double eps = plastic || !task.restitution ? 0 : task.restitution[j];
    const bool asks = task.kind[j] == asked;
    kind_[at(j)] = !asks && task.kind[j] != equality_row ? idle_row
                   : asks && asked == unilateral_row     ? unilateral_row
                                                         : equality_row;
    b_[at(j)] = !asks ? 0 : g < 0 || asked == struck_row ? -(1 + eps) * g : -g;
    speed_[at(j)] = g;
    binds_[at(j)] = g < 0 ? bears : leaves;
  }
}

/// Gauss's principle for all rows of a kind at once.
void Impact::together(const ImpactTask& task, RowKind asked, bool plastic) noexcept {
  ask(task, asked, plastic);
  Task rows = task.rows;
  rows.Q = zero_.data();
  rows.C = rows.W = nullptr;
  rows.b = b_.data();
  const UnilateralAnswer& joint = joint_.solve(rows, kind_.data(), binds_.data());
  if (joint.status != Status::ok) answer_.status = joint.status;
  if (joint.status != Status::ok && joint.status != Status::contradictory) return;
  bool struck = false;
  for (Index j = 0; j < m_; ++j) {
    const double p = joint.multipliers[j];
    impulses_[at(j)] += p;
    if (task.kind[j] != asked || p == 0) continue;
    const double change = linalg::dot(task.rows.A + j * n_, joint.acceleration, n_);
    answer_.carnot -= 0.5 * p * (2 * speed_[at(j)] + change);
    hit_[at(j)] = 1;
    struck = true;
  }
  for (Index i = 0; i < n_; ++i) v_[at(i)] += joint.acceleration[i];
  answer_.blows += struck;
}

const ImpactAnswer& Impact::finish(const ImpactTask& task) noexcept {
  for (Index j = 0; task.phi_t && j < m_; ++j)
    if (task.kind[j] != idle_row) answer_.work -= impulses_[at(j)] * task.phi_t[j];
  for (Index t = 0; task.w_t && t < task.tangents; ++t)
    answer_.work -= tangent_impulses_[at(t)] * task.w_t[t];
  answer_.energy_after = energy(task.rows, v_.data());
  answer_.gained = answer_.carnot + answer_.rubbed < -at_rest * answer_.energy_before;
  if (!std::isfinite(answer_.energy_after)) answer_.status = Status::overflow;
  return answer_;
}

const ImpactAnswer& Impact::solve(const ImpactTask& task) noexcept {
  if (!begin(task)) return answer_;
  fill_rows(task);
  if (answer_.status != Status::ok) return answer_;
  if (task.order == BlowOrder::sequence)
    sequence(task);
  else
    at_once(task);
  return finish(task);
}

const ImpactAnswer& Impact::strike(const ImpactTask& task) noexcept {
  if (!begin(task)) return answer_;
  together(task, struck_row, false);
  return finish(task);
}

}  // namespace zwang::least
