// SPDX-License-Identifier: Apache-2.0
// Reactions that laws read, and those that they change.

#include <algorithm>
#include <cmath>

#include "instant/laws.h"
#include "instant/laws_detail.h"
#include "instant/reaction_value.h"

namespace zwang::instant {

using equations::Kind;
using equations::Reaction;
using equations::Reading;
using of_laws::at;

namespace {

Status status_of(least::Answers answers) {
  switch (answers) {
    case least::Answers::unique:
    case least::Answers::found:
      return Status::ok;
    case least::Answers::several:
      return Status::several_reactions;
    default:
      return Status::no_reaction;
  }
}

}  // namespace

const double* Laws::sliding(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  numbers.evaluate(equations::Stage::slide, t, q, v);
  return numbers.sliding();
}

// The way each contact slides: its sign, or w/‖w‖. Where w is zero it slides the way the mode says.
void Laws::set_directions(equations::Workspace& numbers, double t, const double* q,
                          const double* v) noexcept {
  if (equations_.sliding.empty()) return;
  const double* w = sliding(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    const equations::Sliding& contact = equations_.sliding[k];
    const std::size_t size = contact.direction_slots.size();
    const bool slides = mode_.slip[k] == Slip::slides;
    double norm = 0, along = 0;
    for (std::size_t i = 0; i < size; ++i) {
      norm = std::hypot(norm, w[i]);
      along += w[i] * mode_.direction[3 * k + i];
    }
    // Beyond the point where it comes to a stop friction goes on as before, so that the motion is
    // smooth up to the event and through it.
    // Where it hardly moves any more its direction is rounding, and the last one stands for it.
    const bool by_rate = size > 1 && norm > 1e-6 * mode_.speed[k];
    if (along < 0) norm = -norm;
    for (std::size_t i = 0; i < size; ++i) {
      const double d = by_rate ? w[i] / norm : mode_.direction[3 * k + i];
      numbers.set(contact.direction_slots[i], slides ? d : 0.0);
    }
    w += size;
  }
}

// The reactions s, and C with its slopes by them.
void Laws::read_reactions(equations::Workspace& numbers, double t, const double* q, const double* v,
                          const double* s) noexcept {
  for (std::size_t k = 0; k < actual_.size(); ++k) {
    s_.data()[actual_[k]] = s[k];
    numbers.set(equations_.reactions[at(actual_[k])].slot, s[k]);
  }
  numbers.evaluate(equations::Stage::nonideal, t, q, v);
}

// σ (all components) ← the forces of the rows that reactions are of, for these multipliers.
void Laws::fill_forces(equations::Workspace& numbers, const double* lambda,
                       double* sigma) noexcept {
  for (std::size_t k = 0; k < actual_.size(); ++k) {
    fill_force(equations_, numbers, equations_.reactions[at(actual_[k])], lambda, sigma);
    sigma += sizes_[k];
  }
}

// σ ≈ σ_ + J_ s about the s that C was found for.
void Laws::linearise_forces(equations::Workspace& numbers, const double* s) noexcept {
  const Index p = static_cast<Index>(actual_.size());
  Index size = 0;
  for (const Index components : sizes_) size += components;
  derivative_.adjoint(numbers.C(), nullptr, lambda_.data(), nullptr);
  for (Index i = 0; i < equations_.m; ++i) {
    lambda_.data()[i] = ideal_.data()[i] - lambda_.data()[i];
  }
  fill_forces(numbers, lambda_.data(), sigma_.data());
  for (Index k = 0; k < p; ++k) {
    const auto row = at(actual_[at(k)]);
    std::fill_n(w_.data(), equations_.n, 0.0);
    for (Index e = equations_.C_slope().begin[row]; e < equations_.C_slope().begin[row + 1]; ++e) {
      w_.data()[equations_.C_slope().column[at(e)]] = -numbers.C_slope()[e];
    }
    derivative_.adjoint(w_.data(), nullptr, lambda_.data(), nullptr);
    fill_forces(numbers, lambda_.data(), column_.data());
    for (Index i = 0; i < size; ++i) J_.data()[i * p + k] = column_.data()[i];
  }
  for (Index i = 0; i < size; ++i) {
    for (Index k = 0; k < p; ++k) sigma_.data()[i] -= J_.data()[i * p + k] * s[k];
  }
}

// s = |σ(λ(C(s)))| with λ(C) = λ_ideal − K₁ᵀC, affine in C; where C is affine in s, as friction
// is, the first linearisation is exact. (doc/theory/contact.md)
Status Laws::find_reactions(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  const Index p = static_cast<Index>(actual_.size());
  for (Index k = 0; k < p; ++k) {
    found_.data()[k] = value_of(equations_, numbers, equations_.reactions[at(actual_[at(k)])],
                                ideal_.data(), w_.data());
  }
  constexpr int most = 25;
  for (int round = 0; round < most; ++round) {
    read_reactions(numbers, t, q, v, found_.data());
    linearise_forces(numbers, found_.data());
    const least::ReactionTask task{p,         sense_.data(), sizes_.data(), sigma_.data(),
                                   J_.data(), found_.data()};
    const least::ReactionAnswer& answer = reaction_solver_.solve(task);
    const Status status = status_of(answer.answers);
    if (status != Status::ok) return status;
    double change = 0, size = 0;
    for (Index k = 0; k < p; ++k) {
      change = std::max(change, std::abs(answer.s[k] - found_.data()[k]));
      size = std::max(size, std::abs(answer.s[k]));
    }
    std::copy_n(answer.s, p, found_.data());
    if (change <= 1e-14 * size) {
      read_reactions(numbers, t, q, v, found_.data());
      return Status::ok;
    }
  }
  return Status::not_converged;
}

// The shortest multipliers may pull where redundant contacts share a load that they can bear without.
void Laws::share_load(equations::Workspace& numbers) noexcept {
  bool any = false;
  for (std::size_t i = 0; i < kind_.size(); ++i) {
    const bool contact = equations_.rows[i].kind == Kind::unilateral;
    kind_[i] = !mode_.acts[i] ? least::idle_row
               : contact      ? least::unilateral_row
                              : least::equality_row;
    binds_[i] = mode_.acts[i] && contact ? least::bears : least::leaves;
    any = any || (mode_.acts[i] && contact && lambda_.data()[i] < 0);
  }
  if (!any) return;
  std::copy_n(lambda_.data(), equations_.m, found_rows_.data());
  const Status status =
      load_->share(kernel_.task(numbers), kind_.data(), binds_.data(), found_rows_.data());
  if (status == Status::ok) std::copy_n(found_rows_.data(), equations_.m, lambda_.data());
}

// What events and observables read.
void Laws::watch(equations::Workspace& numbers) noexcept {
  if (load_) share_load(numbers);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::watched) continue;
    s_.data()[k] = value_of(equations_, numbers, reaction, lambda_.data(), w_.data());
    numbers.set(reaction.slot, s_.data()[k]);
  }
}

}  // namespace zwang::instant
