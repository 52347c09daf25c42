// SPDX-License-Identifier: Apache-2.0
#include "instant/tree/kernel.h"

#include <algorithm>

#include "instant/usable.h"
#include "least/finish.h"
#include "linalg/vector.h"

namespace zwang::instant {

namespace {

constexpr int accelerations = 2;  // of the sets that are kept

Options options_for(bool multipliers) {
  Options options;
  options.method = Method::explicit_;
  options.tolerance = RankTolerance::stepping;
  options.multipliers = multipliers;
  options.diagnose = false;
  return options;
}

bool all_workless(const equations::Equations& equations) {
  return std::all_of(equations.rows.begin(), equations.rows.end(),
                     [](const equations::Row& row) { return row.workless; });
}

Index room(Index size) { return std::max(size, Index{1}); }

}  // namespace

TreeKernel::Factored::Factored(const equations::Equations& equations, Index count, Index size)
    : weights(equations),
      lengths(equations),
      rows(count, size),
      derivative(rows.columns(), count),
      takes_part(equations.rows.size()),
      A(at(equations.A().entries())) {}

TreeKernel::TreeKernel(const equations::Equations& equations)
    : equations_(equations),
      weights_(equations),
      lengths_(equations),
      others_(lengths_.other_rows()),
      workless_(all_workless(equations)),
      rows_(others_, weights_.size()),
      stepping_(options_for(!workless_)),
      full_(options_for(true)),
      workspace_(rows_.columns(), others_, full_),
      one_(room(rows_.columns())),
      g_(room(weights_.size())),
      b_(room(others_)),
      w_(room(weights_.size())),
      zero_(room(weights_.size())),
      change_(at(equations.n)),
      combiner_(rows_.columns(), others_),
      kept_{Combination(others_), Combination(others_), Combination(others_)} {
  std::fill_n(one_.data(), rows_.columns(), 1.0);
  least::prepare(rows_.columns(), others_, inner_);
  least::prepare(equations.n, equations.m, instant_);
  for (auto& set : sets_) set = std::make_unique<Factored>(equations, others_, weights_.size());
  if (equations.solids->first == 0) sweep_ = std::make_unique<TreeSweep>(equations, others_);
  if (equations.solids->dense) {
    dense_ = std::make_unique<DenseKernel>(equations, Method::automatic);
  }
}

// The mass matrix is 1, and Q is L⁻¹Q.
least::Task TreeKernel::task(const ThinRows& rows, const double* g,
                             const double* b) const noexcept {
  least::Task task;
  task.n = rows.columns();
  task.m = others_;
  task.mass = least::Mass::diagonal;
  task.M = one_.data();
  task.Q = g;
  task.A = rows.R();
  task.b = b;
  task.W = equations_.weights.empty() ? nullptr : equations_.weights.data();
  return task;
}

const Instant& TreeKernel::solve(equations::Workspace& numbers, bool full) noexcept {
  if (!weights_.factor(numbers, false)) return solve_densely(numbers, full);
  lengths_.move(numbers);
  lengths_.ask_for_acceleration();
  weights_.fill_force(numbers, g_.data());
  if (others_ > 0) {
    weights_.fill_rows(numbers, nullptr, others_, rows_.D());
    rows_.factor();
    rows_.turn_in(g_.data());
    std::copy_n(numbers.b(), others_, b_.data());
    lengths_.take_off(numbers.A(), b_.data());
    solve_rows(full);
    // What is shown to people leaves no trace in the steps.
    if (!full) {
      dependent_ = inner_.rank + inner_.vanished.size() < at(others_) &&
                   (inner_.status == Status::ok || inner_.status == Status::contradictory);
    }
  } else {
    std::copy_n(g_.data(), rows_.columns(), inner_.acceleration.begin());
  }
  give_out(full);
  if (instant_.free_motion) fill_forces(numbers, full);
  return instant_;
}

// λ of all rows, also where they are combined.
void TreeKernel::solve_rows(bool full) noexcept {
  const Combination& kept = kept_[accelerations];
  const least::Task rows = task(rows_, g_.data(), b_.data());
  if (!kept.used) return least::solve(rows, full ? full_ : stepping_, workspace_, inner_);
  if (full) return combiner_.solve_in_full(rows, kept, full_, workspace_, inner_);
  least::solve(combiner_.of(rows, kept), stepping_, workspace_, inner_);
  combiner_.spread(kept, inner_.multipliers);
}

// The sweeps refuse dependent rows, and rows that were dependent mostly are so again: then the rows are
// factored at once. The answer does not depend on what was before, only its cost.
const Instant& TreeKernel::solve(equations::Workspace& numbers) noexcept {
  if (kept_[accelerations].used) return solve(numbers, false);
  if (sweep_ && dependent_) {
    const Instant& now = solve(numbers, false);
    if (dependent_) return now;
  }
  return sweep_ && solve_quickly(numbers) ? instant_ : solve(numbers, false);
}

const Instant& TreeKernel::solve_beside_free(equations::Workspace& numbers) noexcept {
  const Instant& now = solve(numbers);
  const bool by_dense = &now != &instant_;  // has it already
  if (by_dense || !usable(now.status) || !weights_.factor(numbers, false)) return now;
  weights_.fill_force(numbers, w_.data());
  weights_.divide_transposed(w_.data());
  weights_.spread(w_.data(), instant_.free_acceleration.data());  // [UK92 2]
  lengths_.add(instant_.free_acceleration.data());
  return now;
}

// ẍ, and λ where it does work.
bool TreeKernel::solve_quickly(equations::Workspace& numbers) noexcept {
  Instant& out = instant_;
  lengths_.move(numbers);
  lengths_.ask_for_acceleration();
  std::copy_n(numbers.b(), others_, b_.data());
  lengths_.take_off(numbers.A(), b_.data());
  const bodies::Answer answer =
      sweep_->solve(numbers, b_.data(), w_.data(), workless_ ? nullptr : inner_.multipliers.data());
  if (!answer.solved) return false;
  weights_.spread(numbers, w_.data(), out.acceleration.data());
  lengths_.add(out.acceleration.data());
  out.method = Method::bodies;
  out.status = Status::ok;
  out.rank = at(answer.rank + lengths_.count());
  out.freedom = out.acceleration.size() - out.rank;
  out.near_singular = 0;
  if (!linalg::all_finite(out.acceleration.data(), equations_.n)) {
    least::fail(Status::not_finite_input, out);
  } else {
    fill_forces(numbers, false);
  }
  return true;
}

/// x ← L⁻ᵀ of a weighed vector, of which `decided` is what the rows decide and `rest` what they leave.
void TreeKernel::spread(const double* decided, const double* rest,
                        std::vector<double>& x) noexcept {
  std::copy_n(rest, weights_.size(), w_.data());
  std::copy_n(decided, rows_.columns(), w_.data());
  rows_.turn_out(w_.data());
  weights_.divide_transposed(w_.data());
  weights_.spread(w_.data(), x.data());
}

void TreeKernel::give_out(bool full) noexcept {
  Instant& out = instant_;
  out.method = Method::bodies;
  out.vanished.clear();
  if (inner_.status != Status::ok && inner_.status != Status::contradictory) {
    return least::fail(inner_.status, out);
  }
  spread(inner_.acceleration.data(), g_.data(), out.acceleration);
  lengths_.add(out.acceleration.data());
  if (!linalg::all_finite(out.acceleration.data(), equations_.n)) {
    return least::fail(Status::not_finite_input, out);
  }
  out.status = inner_.status;
  out.free_motion = true;
  out.gauss = inner_.gauss;  // of all solids together [UK92 6], [SOLIDS 1-2]
  out.condition = inner_.condition;
  out.near_singular = inner_.near_singular;
  out.rank = inner_.rank + at(lengths_.count());
  out.freedom = out.acceleration.size() - out.rank;
  out.verdict = Verdict::minimum;
  out.inertia = {out.freedom, 0, 0};
  out.null_direction.clear();
  for (const std::size_t row : inner_.vanished) out.vanished.push_back(row);
  std::copy(inner_.residual.begin(), inner_.residual.end(), out.residual.begin());
  if (!full) return;
  std::copy(inner_.misfit.begin(), inner_.misfit.end(), out.misfit.begin());
  std::copy(inner_.unique.begin(), inner_.unique.end(), out.unique.begin());
  for (std::size_t i = at(others_); i < out.residual.size(); ++i) {
    out.misfit[i] = out.residual[i] = 0;
    out.unique[i] = 1;
  }
  spread(g_.data(), g_.data(), out.free_acceleration);  // [UK92 2]
  lengths_.add(out.free_acceleration.data());
  spread(inner_.deviation.data(), zero_.data(), out.deviation);  // [UK92 5c']
}

// F^L = Aᵀλ.
void TreeKernel::fill_forces(equations::Workspace& numbers, bool full) noexcept {
  if (!full && workless_) return;
  Instant& out = instant_;
  std::copy(inner_.multipliers.begin(), inner_.multipliers.end(), out.multipliers.begin());
  lengths_.fill_multipliers(numbers.A(), out.multipliers.data());
  std::fill(out.force_lagrange.begin(), out.force_lagrange.end(), 0.0);
  const equations::Pattern& A = equations_.A();
  for (std::size_t i = 0; i < out.multipliers.size(); ++i) {
    for (Index k = A.begin[i]; k < A.begin[i + 1]; ++k) {
      out.force_lagrange[at(A.column[at(k)])] +=
          numbers.A()[k] * out.multipliers[i];  // [XUMK94 13]
    }
  }
  if (!full) return;
  out.constraint_force = out.force_lagrange;  // [UK92 4]
  numbers.fill_force();
  std::copy_n(numbers.Q(), equations_.n, out.force_newton.begin());  // [FKNU05 19]
}

// Where some motion has no mass of its own, rows may give it one: the null-space method sees to that.
const Instant& TreeKernel::solve_densely(equations::Workspace& numbers, bool full) noexcept {
  if (!full) dependent_ = false;
  if (!dense_) {
    least::fail(Status::mass_not_definite, instant_);
    return instant_;
  }
  numbers.fill_mass();
  numbers.fill_force();
  return full ? dense_->solve_in_full(numbers) : dense_->solve(numbers);
}

bool TreeKernel::fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                              double* length) noexcept {
  if (!weights_.factor(numbers, false)) return false;
  weights_.fill_rows(numbers, takes_part, others_, rows_.D());
  rows_.factor();
  combiner_.fill_lengths(task(rows_, zero_.data(), b_.data()), workspace_, length);
  return true;
}

bool TreeKernel::choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
                        const RowRule& rule) noexcept {
  if (!weights_.factor(numbers, false)) return false;
  weights_.fill_rows(numbers, takes_part, others_, rows_.D());
  rows_.factor();
  combiner_.choose(task(rows_, zero_.data(), b_.data()), workspace_, rule, kept_[set]);
  return true;
}

const double* TreeKernel::least_change(int set, equations::Workspace& numbers, const double* b,
                                       const unsigned char* takes_part) noexcept {
  if (!weights_.factor(numbers, false)) {
    numbers.fill_mass();
    if (dense_) return dense_->least_change(numbers, b, takes_part);
    std::fill(change_.begin(), change_.end(), 0.0);
    return change_.data();
  }
  lengths_.move(numbers);
  lengths_.ask_for_change(b, takes_part);
  if (others_ > 0) {
    weights_.fill_rows(numbers, takes_part, others_, rows_.D());
    rows_.factor();
    std::copy_n(b, others_, b_.data());
    lengths_.take_off(numbers.A(), b_.data());
    for (Index i = 0; i < others_; ++i) {
      if (!takes_part[i]) b_.data()[i] = 0;
    }
    least::Task rows = task(rows_, zero_.data(), b_.data());
    if (set >= 0 && kept_[set].used) rows = combiner_.of(rows, kept_[set]);
    least::solve(rows, stepping_, workspace_, inner_);
  } else {
    std::fill(inner_.acceleration.begin(), inner_.acceleration.end(), 0.0);
  }
  spread(inner_.acceleration.data(), zero_.data(), change_);
  lengths_.add(change_.data());
  return change_.data();
}

bool TreeKernel::factor(int set, equations::Workspace& numbers,
                        const unsigned char* takes_part) noexcept {
  Factored& rows = *sets_[set];
  rows.dense = !rows.weights.factor(numbers, true);
  if (rows.dense) {
    numbers.fill_mass();
    return dense_ && dense_->factor(set, numbers, takes_part);
  }
  rows.lengths.move(numbers);
  std::copy_n(takes_part, rows.takes_part.size(), rows.takes_part.begin());
  std::copy_n(numbers.A(), rows.A.size(), rows.A.begin());
  if (others_ == 0) return true;
  rows.weights.fill_rows(numbers, takes_part, others_, rows.rows.D());
  rows.rows.factor();
  least::Task asked = task(rows.rows, zero_.data(), b_.data());
  if (kept_[set].used) asked = combiner_.of(asked, kept_[set]);
  return rows.derivative.factor(asked, RankTolerance::instant);
}

const double* TreeKernel::apply(int set, const double* demand) noexcept {
  Factored& rows = *sets_[set];
  if (rows.dense) return dense_->apply(set, demand);
  rows.lengths.ask_for_change(demand, rows.takes_part.data());
  std::fill_n(w_.data(), weights_.size(), 0.0);
  if (others_ > 0) {
    std::copy_n(demand, others_, b_.data());
    rows.lengths.take_off(rows.A.data(), b_.data());
    for (Index i = 0; i < others_; ++i) {
      if (!rows.takes_part[at(i)]) b_.data()[i] = 0;
    }
    const bool kept = kept_[set].used;
    const double* const asked = kept ? combiner_.demand(b_.data(), kept_[set]) : b_.data();
    rows.derivative.tangent(nullptr, asked, nullptr, 1, w_.data());  // D⁺d, as in [FKNU05 6]
  }
  rows.rows.turn_out(w_.data());
  rows.weights.divide_transposed(w_.data());
  rows.weights.spread(w_.data(), change_.data());
  rows.lengths.add(change_.data());
  return change_.data();
}

}  // namespace zwang::instant
