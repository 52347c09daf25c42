// SPDX-License-Identifier: Apache-2.0
// Blows at several contacts at once, with friction. Without restitution it is the problem of the frictional
// instant at zero slip: rates after the blow take the place of accelerations, rates before it that of free
// ones (Moreau 1988). With restitution
//   Newton's law asks for u_N⁺ ≥ −ε u_N⁻ in the place of u_N⁺ ≥ 0 where a contact approaches;
//   Poisson's, after a blow without restitution with impulses N_c, for N ≥ ε N_c (Pfeiffer, Glocker 1996).

#include <algorithm>
#include <cmath>
#include <numeric>

#include "laws/impact.h"
#include "linalg/rank.h"
#include "linalg/spectrum.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

namespace {

/// Approaches that differ by no more are equal: far above the rounding of symmetric ones, far below what is known
/// of any.
constexpr double equal = 1e-9;

/// The root in [0, 1] of −lost + b s + c s², which is `made` at s = 1.
double share_without_gain(double made, double lost, double c) {
  const double b = made + lost - c, root = std::sqrt(b * b + 4 * c * lost);
  return b > 0 ? 2 * lost / (b + root) : c > 0 ? (root - b) / (2 * c) : 0;
}

}  // namespace

/// All contacts and their tangents.
void Impact::gather_all() {
  members_.resize(at(reduced_.count()));
  std::iota(members_.begin(), members_.end(), Index{0});
}

/// Contacts that approach as fast as contact k, with their tangents; false where they do not push each
/// other: then their order makes no difference.
bool Impact::gather_equals(const ImpactTask& task, Index k, double noise) {
  const Index count = reduced_.count();
  members_.clear();
  for (Index l = 0; l < count && reduced_.row_of(l) < m_; ++l)
    if (std::fabs(approach(l) - approach(k)) <= equal * approach(k) + noise) members_.push_back(l);
  const std::size_t contacts = members_.size();
  for (std::size_t i = 0; i < contacts; ++i) {
    const auto [first, size] = tangents_of(task, members_[i]);
    for (Index j = 0; j < size; ++j) members_.push_back(place_[at(first + j)]);
  }
  for (std::size_t i = 0; i < contacts; ++i) {
    for (const Index l : members_) {
      const bool own = l == members_[i] ||
                       (reduced_.row_of(l) >= m_ &&
                        task.tangent_of[reduced_.row_of(l) - m_] == reduced_.row_of(members_[i]));
      if (!own && G_[at(members_[i] * count + l)] != 0) return true;
    }
  }
  return false;
}

/// The rows as they are, not of length 1: cones are asked in their units.
void Impact::fill_problem(const ImpactTask& task) {
  const Index count = static_cast<Index>(members_.size()), d = reduced_.freedom();
  problem_.size = count;
  problem_.freedom = d;
  problem_.H.resize(at(count * d));
  problem_.c.resize(at(count));
  problem_.terms.resize(at(count));
  problem_.rubbing.clear();
  problem_.normals = 0;
  for (Index k = 0; k < count; ++k) {
    const Index l = members_[at(k)], j = reduced_.row_of(l);
    problem_.normals += j < m_;
    double terms = 0;
    for (Index i = 0; i < n_; ++i) terms += std::abs(A_[at(j * n_ + i)] * v_[at(i)]);
    problem_.terms[at(k)] = terms + std::abs(speed_[at(l)]) * reduced_.length(l);
    for (Index i = 0; i < d; ++i)
      problem_.H[at(k * d + i)] = reduced_.row(l)[i] * reduced_.length(l);
  }
  problem_.sided.assign(at(problem_.normals), 1);
  Index next = problem_.normals;
  for (Index k = 0; k < problem_.normals; ++k) {
    const auto [first, size] = tangents_of(task, members_[at(k)]);
    if (size == 0) continue;
    const auto place = std::find(members_.begin() + next, members_.end(), place_[at(first)]);
    Rubbing rubbing;
    rubbing.first = static_cast<Index>(place - members_.begin());
    rubbing.rows = size;
    const double mu = task.friction[reduced_.row_of(members_[at(k)])];
    rubbing.coefficients.push_back({k, mu, mu});
    problem_.rubbing.push_back(rubbing);
  }
}

/// Impulses that the problem asks for at the speeds there are, each c moved by `more`; they are added.
bool Impact::press(const std::vector<double>& more) {
  for (Index k = 0; k < problem_.size; ++k) {
    const Index l = members_[at(k)];
    problem_.c[at(k)] = (speed_[at(l)] + more[at(k)]) * reduced_.length(l);
  }
  if (!(work_ > 0)) return false;
  ContactOptions options;
  options.work = work_;
  const ContactAnswer& answer = solver_.solve(problem_, options);
  work_ -= answer.work;
  if (!answer.solved()) return false;
  for (Index k = 0; k < problem_.size; ++k) {
    const Index l = members_[at(k)], row = reduced_.row_of(l);
    if (row < m_ && answer.r[k] > 0) hit_[at(row)] = 1;
    push(l, (row < m_ ? std::max(answer.r[k], 0.0) : answer.r[k]) * reduced_.length(l));
  }
  return true;
}

/// So that they do not approach; where no impulses for all at once are found, in parts.
bool Impact::press(const ImpactTask& task) {
  return press(std::vector<double>(members_.size(), 0.0)) || press_in_parts(task);
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
  std::vector<double> more(members_.size(), 0.0);
  for (Rubbing& rubbing : problem_.rubbing) {
    const Index k = members_[at(rubbing.coefficients.front().normal)], row = reduced_.row_of(k);
    const double given = (task.restitution ? task.restitution[row] : 0) *
                         (p_[at(k)] - before[at(k)]) / reduced_.length(k);
    rubbing.sliding = rubbing.sticking = task.friction[row] * given;
  }
  for (Index k = 0; k < problem_.normals; ++k) {
    const Index l = members_[at(k)];
    const double eps = task.restitution ? task.restitution[reduced_.row_of(l)] : 0;
    more[at(k)] = eps * (p_[at(l)] - before[at(l)]);
  }
  for (Index k = 0; k < problem_.normals; ++k) push(members_[at(k)], more[at(k)]);
  return press(task);
}

/// Without friction, where all of them push: as one system, exact to rounding. False: they do not; nothing has changed.
bool Impact::all_push(const ImpactTask& task, bool plastic) {
  const Index count = static_cast<Index>(members_.size()), all = reduced_.count();
  std::vector<double> G(at(count * count)), demand(at(count));
  for (Index i = 0; i < count; ++i) {
    const Index k = members_[at(i)];
    const double eps = plastic || !task.restitution ? 0 : task.restitution[reduced_.row_of(k)];
    demand[at(i)] = -(speed_[at(k)] + eps * std::min(speed_[at(k)], 0.0));
    for (Index j = 0; j < count; ++j) G[at(i * count + j)] = G_[at(k * all + members_[at(j)])];
  }
  const std::vector<double> p = linalg::shortest_solution(count, G, demand, 1e-13);
  if (p.size() != demand.size()) return false;
  double largest = 0;
  for (const double x : p) largest = std::fmax(largest, std::fabs(x));
  for (Index i = 0; i < count; ++i) {
    double off = -demand[at(i)];
    for (Index j = 0; j < count; ++j) off += G[at(i * count + j)] * p[at(j)];
    if (p[at(i)] < 0 || std::fabs(off) > 1e-13 * largest) return false;
  }
  for (Index i = 0; i < count; ++i) {
    push(members_[at(i)], p[at(i)]);
    if (p[at(i)] > 0) hit_[at(reduced_.row_of(members_[at(i)]))] = 1;
  }
  return true;
}

/// Contacts that approach equally fast: were one struck before the others, the order of the rows would choose which,
/// and what is symmetric would not stay so. False: no impulses were found; nothing has changed.
bool Impact::strike_equals(const ImpactTask& task) {
  const std::vector<double> p = p_, speed = speed_;
  const std::vector<unsigned char> hit = hit_;
  const double carnot = answer_.carnot, rubbed = answer_.rubbed;
  const auto undo = [&] {
    p_ = p;
    speed_ = speed;
    answer_.carnot = carnot;
    answer_.rubbed = rubbed;
  };
  if (!meet(task, false)) {
    hit_ = hit;
    return false;
  }
  const double made = carnot + rubbed - answer_.carnot - answer_.rubbed;
  ++answer_.blows;
  if (!(made > 1e-12 * answer_.energy_before)) return true;
  // The law makes energy: what lies between it and the blow without restitution makes none, as in at_once.
  const std::vector<double> law_p = p_, law_speed = speed_;
  undo();
  if (!meet(task, true)) {
    p_ = law_p;
    speed_ = law_speed;
    note_work(p, speed);
    return true;
  }
  const double lost = answer_.carnot + answer_.rubbed - carnot - rubbed;
  double c = 0;  // T of the difference
  for (Index k = 0; k < reduced_.count(); ++k)
    c += 0.5 * (law_p[at(k)] - p_[at(k)]) * (law_speed[at(k)] - speed_[at(k)]);
  const double s = share_without_gain(made, lost, c);
  for (std::vector<double>* x : {&p_, &speed_}) {
    const std::vector<double>& law = x == &p_ ? law_p : law_speed;
    for (std::size_t i = 0; i < x->size(); ++i) (*x)[i] += s * (law[i] - (*x)[i]);
  }
  answer_.carnot = carnot;
  answer_.rubbed = rubbed;
  note_work(p, speed);
  return answer_.reduced = true;
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
  std::vector<double> more(members_.size(), 0.0);
  for (Index k = 0; !plastic && k < problem_.normals; ++k) {
    const Index l = members_[at(k)], row = reduced_.row_of(l);
    const double eps = task.restitution ? task.restitution[row] : 0;
    more[at(k)] = eps * std::min(speed[at(l)], 0.0);
    const auto law =
        task.law ? static_cast<RestitutionLaw>(task.law[row]) : RestitutionLaw::stronge;
    newton = newton || law == RestitutionLaw::newton ||
             (law == RestitutionLaw::stronge && problem_.rubbing.empty());
  }
  // Where rows depend on each other, Newton's law may ask for what cannot be.
  const bool rubs = !problem_.rubbing.empty();
  if ((newton || plastic) && ((!rubs && all_push(task, plastic)) || (newton && press(more)))) {
    note_work(p, speed);
    return true;
  }
  undo();
  if (!press(task)) return undo();
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
  gather_all();
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
  const double s = share_without_gain(made, lost, energy(task.rows, dv_.data()));
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
