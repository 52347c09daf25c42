// SPDX-License-Identifier: Apache-2.0
// Reactions that laws read, and those that they change.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "instant/laws/detail.h"
#include "instant/laws/laws.h"
#include "instant/laws/reaction_value.h"

namespace zwang::instant {

using equations::Kind;
using equations::Reaction;
using equations::Reading;
using of_laws::components;
using of_laws::room;

namespace {

std::vector<Index> actual_reactions(const equations::Equations& equations) {
  std::vector<Index> numbers;
  for (std::size_t k = 0; k < equations.reactions.size(); ++k) {
    if (equations.reactions[k].reading == Reading::actual) numbers.push_back(static_cast<Index>(k));
  }
  return numbers;
}

Index all_components(const equations::Equations& equations) {
  Index sum = 0;
  for (const Reaction& reaction : equations.reactions) {
    sum += reaction.reading == Reading::actual ? components(reaction) : Index{0};
  }
  return sum;
}

// A contact that acts presses as long as its mode lasts, and where it ends its force passes zero
// smoothly: whether it should be open is asked where modes are decided, not here.
least::Sense sense_of(const equations::Equations& equations, const Reaction& reaction) {
  const bool contact =
      reaction.rows == 1 && equations.rows[reaction.first_row].kind == Kind::unilateral;
  return reaction.multiplier || contact ? least::Sense::plain : least::Sense::norm;
}

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

Reactions::Reactions(const equations::Equations& equations)
    : actual(actual_reactions(equations)),
      components(all_components(equations)),
      solver(0, 0),
      ideal(room(equations.m)),
      lambda(room(equations.m)),
      s(room(static_cast<Index>(equations.reactions.size()))),
      sigma(room(components)),
      column(room(std::max(equations.n, components))),
      found(room(static_cast<Index>(actual.size()))) {
  for (auto* const list : {&acting, &sizes}) list->reserve(actual.size());
  sense.reserve(actual.size());
}

SharedLoad::SharedLoad(const equations::Equations& equations, bool by_parts)
    : load(by_parts ? 0 : equations.n, by_parts ? 0 : equations.m),
      kind(equations.rows.size()),
      binds(equations.rows.size()),
      lambda(room(equations.m)) {}

const double* Laws::sliding(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  numbers.evaluate(equations::Stage::slide, t, q, v);
  return numbers.sliding();
}

// The way each contact slides: its sign, or w/‖w‖. In space slip that begins at rest has no direction yet, and
// from then on one that turns within ‖w‖/(μN/m): w + ε d, with the direction d that the mode says and ε
// below what the tolerances see, has one at once, and the same soon after. (doc/theory/contact.md)
void Laws::set_directions(equations::Workspace& numbers, double t, const double* q,
                          const double* v) noexcept {
  if (equations_.sliding.empty()) return;
  const double* w = sliding(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    const equations::Sliding& contact = equations_.sliding[k];
    const std::size_t size = contact.direction_slots.size();
    const bool slides = mode_.slip[k] == Slip::slides;
    double norm = 0, along = 0, e[3];
    for (std::size_t i = 0; i < size; ++i) {
      const double d = mode_.direction[3 * k + i];
      e[i] = w[i] + mode_.least[k] * d;
      norm = std::hypot(norm, e[i]);
      along += e[i] * d;
    }
    // Beyond the point where it comes to a stop friction goes on as before, so that the motion is
    // smooth up to the event and through it.
    // Where it hardly moves any more its direction is rounding, and the last one stands for it.
    const bool by_rate = size > 1 && norm > 1e-6 * mode_.speed[k];
    if (along < 0) norm = -norm;
    for (std::size_t i = 0; i < size; ++i) {
      const double d = by_rate ? e[i] / norm : mode_.direction[3 * k + i];
      numbers.set(contact.direction_slots[i], slides ? d : 0.0);
    }
    w += size;
  }
}

// The reactions s, and C with its slopes by them.
void Laws::read_reactions(equations::Workspace& numbers, double t, const double* q, const double* v,
                          const double* s) noexcept {
  for (const Index k : reactions_.actual) {
    reactions_.s.data()[k] = 0;
    numbers.set(equations_.reactions[k].slot, 0);
  }
  for (std::size_t k = 0; k < reactions_.acting.size(); ++k) {
    reactions_.s.data()[reactions_.acting[k]] = s[k];
    numbers.set(equations_.reactions[reactions_.acting[k]].slot, s[k]);
  }
  numbers.evaluate(equations::Stage::nonideal, t, q, v);
}

// Of many contacts few touch: what is open takes no part.
void Laws::find_acting() noexcept {
  reactions_.acting.clear();
  reactions_.sense.clear();
  reactions_.sizes.clear();
  for (const Index k : reactions_.actual) {
    const Reaction& reaction = equations_.reactions[k];
    bool acts = reaction.rows == 0;
    for (Index i = reaction.first_row; i < reaction.first_row + reaction.rows; ++i) {
      acts = acts || mode_.acts[static_cast<std::size_t>(i)];
    }
    if (!acts) continue;
    reactions_.acting.push_back(k);
    reactions_.sense.push_back(sense_of(equations_, reaction));
    reactions_.sizes.push_back(components(reaction));
  }
  reactions_.make_room();
}

// For as many as act at once: of the contacts of a pile these are few.
void Reactions::make_room() {
  const Index count = static_cast<Index>(acting.size()),
              all = std::accumulate(sizes.begin(), sizes.end(), Index{0});
  if (count <= room_for && all <= room_for_components) return;
  room_for = std::max(room_for, count);
  room_for_components = std::max(room_for_components, all);
  solver = least::ReactionSolver(room_for, room_for_components);
  J = AlignedArray(of_laws::room(room_for_components * room_for));
}

// σ (all components) ← the forces of the rows that reactions are of, for these multipliers.
void Laws::fill_forces(equations::Workspace& numbers, const double* lambda,
                       double* sigma) noexcept {
  for (std::size_t k = 0; k < reactions_.acting.size(); ++k) {
    fill_force(equations_, numbers, equations_.reactions[reactions_.acting[k]], lambda, sigma);
    sigma += reactions_.sizes[k];
  }
}

// σ ≈ σ₀ + J s about the s that C was found for.
void Laws::linearise_forces(equations::Workspace& numbers, const double* s) noexcept {
  const Index p = static_cast<Index>(reactions_.acting.size()),
              size = std::accumulate(reactions_.sizes.begin(), reactions_.sizes.end(), Index{0});
  double *const lambda = reactions_.lambda.data(), *const sigma = reactions_.sigma.data();
  double* const J = reactions_.J.data();
  adjoint(numbers.C(), lambda);
  for (Index i = 0; i < equations_.m; ++i) lambda[i] = reactions_.ideal.data()[i] - lambda[i];
  fill_forces(numbers, lambda, sigma);
  for (Index k = 0; k < p; ++k) {
    const Index row = reactions_.acting[k];
    std::fill_n(w_.data(), equations_.n, 0.0);
    for (Index e = equations_.C_slope().begin[row]; e < equations_.C_slope().begin[row + 1]; ++e) {
      w_.data()[equations_.C_slope().column[e]] = -numbers.C_slope()[e];
    }
    adjoint(w_.data(), lambda);
    fill_forces(numbers, lambda, reactions_.column.data());
    for (Index i = 0; i < size; ++i) J[i * p + k] = reactions_.column.data()[i];
  }
  for (Index i = 0; i < size; ++i) {
    for (Index k = 0; k < p; ++k) sigma[i] -= J[i * p + k] * s[k];
  }
}

// s = |σ(λ(C(s)))| with λ(C) = λ_ideal − K₁ᵀC, affine in C; where C is affine in s, as friction
// is, the first linearisation is exact. (doc/theory/contact.md)
Status Laws::find_reactions(equations::Workspace& numbers, double t, const double* q,
                            const double* v) noexcept {
  find_acting();
  const Index p = static_cast<Index>(reactions_.acting.size());
  double* const found = reactions_.found.data();
  for (Index k = 0; k < p; ++k) {
    found[k] = value_of(equations_, numbers, equations_.reactions[reactions_.acting[k]],
                        reactions_.ideal.data(), w_.data());
  }
  if (p == 0) {
    read_reactions(numbers, t, q, v, found);
    return Status::ok;
  }
  constexpr int most = 25;
  for (int round = 0; round < most; ++round) {
    read_reactions(numbers, t, q, v, found);
    linearise_forces(numbers, found);
    const least::ReactionTask task{p,
                                   reactions_.sense.data(),
                                   reactions_.sizes.data(),
                                   reactions_.sigma.data(),
                                   reactions_.J.data(),
                                   found};
    const least::ReactionAnswer& answer = reactions_.solver.solve(task);
    const Status status = status_of(answer.answers);
    if (status != Status::ok) return status;
    double change = 0, size = 0;
    for (Index k = 0; k < p; ++k) {
      change = std::max(change, std::abs(answer.s[k] - found[k]));
      size = std::max(size, std::abs(answer.s[k]));
    }
    std::copy_n(answer.s, p, found);
    if (change <= 1e-14 * size) {
      read_reactions(numbers, t, q, v, found);
      return Status::ok;
    }
  }
  return Status::not_converged;
}

// Whether the shortest multipliers keep what sticks within its limit.
bool Laws::holds_within(equations::Workspace& numbers) const noexcept {
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    if (mode_.slip[k] != Slip::sticks) continue;
    const equations::Sliding& contact = equations_.sliding[k];
    double square = 0;
    for (Index i = contact.first_row; i < contact.first_row + contact.rows; ++i) {
      square += reactions_.lambda.data()[i] * reactions_.lambda.data()[i];
    }
    if (std::sqrt(square) > numbers.limits()[2 * k + 1]) return false;
  }
  return true;
}

// The cones of what sticks. Limits are linear in the reactions that they read. Where each reads one alone, all are
// read at once.
void Laws::read_cones(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept {
  SharedLoad& shared = *load_;
  const auto read = [&](std::size_t k, double s) {
    numbers.set(equations_.reactions[reactions_.actual[k]].slot, s);
  };
  const auto strength_of = [&](std::size_t k) {
    const Reaction& reaction = equations_.reactions[reactions_.actual[k]];
    return reaction.rows == 1 ? strength(equations_, numbers, reaction) : 0.0;
  };
  const std::size_t p = reactions_.actual.size();
  for (std::size_t k = 0; k < p; ++k) {
    // A resultant is not shared: it counts as it is.
    read(k, strength_of(k) > 0 ? 0.0 : reactions_.s.data()[reactions_.actual[k]]);
  }
  numbers.evaluate(equations::Stage::nonideal, t, q, v);
  shared.sticking.clear();
  for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
    if (mode_.slip[k] != Slip::sticks) continue;
    least::Rubbing cone;
    cone.first = equations_.sliding[k].first_row;
    cone.rows = equations_.sliding[k].rows;
    cone.sticking = numbers.limits()[2 * k + 1];
    shared.sticking.push_back(cone);
  }
  const auto note = [&](std::size_t k, std::size_t number, Index row) {
    least::Rubbing& cone = shared.sticking[number];
    const double slope = numbers.limits()[2 * k + 1] - cone.sticking;
    if (slope != 0) cone.coefficients.push_back({row, slope, slope});
  };
  if (limits_read_one(equations_)) {
    for (std::size_t j = 0; j < p; ++j)
      if (const double unit = strength_of(j); unit > 0) read(j, unit);
    numbers.evaluate(equations::Stage::nonideal, t, q, v);
    std::size_t next = 0;
    for (std::size_t k = 0; k < equations_.sliding.size(); ++k) {
      if (mode_.slip[k] != Slip::sticks) continue;
      const std::size_t number = next++;
      if (equations_.sliding[k].normals.empty()) continue;
      note(k, number, equations_.reactions[equations_.sliding[k].normals.front()].first_row);
    }
    return;
  }
  for (std::size_t j = 0; j < p; ++j) {
    const double unit = strength_of(j);
    if (!(unit > 0)) continue;
    read(j, unit);
    numbers.evaluate(equations::Stage::nonideal, t, q, v);
    read(j, 0);
    std::size_t next = 0;
    for (std::size_t k = 0; k < equations_.sliding.size(); ++k)
      if (mode_.slip[k] == Slip::sticks)
        note(k, next++, equations_.reactions[reactions_.actual[j]].first_row);
  }
}

// Limits are those of the share.
void Laws::take_share(equations::Workspace& numbers, double t, const double* q, const double* v,
                      bool found) noexcept {
  for (const Index k : reactions_.actual) {
    double& s = reactions_.s.data()[k];
    const Reaction& reaction = equations_.reactions[k];
    const bool contact =
        reaction.rows == 1 && equations_.rows[reaction.first_row].kind == Kind::unilateral;
    if (found && contact)
      s = strength(equations_, numbers, reaction) * reactions_.lambda.data()[reaction.first_row];
    numbers.set(reaction.slot, s);
  }
  numbers.evaluate(equations::Stage::nonideal, t, q, v);
}

// A share with which nothing pulls and all that sticks stays within its limit; true if there is one.
// (doc/theory/contact.md)
bool Laws::share_in_cones(equations::Workspace& numbers, double t, const double* q,
                          const double* v) noexcept {
  SharedLoad& shared = *load_;
  read_cones(numbers, t, q, v);
  for (std::size_t i = 0; i < shared.kind.size(); ++i) {
    const bool contact = equations_.rows[i].kind == Kind::unilateral;
    shared.binds[i] = !mode_.acts[i] ? least::ConeShare::out
                      : contact      ? least::ConeShare::pushes
                                     : least::ConeShare::free;
  }
  const bool found = shared.cones.share(kernel_.task(numbers), shared.binds.data(), shared.sticking,
                                        reactions_.lambda.data());
  take_share(numbers, t, q, v, found);
  return found;
}

// The shortest multipliers may pull, or hold more than they can, where redundant contacts share a
// load that they can bear without.
void Laws::share_load(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept {
  if (kernel_.parts()) return share_by_parts(numbers, t, q, v);
  auto& kind = load_->kind;
  auto& binds = load_->binds;
  double* const lambda = reactions_.lambda.data();
  bool pulls = false;
  for (std::size_t i = 0; i < kind.size(); ++i) {
    const bool contact = equations_.rows[i].kind == Kind::unilateral;
    pulls = pulls || (mode_.acts[i] && contact && lambda[i] < 0);
  }
  const bool sticks = std::any_of(mode_.slip.begin(), mode_.slip.end(),
                                  [](Slip slip) { return slip == Slip::sticks; });
  if (sticks && (pulls || !holds_within(numbers)) && share_in_cones(numbers, t, q, v)) return;
  if (!pulls) return;
  for (std::size_t i = 0; i < kind.size(); ++i) {
    const bool contact = equations_.rows[i].kind == Kind::unilateral;
    kind[i] = !mode_.acts[i] ? least::idle_row
              : contact      ? least::unilateral_row
                             : least::equality_row;
    binds[i] = mode_.acts[i] && contact ? least::bears : least::leaves;
  }
  AlignedArray& shared = load_->lambda;
  std::copy_n(lambda, equations_.m, shared.data());
  const Status status =
      load_->load.share(kernel_.task(numbers), kind.data(), binds.data(), shared.data());
  if (status == Status::ok) std::copy_n(shared.data(), equations_.m, lambda);
}

// What events and observables read.
void Laws::watch(equations::Workspace& numbers, double t, const double* q,
                 const double* v) noexcept {
  if (load_) share_load(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::watched) continue;
    reactions_.s.data()[k] =
        value_of(equations_, numbers, reaction, reactions_.lambda.data(), w_.data());
    numbers.set(reaction.slot, reactions_.s.data()[k]);
  }
}

}  // namespace zwang::instant
