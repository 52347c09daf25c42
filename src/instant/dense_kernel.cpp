// SPDX-License-Identifier: Apache-2.0
#include "instant/dense_kernel.h"

#include <algorithm>

namespace zwang::instant {

namespace {

Options options_for(Method method, bool multipliers) {
  Options options;
  options.method = method;
  options.tolerance = RankTolerance::stepping;
  options.multipliers = multipliers;
  options.diagnose = false;
  return options;
}

}  // namespace

DenseKernel::DenseKernel(const equations::Equations& equations, Method method)
    : stepping_(options_for(method, false)),
      full_(options_for(method, true)),
      workspace_(equations.n, equations.m, stepping_),
      full_workspace_(equations.n, equations.m, full_),
      rows_(equations),
      asked_rows_(equations),
      zero_(std::max(equations.n, Index{1})),
      x_(std::max(equations.n, Index{1})),
      factored_{least::Derivative(equations.n, equations.m),
                least::Derivative(equations.n, equations.m)} {
  least::prepare(equations.n, equations.m, instant_);
  least::prepare(equations.n, equations.m, full_instant_);
  least::prepare(equations.n, equations.m, change_);
}

// The rows that take part; nothing acts.
least::Task DenseKernel::asked(equations::Workspace& numbers,
                               const unsigned char* takes_part) noexcept {
  least::Task task = asked_rows_.of(numbers, takes_part);
  task.Q = zero_.data();
  return task;
}

const Instant& DenseKernel::solve(equations::Workspace& numbers) noexcept {
  least::solve(task(numbers), stepping_, workspace_, instant_);
  return instant_;
}

const Instant& DenseKernel::solve_in_full(equations::Workspace& numbers) noexcept {
  least::solve(task(numbers), full_, full_workspace_, full_instant_);
  return full_instant_;
}

const Instant& DenseKernel::solve(equations::Workspace& numbers, const double* C,
                                  bool full) noexcept {
  least::Task with = task(numbers);
  with.C = C;
  least::solve(with, full ? full_ : stepping_, full ? full_workspace_ : workspace_,
               full ? full_instant_ : instant_);
  return full ? full_instant_ : instant_;
}

const double* DenseKernel::least_change(equations::Workspace& numbers, const double* b,
                                        const unsigned char* takes_part) noexcept {
  least::Task task = asked(numbers, takes_part);
  task.b = b;
  least::solve(task, stepping_, workspace_, change_);
  return change_.acceleration.data();
}

bool DenseKernel::factor(int set, equations::Workspace& numbers,
                         const unsigned char* takes_part) noexcept {
  return factored_[set].factor(asked(numbers, takes_part), RankTolerance::instant);
}

const double* DenseKernel::apply(int set, const double* demand) noexcept {
  factored_[set].tangent(nullptr, demand, nullptr, 1, x_.data());
  return x_.data();
}

}  // namespace zwang::instant
