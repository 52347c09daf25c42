// SPDX-License-Identifier: Apache-2.0
#include "instant/laws/laws.h"

#include <algorithm>
#include <cmath>

#include "instant/laws/detail.h"
#include "instant/laws/reaction_value.h"
#include "instant/usable.h"

namespace zwang::instant {

using equations::Kind;
using equations::Pattern;
using equations::Reaction;
using equations::Reading;
using of_laws::room;

namespace {

bool has_contacts(const equations::Equations& equations) {
  return std::any_of(equations.rows.begin(), equations.rows.end(),
                     [](const equations::Row& row) { return row.kind == Kind::unilateral; });
}

}  // namespace

HiddenPart::HiddenPart(const equations::Equations& equations)
    : rows(equations, equations.hidden.sets),
      A(room(rows.count() * equations.n)),
      b(room(rows.count())) {}

Laws::Laws(const equations::Equations& equations, DenseKernel& kernel, const Mode& mode)
    : equations_(equations),
      kernel_(kernel),
      mode_(mode),
      derivative_(kernel.parts() ? 0 : equations.n, kernel.parts() ? 0 : equations.m),
      controls_(equations),
      reactions_(equations),
      C_(room(equations.n)),
      w_(room(equations.solids ? equations.solids->n_written() : equations.n)),
      rows_(room(equations.m)) {
  if (has_contacts(equations) || !equations.sliding.empty())
    load_ = std::make_unique<SharedLoad>(equations, kernel.parts() != nullptr);
  if (kernel.parts()) part_factors_ = std::make_unique<PartFactors>(equations);
  if (!equations.hidden.sets.empty()) hidden_ = std::make_unique<HiddenPart>(equations);
  least::prepare(equations.n, equations.m, failed_);
}

void Laws::fill_hidden(equations::Workspace& numbers, double t, const double* q,
                       const double* v) noexcept {
  const Index n = equations_.n;
  const Index count = hidden_->rows.rows(t, q, v, numbers, hidden_->A.data(), hidden_->b.data());
  const Index first = equations_.m - count;
  for (Index k = 0; k < count; ++k) {
    const Index begin = equations_.A().begin[first + k];
    std::copy_n(hidden_->A.data() + k * n, n, numbers.A() + begin);
    numbers.b()[first + k] = hidden_->b.data()[k];
  }
}

// Rows that do not act ask for nothing; servo rows are put aside first.
void Laws::mask(equations::Workspace& numbers) noexcept {
  const Pattern& A = equations_.A();
  const Index n = equations_.n;
  for (std::size_t k = 0; k < controls_.rows.size(); ++k) {
    const Index i = controls_.rows[k];
    double* const row = controls_.A.data() + static_cast<Index>(k) * n;
    std::fill_n(row, n, 0.0);
    controls_.b.data()[k] = mode_.switched[i] ? numbers.b()[i] : 0.0;
    controls_.weights.data()[k] = equations_.weights.empty() ? 1.0 : equations_.weights[i];
    for (Index e = A.begin[i]; mode_.switched[i] && e < A.begin[i + 1]; ++e) {
      row[A.column[e]] = numbers.A()[e];
    }
  }
  for (std::size_t i = 0; i < mode_.acts.size(); ++i) {
    if (mode_.acts[i]) continue;
    std::fill(numbers.A() + A.begin[i], numbers.A() + A.begin[i + 1], 0.0);
    numbers.b()[i] = 0;
  }
}

bool Laws::factor(equations::Workspace& numbers) noexcept {
  if (part_factors_)
    return part_factors_->factor(numbers, mode_.acts.data(), RankTolerance::stepping);
  return derivative_.factor(kernel_.task(numbers), RankTolerance::stepping);
}

// λ ← K₁ᵀw.
void Laws::adjoint(const double* w, double* lambda) noexcept {
  if (part_factors_)
    part_factors_->adjoint(w, lambda);
  else
    derivative_.adjoint(w, nullptr, lambda, nullptr);
}

// Q holds the controls; C is found, and ẍ with it.
const Instant& Laws::solve_nonideal(equations::Workspace& numbers, double t, const double* q,
                                    const double* v, bool full) noexcept {
  if (!equations_.has(equations::Stage::nonideal)) {
    const Instant& now = kernel_.solve(numbers, mode_.acts.data(), nullptr, full);  // [UK92 5a]
    if (full) std::copy_n(now.multipliers.begin(), equations_.m, reactions_.lambda.data());
    return now;
  }
  const Instant& ideal = kernel_.solve(numbers, mode_.acts.data(), nullptr, true);  // [UK92 5a]
  if (!usable(ideal.status)) return ideal;
  std::copy(ideal.multipliers.begin(), ideal.multipliers.end(), reactions_.ideal.data());
  set_directions(numbers, t, q, v);
  for (std::size_t k = 0; k < equations_.reactions.size(); ++k) {
    const Reaction& reaction = equations_.reactions[k];
    if (reaction.reading != Reading::ideal) continue;
    reactions_.s.data()[k] =
        value_of(equations_, numbers, reaction, reactions_.ideal.data(), w_.data());
    numbers.set(reaction.slot, reactions_.s.data()[k]);
  }
  const bool factored = factor(numbers);
  Status status = factored ? Status::ok : Status::degenerate;
  if (status == Status::ok && !reactions_.actual.empty()) {
    status = find_reactions(numbers, t, q, v);
  } else {
    numbers.evaluate(equations::Stage::nonideal, t, q, v);
  }
  std::copy_n(numbers.C(), equations_.n, C_.data());
  if (factored) adjoint(C_.data(), reactions_.lambda.data());
  for (Index i = 0; i < equations_.m; ++i) {
    reactions_.lambda.data()[i] = reactions_.ideal.data()[i] - reactions_.lambda.data()[i];
  }
  const Instant& now = kernel_.solve(numbers, mode_.acts.data(), C_.data(), full);  // [FKNU05 17]
  if (full && factored) audit(numbers, now, v);
  return with_status(now, status);
}

// δ = v − K₁A v leaves the rows as they are: a virtual displacement.
void Laws::audit(equations::Workspace& numbers, const Instant& now, const double* v) noexcept {
  const Pattern& A = equations_.A();
  double* const Av = rows_.data();
  for (Index i = 0; i < equations_.m; ++i) {
    Av[i] = 0;
    for (Index e = A.begin[i]; e < A.begin[i + 1]; ++e) {
      Av[i] += numbers.A()[e] * v[A.column[e]];
    }
  }
  if (part_factors_)
    part_factors_->tangent(Av, w_.data());
  else
    derivative_.tangent(nullptr, Av, nullptr, 1, w_.data());
  double left = 0, size = 0;
  for (Index i = 0; i < equations_.n; ++i) {
    const double virtual_rate = v[i] - w_.data()[i];  // [FKNU05 30]
    const double force = now.constraint_force[i];
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
  if (controls_.rows.empty()) {
    const Instant& now = solve_nonideal(numbers, t, q, v, full);
    if (full) watch(numbers, t, q, v);
    return now;
  }
  numbers.evaluate(equations::Stage::control, t, q, v);
  std::copy_n(numbers.Q(), equations_.n, controls_.Q.data());
  std::fill_n(controls_.u.data(), equations_.B().rows(), 0.0);
  const Instant* now = &solve_nonideal(numbers, t, q, v, full);
  // Without non-ideal forces the second round only confirms the first; with them u and C are found
  // in turn.
  const int rounds = equations_.has(equations::Stage::nonideal) ? 20 : 1;
  for (int round = 0; round < rounds && usable(now->status); ++round) {
    if (!factor(numbers)) {
      return with_status(*now, Status::degenerate);
    }
    // ẍ(u) is known for the u that Q contains; what is missing is its change.
    std::copy_n(controls_.u.data(), equations_.B().rows(), controls_.u_before.data());
    find_controls(numbers, *now);
    double change = 0, size = 0;
    for (Index k = 0; k < equations_.B().rows(); ++k) {
      change = std::max(change, std::abs(controls_.u.data()[k]));
      controls_.u.data()[k] += controls_.u_before.data()[k];
      size = std::max(size, std::abs(controls_.u.data()[k]));
    }
    add_controls(numbers);
    for (Index i = 0; i < equations_.n; ++i) {
      numbers.Q()[i] = controls_.Q.data()[i] + controls_.force.data()[i];
    }
    now = &solve_nonideal(numbers, t, q, v, full);
    if (change <= 1e-14 * size) break;
  }
  if (full) watch(numbers, t, q, v);
  return *now;
}

}  // namespace zwang::instant
