// SPDX-License-Identifier: Apache-2.0
#include "instant/dense_kernel.h"

#include <algorithm>

namespace zwang::instant {

namespace {

constexpr int accelerations = 2;  // of the sets that are kept

Options options_for(Method method, bool multipliers) {
  Options options;
  options.method = method;
  options.tolerance = RankTolerance::stepping;
  options.multipliers = multipliers;
  options.diagnose = false;
  return options;
}

}  // namespace

DenseKernel::DenseKernel(const equations::Equations& equations, Method method, bool by_parts)
    : DenseKernel(equations, method, by_parts ? Index{0} : equations.n,
                  by_parts ? Index{0} : equations.m) {
  if (by_parts) parts_ = std::make_unique<PartKernel>(equations, stepping_, full_);
}

// Of one task, n and m; of parts there is no room for all at once.
DenseKernel::DenseKernel(const equations::Equations& equations, Method method, Index n, Index m)
    : stepping_(options_for(method, false)),
      full_(options_for(method, true)),
      workspace_(n, m, stepping_),
      full_workspace_(n, m, full_),
      rows_(equations),
      asked_rows_(m == equations.m ? DenseTask(equations) : DenseTask()),
      zero_(std::max(n, Index{1})),
      x_(std::max(equations.n, Index{1})),
      factored_{least::Derivative(n, m), least::Derivative(n, m)},
      combiner_(n, m),
      kept_{Combination(m), Combination(m), Combination(m)} {
  least::prepare(n, m, instant_);
  least::prepare(n, m, full_instant_);
  least::prepare(n, m, change_);
}

// The rows that take part; nothing acts.
least::Task DenseKernel::asked(equations::Workspace& numbers,
                               const unsigned char* takes_part) noexcept {
  least::Task task = asked_rows_.of(numbers, takes_part);
  task.Q = zero_.data();
  return task;
}

const Instant& DenseKernel::solve(equations::Workspace& numbers) noexcept {
  if (const Combination& kept = kept_[accelerations]; kept.used) {
    least::solve(combiner_.of(task(numbers), kept), stepping_, workspace_, instant_);
    return instant_;
  }
  least::solve(task(numbers), stepping_, workspace_, instant_);
  return instant_;
}

const Instant& DenseKernel::solve_in_full(equations::Workspace& numbers) noexcept {
  if (const Combination& kept = kept_[accelerations]; kept.used) {
    combiner_.solve_in_full(task(numbers), kept, full_, full_workspace_, full_instant_);
    return full_instant_;
  }
  least::solve(task(numbers), full_, full_workspace_, full_instant_);
  return full_instant_;
}

const Instant& DenseKernel::solve(equations::Workspace& numbers, const unsigned char* acts,
                                  const double* C, bool full) noexcept {
  if (parts_) return parts_->solve(numbers, acts, C, full);
  least::Task with = task(numbers);
  with.C = C;
  least::solve(with, full ? full_ : stepping_, full ? full_workspace_ : workspace_,
               full ? full_instant_ : instant_);
  return full ? full_instant_ : instant_;
}

const double* DenseKernel::least_change(equations::Workspace& numbers, const double* b,
                                        const unsigned char* takes_part) noexcept {
  if (parts_) return parts_->least_change(numbers, b, takes_part);
  least::Task task = asked(numbers, takes_part);
  task.b = b;
  least::solve(task, stepping_, workspace_, change_);
  return change_.acceleration.data();
}

const double* DenseKernel::least_change(int set, equations::Workspace& numbers, const double* b,
                                        const unsigned char* takes_part) noexcept {
  if (!kept_[set].used) return least_change(numbers, b, takes_part);
  least::Task task = asked(numbers, takes_part);
  task.b = b;
  least::solve(combiner_.of(task, kept_[set]), stepping_, workspace_, change_);
  return change_.acceleration.data();
}

void DenseKernel::fill_lengths(equations::Workspace& numbers, const unsigned char* takes_part,
                               double* length) noexcept {
  combiner_.fill_lengths(asked(numbers, takes_part), workspace_, length);
}

void DenseKernel::choose(int set, equations::Workspace& numbers, const unsigned char* takes_part,
                         const RowRule& rule) noexcept {
  combiner_.choose(asked(numbers, takes_part), workspace_, rule, kept_[set]);
}

bool DenseKernel::factor(int set, equations::Workspace& numbers,
                         const unsigned char* takes_part) noexcept {
  if (parts_) return parts_->factors(set).factor(numbers, takes_part, RankTolerance::instant);
  least::Task task = asked(numbers, takes_part);
  if (kept_[set].used) task = combiner_.of(task, kept_[set]);
  return factored_[set].factor(task, RankTolerance::instant);
}

const double* DenseKernel::apply(int set, const double* demand) noexcept {
  if (parts_) {
    parts_->factors(set).tangent(demand, x_.data());  // K₁ d [UK92 5c']
    return x_.data();
  }
  if (kept_[set].used) demand = combiner_.demand(demand, kept_[set]);
  factored_[set].tangent(nullptr, demand, nullptr, 1, x_.data());  // K₁ d [UK92 5c']
  return x_.data();
}

}  // namespace zwang::instant
