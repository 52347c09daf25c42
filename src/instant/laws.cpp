// SPDX-License-Identifier: Apache-2.0
#include "instant/laws.h"

#include <algorithm>
#include <cmath>

#include "instant/laws_detail.h"
#include "instant/reaction_value.h"

namespace zwang::instant {

using equations::Kind;
using equations::Pattern;
using equations::Reaction;
using equations::Reading;
using of_laws::at;
using of_laws::components;

namespace {

Index room(Index size) { return std::max(size, Index{1}); }

bool usable(Status status) { return status == Status::ok || status == Status::contradictory; }

std::vector<Index> actual_reactions(const equations::Equations& equations) {
  std::vector<Index> numbers;
  for (std::size_t k = 0; k < equations.reactions.size(); ++k) {
    if (equations.reactions[k].reading == Reading::actual) numbers.push_back(static_cast<Index>(k));
  }
  return numbers;
}

std::vector<Index> rows_of_kind(const equations::Equations& equations, Kind kind) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (equations.rows[i].kind == kind) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

Index all_components(const equations::Equations& equations) {
  Index sum = 0;
  for (const Reaction& reaction : equations.reactions) {
    sum += reaction.reading == Reading::actual ? components(reaction) : Index{0};
  }
  return sum;
}

least::Sense sense_of(const equations::Equations& equations, const Reaction& reaction) {
  if (reaction.multiplier) return least::Sense::plain;
  const bool contact =
      reaction.rows == 1 && equations.rows[at(reaction.first_row)].kind == Kind::unilateral;
  return contact ? least::Sense::positive : least::Sense::norm;
}

}  // namespace

Laws::Laws(const equations::Equations& equations, DenseKernel& kernel, const Mode& mode)
    : equations_(equations),
      kernel_(kernel),
      mode_(mode),
      derivative_(equations.n, equations.m),
      reaction_solver_(static_cast<Index>(actual_reactions(equations).size()),
                       all_components(equations)),
      servo_solver_(equations.n, static_cast<Index>(rows_of_kind(equations, Kind::servo).size()),
                    static_cast<Index>(equations.control_slots.size())),
      actual_(actual_reactions(equations)),
      servo_rows_(rows_of_kind(equations, Kind::servo)) {
  if (!rows_of_kind(equations, Kind::unilateral).empty()) {
    load_ = std::make_unique<least::Load>(equations.n, equations.m);
    kind_.resize(equations.rows.size());
    binds_.resize(equations.rows.size());
  }
  if (!equations.hidden.sets.empty()) {
    hidden_ = std::make_unique<HiddenRows>(equations, equations.hidden.sets);
    hidden_A_ = AlignedArray(room(hidden_->count() * equations.n));
    hidden_b_ = AlignedArray(room(hidden_->count()));
  }
  const Index n = equations.n, controls = static_cast<Index>(equations.control_slots.size());
  for (const Index k : actual_) {
    sense_.push_back(sense_of(equations, equations.reactions[at(k)]));
    sizes_.push_back(components(equations.reactions[at(k)]));
  }
  const Index sigma = all_components(equations), p = static_cast<Index>(actual_.size());
  const Index wanted = static_cast<Index>(servo_rows_.size());
  servo_A_ = AlignedArray(room(wanted * n));
  servo_b_ = AlignedArray(room(wanted));
  servo_weights_ = AlignedArray(room(wanted));
  u_ = AlignedArray(room(controls));
  u_before_ = AlignedArray(room(controls));
  Q_ = AlignedArray(room(n));
  B_ = AlignedArray(room(controls * n));
  control_force_ = AlignedArray(room(n));
  C_ = AlignedArray(room(n));
  lambda_ = AlignedArray(room(equations.m));
  ideal_ = AlignedArray(room(equations.m));
  s_ = AlignedArray(room(static_cast<Index>(equations.reactions.size())));
  sigma_ = AlignedArray(room(sigma));
  J_ = AlignedArray(room(sigma * p));
  column_ = AlignedArray(room(std::max(n, sigma)));
  found_ = AlignedArray(room(p));
  found_rows_ = AlignedArray(room(equations.m));
  w_ = AlignedArray(room(equations.solids ? equations.solids->n_written : n));
  least::prepare(n, equations.m, failed_);
}

// The last rows of A, which no program fills in.
void Laws::fill_hidden(equations::Workspace& numbers, double t, const double* q,
                       const double* v) noexcept {
  const Index first = equations_.m - hidden_->count(), n = equations_.n;
  hidden_->rows(t, q, v, numbers, hidden_A_.data(), hidden_b_.data());
  for (Index k = 0; k < hidden_->count(); ++k) {
    const Index begin = equations_.A.begin[at(first + k)];
    std::copy_n(hidden_A_.data() + k * n, n, numbers.A() + begin);
    numbers.b()[first + k] = hidden_b_.data()[k];
  }
}

// Rows that do not act ask for nothing; servo rows are put aside first.
void Laws::mask(equations::Workspace& numbers) noexcept {
  const Pattern& A = equations_.A;
  const Index n = equations_.n;
  for (std::size_t k = 0; k < servo_rows_.size(); ++k) {
    const std::size_t i = at(servo_rows_[k]);
    double* const row = servo_A_.data() + static_cast<Index>(k) * n;
    std::fill_n(row, n, 0.0);
    servo_b_.data()[k] = mode_.switched[i] ? numbers.b()[i] : 0.0;
    servo_weights_.data()[k] = equations_.weights.empty() ? 1.0 : equations_.weights[i];
    for (Index e = A.begin[i]; mode_.switched[i] && e < A.begin[i + 1]; ++e) {
      row[A.column[at(e)]] = numbers.A()[e];
    }
  }
  for (std::size_t i = 0; i < mode_.acts.size(); ++i) {
    if (mode_.acts[i]) continue;
    std::fill(numbers.A() + A.begin[i], numbers.A() + A.begin[i + 1], 0.0);
    numbers.b()[i] = 0;
  }
}

// Q holds the controls; C is found, and ẍ with it.
const Instant& Laws::solve_nonideal(equations::Workspace& numbers, double t, const double* q,
                                    const double* v, bool full) noexcept {
  if (equations_.nonideal.blocks.empty()) {
    const Instant& now = kernel_.solve(numbers, nullptr, full);
    if (full) std::copy_n(now.multipliers.begin(), equations_.m, lambda_.data());
    return now;
  }
  const Instant& ideal = kernel_.solve(numbers, nullptr, true);
  if (!usable(ideal.status)) return ideal;
  std::copy(ideal.multipliers.begin(), ideal.multipliers.end(), ideal_.data());
  set_directions(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::ideal) continue;
    s_.data()[k] = value_of(equations_, numbers, reaction, ideal_.data(), w_.data());
    numbers.set(reaction.slot, s_.data()[k]);
  }
  const bool factored = derivative_.factor(kernel_.task(numbers), RankTolerance::stepping);
  Status status = factored ? Status::ok : Status::degenerate;
  if (status == Status::ok && !actual_.empty()) {
    status = find_reactions(numbers, t, q, v);
  } else {
    numbers.evaluate(equations_.nonideal, t, q, v);
  }
  std::copy_n(numbers.C(), equations_.n, C_.data());
  if (factored) derivative_.adjoint(C_.data(), nullptr, lambda_.data(), nullptr);
  for (Index i = 0; i < equations_.m; ++i) {
    lambda_.data()[i] = ideal_.data()[i] - lambda_.data()[i];
  }
  const Instant& now = kernel_.solve(numbers, C_.data(), full);  // [FKNU05 16-21]
  if (full && factored) audit(numbers, now, v);
  return with_status(now, status);
}

// δ = v − K₁A v leaves the rows as they are: a virtual displacement.
void Laws::audit(equations::Workspace& numbers, const Instant& now, const double* v) noexcept {
  const Pattern& A = equations_.A;
  double* const Av = found_rows_.data();
  for (Index i = 0; i < equations_.m; ++i) {
    Av[i] = 0;
    for (Index e = A.begin[at(i)]; e < A.begin[at(i) + 1]; ++e) {
      Av[i] += numbers.A()[e] * v[A.column[at(e)]];
    }
  }
  derivative_.tangent(nullptr, Av, nullptr, 1, w_.data());
  double left = 0, size = 0;
  for (Index i = 0; i < equations_.n; ++i) {
    const double virtual_rate = v[i] - w_.data()[i];
    const double force = now.constraint_force[at(i)];
    left += virtual_rate * (force - C_.data()[i]);  // [FKNU05 35]
    size += std::abs(virtual_rate) * (std::abs(force) + std::abs(C_.data()[i]));
  }
  if (size > 0) virtual_work_ = std::max(virtual_work_, std::abs(left) / size);
}

const Instant& Laws::with_status(const Instant& instant, Status status) noexcept {
  if (status == Status::ok || !usable(instant.status)) return instant;
  failed_ = instant;  // of the same sizes
  failed_.status = status;
  return failed_;
}

const Instant& Laws::solve(equations::Workspace& numbers, double t, const double* q,
                           const double* v, bool full) noexcept {
  if (hidden_) fill_hidden(numbers, t, q, v);
  mask(numbers);
  if (servo_rows_.empty()) {
    const Instant& now = solve_nonideal(numbers, t, q, v, full);
    if (full) watch(numbers);
    return now;
  }
  numbers.evaluate(equations_.control, t, q, v);
  std::copy_n(numbers.Q(), equations_.n, Q_.data());
  std::fill_n(u_.data(), equations_.B.rows(), 0.0);
  const Instant* now = &solve_nonideal(numbers, t, q, v, full);
  // Without non-ideal forces the second round only confirms the first; with them u and C are found
  // in turn.
  const int rounds = equations_.nonideal.blocks.empty() ? 1 : 20;
  for (int round = 0; round < rounds && usable(now->status); ++round) {
    if (!derivative_.factor(kernel_.task(numbers), RankTolerance::stepping)) {
      return with_status(*now, Status::degenerate);
    }
    // ẍ(u) is known for the u that Q contains; what is missing is its change.
    std::copy_n(u_.data(), equations_.B.rows(), u_before_.data());
    find_controls(numbers, *now);
    double change = 0, size = 0;
    for (Index k = 0; k < equations_.B.rows(); ++k) {
      change = std::max(change, std::abs(u_.data()[k]));
      u_.data()[k] += u_before_.data()[k];
      size = std::max(size, std::abs(u_.data()[k]));
    }
    add_controls(numbers);
    for (Index i = 0; i < equations_.n; ++i) {
      numbers.Q()[i] = Q_.data()[i] + control_force_.data()[i];
    }
    now = &solve_nonideal(numbers, t, q, v, full);
    if (change <= 1e-14 * size) break;
  }
  if (full) watch(numbers);
  return *now;
}

}  // namespace zwang::instant
