// SPDX-License-Identifier: Apache-2.0
// Blows at several contacts at once, with friction. Without restitution it is the problem of the frictional
// instant at zero slip: rates after the blow take the place of accelerations, rates before it that of free
// ones (Moreau 1988). With restitution
//   Newton's law asks for u_N⁺ ≥ −ε u_N⁻ in the place of u_N⁺ ≥ 0 where a contact approaches;
//   Poisson's, after a blow without restitution with impulses N_c, for N ≥ ε N_c (Pfeiffer, Glocker 1996).

#include <algorithm>
#include <cmath>

#include "least/laws/impact.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The rows as they are, not of length 1: cones are asked in their units.
void Impact::fill_problem(const ImpactTask& task) {
  const Index count = reduced_.count(), d = reduced_.freedom();
  problem_.size = count;
  problem_.freedom = d;
  problem_.H.resize(at(count * d));
  problem_.c.resize(at(count));
  problem_.terms.resize(at(count));
  problem_.rubbing.clear();
  problem_.normals = 0;
  for (Index k = 0; k < count; ++k) {
    const Index j = reduced_.row_of(k);
    problem_.normals += j < m_;
    double terms = 0;
    for (Index i = 0; i < n_; ++i) terms += std::abs(A_[at(j * n_ + i)] * v_[at(i)]);
    problem_.terms[at(k)] = terms + std::abs(speed_[at(k)]) * reduced_.length(k);
    for (Index i = 0; i < d; ++i)
      problem_.H[at(k * d + i)] = reduced_.row(k)[i] * reduced_.length(k);
  }
  problem_.sided.assign(at(problem_.normals), 1);
  for (Index k = 0; k < problem_.normals; ++k) {
    const auto [first, size] = tangents_of(task, k);
    if (size == 0) continue;
    Rubbing rubbing;
    rubbing.first = place_[at(first)];
    rubbing.rows = size;
    const double mu = task.friction[reduced_.row_of(k)];
    rubbing.coefficients.push_back({k, mu, mu});
    problem_.rubbing.push_back(rubbing);
  }
}

/// Impulses that the problem asks for at the speeds there are, each c moved by `more`; they are added.
bool Impact::press(const std::vector<double>& more) {
  const Index count = problem_.size;
  for (Index k = 0; k < count; ++k)
    problem_.c[at(k)] = (speed_[at(k)] + more[at(k)]) * reduced_.length(k);
  const ContactAnswer& answer = solver_.solve(problem_);
  if (!answer.solved()) return false;
  for (Index k = 0; k < count; ++k) {
    const Index row = reduced_.row_of(k);
    if (row < m_ && answer.r[k] > 0) hit_[at(row)] = 1;
    push(k, answer.r[k] * reduced_.length(k));
  }
  return true;
}

/// What impulses since those of p_ and speeds of speed_ then did: a straight path.
void Impact::note_work(const std::vector<double>& p, const std::vector<double>& speed) noexcept {
  for (Index k = 0; k < reduced_.count(); ++k) {
    const double work = 0.5 * (p_[at(k)] - p[at(k)]) * (speed_[at(k)] + speed[at(k)]);
    (reduced_.row_of(k) < m_ ? answer_.carnot : answer_.rubbed) -= work;
  }
}

/// ε of its impulse is given back: as a push first, then whatever keeps contacts apart besides.
bool Impact::give_back(const ImpactTask& task, const std::vector<double>& before) {
  const Index count = reduced_.count();
  std::vector<double> more(at(count), 0.0);
  for (Rubbing& rubbing : problem_.rubbing) {
    const Index k = rubbing.coefficients.front().normal, row = reduced_.row_of(k);
    const double given = (task.restitution ? task.restitution[row] : 0) *
                         (p_[at(k)] - before[at(k)]) / reduced_.length(k);
    rubbing.sliding = rubbing.sticking = task.friction[row] * given;
  }
  for (Index k = 0; k < problem_.normals; ++k) {
    const double eps = task.restitution ? task.restitution[reduced_.row_of(k)] : 0;
    more[at(k)] = eps * (p_[at(k)] - before[at(k)]);
  }
  for (Index k = 0; k < problem_.normals; ++k) push(k, more[at(k)]);
  std::fill(more.begin(), more.end(), 0.0);
  return press(more);
}

/// From speed_ on. False: no impulses were found; nothing has changed.
bool Impact::meet(const ImpactTask& task, bool plastic) {
  fill_problem(task);
  const std::vector<double> p = p_, speed = speed_;
  const auto undo = [&] {
    p_ = p;
    speed_ = speed;
    return false;
  };
  bool newton = false;
  std::vector<double> more(at(reduced_.count()), 0.0);
  for (Index k = 0; !plastic && k < problem_.normals; ++k) {
    const Index row = reduced_.row_of(k);
    const double eps = task.restitution ? task.restitution[row] : 0;
    more[at(k)] = eps * std::min(speed[at(k)], 0.0);
    newton = newton ||
             (task.law && static_cast<RestitutionLaw>(task.law[row]) == RestitutionLaw::newton);
  }
  // Where rows depend on each other, Newton's law may ask for what cannot be.
  if (newton && press(more)) {
    note_work(p, speed);
    return true;
  }
  undo();
  std::fill(more.begin(), more.end(), 0.0);
  if (!press(more)) return undo();
  if (!plastic && !give_back(task, p)) return undo();
  note_work(p, speed);
  return true;
}

/// Without friction Newton's law is Gauss's principle; Stronge's, which is one of a path, is Newton's there
/// and Poisson's with friction.
void Impact::all_by_law(const ImpactTask& task, bool plastic) {
  bool poisson = false;
  for (Index j = 0; task.law && j < m_; ++j)
    poisson = poisson || (task.kind[j] == unilateral_row &&
                          static_cast<RestitutionLaw>(task.law[j]) == RestitutionLaw::poisson);
  const double noise = 4 * static_cast<double>(n_ + 1) * linalg::kEps *
                       std::sqrt(2 * std::fabs(answer_.energy_before));
  fill_speeds(task);
  const bool joint = rubs(task) || (poisson && !plastic);
  if (!joint) return together(task, unilateral_row, plastic);
  refuse_impossible(noise);
  if (fastest(noise) < 0 || answer_.status != Status::ok) return;
  if (!meet(task, plastic)) return sequence(task);
  join(task);
  ++answer_.blows;
}

/// What impulses of the whole blow did along a straight path.
void Impact::book_straight(const ImpactTask& task) noexcept {
  answer_.carnot = answer_.rubbed = 0;
  const auto both = [&](const double* row) {
    return linalg::dot(row, task.v, n_) + linalg::dot(row, v_.data(), n_);
  };
  for (Index j = 0; j < m_; ++j) {
    if (task.kind[j] != unilateral_row) continue;
    const double own = task.phi_t ? task.phi_t[j] : 0;
    answer_.carnot -= impulses_[at(j)] * (0.5 * both(task.rows.A + j * n_) + own);
  }
  for (Index t = 0; t < task.tangents; ++t) {
    const double own = task.w_t ? task.w_t[t] : 0;
    answer_.rubbed -= tangent_impulses_[at(t)] * (0.5 * both(task.W + t * n_) + own);
  }
}

/// Laws for all contacts at once can make energy. Between the impulses of a blow without restitution,
/// which takes some, and those of the law are some that make none; they keep contacts apart and friction in
/// its cones, for both do.
void Impact::at_once(const ImpactTask& task) {
  all_by_law(task, false);
  const double made = -(answer_.carnot + answer_.rubbed);
  if (!(made > 1e-12 * answer_.energy_before)) return;
  const std::vector<double> v = v_, impulses = impulses_, tangent = tangent_impulses_;
  std::copy_n(task.v, n_, v_.data());
  for (std::vector<double>* x : {&impulses_, &tangent_impulses_, &p_})
    std::fill(x->begin(), x->end(), 0.0);
  answer_.carnot = answer_.rubbed = 0;
  all_by_law(task, true);
  const double lost = answer_.carnot + answer_.rubbed;
  for (Index i = 0; i < n_; ++i) dv_[at(i)] = v[at(i)] - v_[at(i)];
  const double c = energy(task.rows, dv_.data()), b = made + lost - c;  // −lost + b s + c s²
  const double root = std::sqrt(b * b + 4 * c * lost);
  const double s = b > 0 ? 2 * lost / (b + root) : c > 0 ? (root - b) / (2 * c) : 0;
  const auto blend = [s](std::vector<double>& x, const std::vector<double>& law) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += s * (law[i] - x[i]);
  };
  blend(v_, v);
  blend(impulses_, impulses);
  blend(tangent_impulses_, tangent);
  book_straight(task);
  answer_.reduced = true;
  answer_.blows = 1;
}

}  // namespace zwang::least
