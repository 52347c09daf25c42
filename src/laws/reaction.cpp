// SPDX-License-Identifier: Apache-2.0
// Semismooth Newton from the ideal reactions, then the question whether there are others. It has an
// answer where |σ(s)| contracts; where one reaction stands alone (a quadratic equation); and where
// every σ is a number, so that each branch of the absolute values is a linear system: all are tried.

#include "laws/reaction.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "linalg/lu.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

constexpr Index most_branches = 12;  // 2¹² linear systems

/// What Newton may leave, relative to the terms of the equation: rounding, amplified by what it is
/// amplified before the matrix counts as singular.
constexpr double solved = 1e-10;

ReactionSolver::ReactionSolver(Index p, Index components)
    : s_(at(p)),
      start_(at(p)),
      step_(at(p)),
      trial_(at(p)),
      sigma_(at(components)),
      J_(at(components * p)),
      F_(at(p)),
      A_(at(p * p)),
      list_(at(ReactionAnswer::most * p)),
      weight_(at(p)),
      image_(at(p)),
      order_(at(p)) {}

/// σ₀ + J s of the task that is the context.
static bool affine(void* context, const double* s, double* sigma, double* J) {
  const ReactionTask& task = *static_cast<const ReactionTask*>(context);
  Index row = 0;
  for (Index k = 0; k < task.p; ++k)
    for (Index c = 0; c < task.size[k]; ++c, ++row) {
      sigma[row] = task.sigma[row] + linalg::dot(task.J + row * task.p, s, task.p);
      std::copy_n(task.J + row * task.p, task.p, J + row * task.p);
    }
  return true;
}

void ReactionSolver::begin(const ReactionTask& task) noexcept {
  expects(at(task.p) <= s_.size());
  answer_ = {};
  answer_.s = list_.data();
  Index row = 0;
  for (Index k = 0; k < task.p; row += task.size[k], ++k) {
    if (task.start)
      start_[at(k)] = task.start[k];
    else if (task.sense[k] == Sense::norm)
      start_[at(k)] = task.sigma ? linalg::norm(task.sigma + row, task.size[k]) : 0;
    else
      start_[at(k)] = task.sigma ? task.sigma[row] : 0;
  }
}

/// F = s − |σ|, σ_ and J_ taken as they are at s; returns the worst, relative to its terms.
double ReactionSolver::misfit(const ReactionTask& task, const double* s) noexcept {
  double worst = 0;
  Index row = 0;
  for (Index k = 0; k < task.p; row += task.size[k], ++k) {
    const double* sigma = sigma_.data() + row;
    double value = sigma[0], terms = std::fabs(s[k]);
    if (task.sense[k] == Sense::norm) value = linalg::norm(sigma, task.size[k]);
    if (task.sense[k] == Sense::positive) value = std::fmax(0.0, sigma[0]);
    for (Index c = 0; c < task.size[k]; ++c) {
      terms += std::fabs(sigma[c]);
      for (Index l = 0; l < task.p; ++l) terms += std::fabs(J_[at((row + c) * task.p + l)] * s[l]);
    }
    F_[at(k)] = s[k] - value;
    const double off = std::fabs(F_[at(k)]);
    if (off > 0 || off != off) worst = std::fmax(worst, off != off ? INFINITY : off / terms);
  }
  return worst;
}

/// step_ with (I − Φ'J) step = −F, Φ' of the branch on which σ_ is; false where that is singular.
bool ReactionSolver::newton_step(const ReactionTask& task) noexcept {
  const Index p = task.p;
  Index row = 0;
  for (Index k = 0; k < p; row += task.size[k], ++k) {
    const double* sigma = sigma_.data() + row;
    const double length = linalg::norm(sigma, task.size[k]);
    for (Index l = 0; l < p; ++l) {
      double slope = 0;
      for (Index c = 0; c < task.size[k]; ++c) {
        const double branch = task.sense[k] == Sense::plain      ? 1
                              : task.sense[k] == Sense::positive ? (sigma[c] > 0 ? 1 : 0)
                              : length > 0                       ? sigma[c] / length
                                                                 : 0;
        slope += branch * J_[at((row + c) * p + l)];
      }
      A_[at(l * p + k)] = (k == l ? 1 : 0) - slope;
    }
    step_[at(k)] = -F_[at(k)];
  }
  const linalg::Lu lu{p, A_.data(), order_.data()};
  if (!linalg::factor_lu(lu)) return false;
  linalg::solve_lu(lu, step_.data());
  return true;
}

/// From s_ to a solution in s_. A step is halved until the misfit falls.
bool ReactionSolver::newton(const ReactionTask& task, SigmaFunction sigma, void* context) noexcept {
  const Index p = task.p;
  const double enough = 8 * static_cast<double>(p + 1) * linalg::kEps;
  if (!sigma(context, s_.data(), sigma_.data(), J_.data())) return false;
  double now = misfit(task, s_.data());
  for (int round = 0; round < 60 && now > enough; ++round) {
    ++answer_.iterations;
    if (!newton_step(task)) break;
    double factor = 1, next = INFINITY;
    for (int halving = 0; halving < 30; ++halving, factor /= 2) {
      for (Index k = 0; k < p; ++k) trial_[at(k)] = s_[at(k)] + factor * step_[at(k)];
      next = INFINITY;
      if (sigma(context, trial_.data(), sigma_.data(), J_.data()))
        next = misfit(task, trial_.data());
      if (next < now) break;
    }
    if (!(next < now)) {  // as far as rounding allows, or stuck
      if (!sigma(context, s_.data(), sigma_.data(), J_.data())) return false;
      now = misfit(task, s_.data());
      break;
    }
    std::swap(s_, trial_);
    now = next;
  }
  return now <= solved;
}

/// Lists s_ unless it is there already.
void ReactionSolver::keep(const ReactionTask& task) noexcept {
  const Index p = task.p;
  for (Index i = 0; i < answer_.count; ++i) {
    double off = 0, size = 0;
    for (Index k = 0; k < p; ++k) {
      const double other = list_[at(i * p + k)];
      off = std::fmax(off, std::fabs(s_[at(k)] - other));
      size = std::fmax(size, std::fmax(std::fabs(s_[at(k)]), std::fabs(other)));
    }
    if (off <= std::sqrt(linalg::kEps) * size) return;  // two that meet differ by √eps
  }
  if (answer_.count == ReactionAnswer::most) return;
  std::copy_n(s_.data(), p, list_.data() + answer_.count * p);
  if (answer_.count++ == 0) answer_.residual = misfit(task, s_.data());
}

/// A bound of how much |σ(s)| moves when s does, in the norm max |s_k|/x_k that is best for it:
/// max (E x)_k/x_k ≥ ρ(E) for every x > 0 (Collatz), E_kl how much σ_k moves with s_l.
double ReactionSolver::contraction(const ReactionTask& task) noexcept {
  const Index p = task.p;
  Index row = 0;
  for (Index k = 0; k < p; row += task.size[k], ++k)
    for (Index l = 0; l < p; ++l) {
      double sum = 0;
      for (Index c = 0; c < task.size[k]; ++c) {
        const double entry = task.J[(row + c) * p + l];
        sum += entry * entry;
      }
      A_[at(k * p + l)] = std::sqrt(sum);
    }
  double bound = INFINITY;
  std::fill_n(weight_.data(), p, 1.0);
  for (int round = 0; round < 40; ++round) {
    double worst = 0, largest = 0;
    for (Index k = 0; k < p; ++k) {
      image_[at(k)] = linalg::dot(A_.data() + k * p, weight_.data(), p);
      worst = std::fmax(worst, image_[at(k)] / weight_[at(k)]);
      largest = std::fmax(largest, image_[at(k)]);
    }
    bound = std::fmin(bound, worst);
    if (!(largest > 0)) break;
    // Half of the old weights: no weight becomes zero, and cycles die out.
    for (Index k = 0; k < p; ++k) weight_[at(k)] = 0.5 * (weight_[at(k)] + image_[at(k)] / largest);
  }
  return bound;
}

/// One reaction alone: s ≥ 0 with α s² − 2β s − γ = 0, α = 1 − ‖J‖², β = J·σ₀, γ = ‖σ₀‖².
void ReactionSolver::quadratic(const ReactionTask& task) noexcept {
  const Index size = task.size[0];
  const double J = linalg::norm(task.J, size), gamma_root = linalg::norm(task.sigma, size);
  const double alpha = (1 - J) * (1 + J), beta = linalg::dot(task.J, task.sigma, size);
  const double gamma = gamma_root * gamma_root, inside = beta * beta + alpha * gamma;
  if (inside < 0) return;
  const double root = std::sqrt(inside), far = beta + (beta < 0 ? -root : root);
  const double candidates[2] = {far / alpha, -gamma / far};  // without cancellation
  for (const double s : candidates) {
    if (!(s >= 0) || !std::isfinite(s)) continue;
    s_[0] = s;
    if (newton(task, affine, const_cast<ReactionTask*>(&task))) keep(task);
  }
}

/// The linear system of one choice of branches: bit k set where σ_k < 0 (norm), or is not > 0
/// (positive). True where its solution lies on these branches.
bool ReactionSolver::try_branch(const ReactionTask& task, unsigned pattern,
                                bool* singular) noexcept {
  const Index p = task.p;
  for (Index k = 0; k < p; ++k) {
    const bool set = (pattern >> k & 1u) != 0;
    const double branch = !set ? 1 : task.sense[k] == Sense::norm ? -1 : 0;
    for (Index l = 0; l < p; ++l) A_[at(l * p + k)] = (k == l ? 1 : 0) - branch * task.J[k * p + l];
    step_[at(k)] = branch * task.sigma[k];
  }
  const linalg::Lu lu{p, A_.data(), order_.data()};
  if (!linalg::factor_lu(lu)) {
    *singular = true;
    return false;
  }
  linalg::solve_lu(lu, step_.data());
  std::copy_n(step_.data(), p, s_.data());
  affine(const_cast<ReactionTask*>(&task), s_.data(), sigma_.data(), J_.data());
  return misfit(task, s_.data()) <= solved;
}

/// All branches; false where one of them is singular, or they are too many: then others may exist.
bool ReactionSolver::enumerate(const ReactionTask& task) noexcept {
  Index bends = 0;
  for (Index k = 0; k < task.p; ++k) {
    if (task.size[k] != 1) return false;
    bends += task.sense[k] != Sense::plain;
  }
  if (bends > most_branches || task.p > 31) return false;
  bool singular = false;
  for (unsigned choice = 0; choice < 1u << bends; ++choice) {
    unsigned pattern = 0, bit = 0;
    for (Index k = 0; k < task.p; ++k)
      if (task.sense[k] != Sense::plain) pattern |= (choice >> bit++ & 1u) << k;
    if (try_branch(task, pattern, &singular)) keep(task);
  }
  return !singular;
}

/// Newton from many places: each reaction small or large, the others as they are.
void ReactionSolver::search(const ReactionTask& task) noexcept {
  const double factors[] = {0, 0.1, 10, 100, 1000};
  double size = 0;
  for (Index k = 0; k < task.p; ++k) size = std::fmax(size, std::fabs(start_[at(k)]));
  for (Index k = -1; k < task.p; ++k)
    for (const double factor : factors) {
      for (Index l = 0; l < task.p; ++l)
        s_[at(l)] = k < 0 || k == l ? factor * size : start_[at(l)];
      if (newton(task, affine, const_cast<ReactionTask*>(&task))) keep(task);
    }
}

const ReactionAnswer& ReactionSolver::solve(const ReactionTask& task) noexcept {
  begin(task);
  std::copy_n(start_.data(), task.p, s_.data());
  if (newton(task, affine, const_cast<ReactionTask*>(&task))) keep(task);
  answer_.contraction = contraction(task);
  bool all = answer_.contraction < 1;  // Banach: one answer, and Newton or the search finds it
  if (!all && task.p == 1 && task.sense[0] == Sense::norm) {
    quadratic(task);
    all = true;
  } else if (!all) {
    all = enumerate(task);
  }
  if (answer_.count == 0 || !all) search(task);
  if (answer_.count > 1)
    answer_.answers = Answers::several;
  else if (answer_.count == 1)
    answer_.answers = all ? Answers::unique : Answers::found;
  else
    answer_.answers = all && !(answer_.contraction < 1) ? Answers::none : Answers::unknown;
  return answer_;
}

const ReactionAnswer& ReactionSolver::solve(const ReactionTask& task, SigmaFunction sigma,
                                            void* context) noexcept {
  begin(task);
  std::copy_n(start_.data(), task.p, s_.data());
  if (newton(task, sigma, context)) {
    keep(task);
    answer_.answers = Answers::found;
  }
  return answer_;
}

}  // namespace zwang::least
