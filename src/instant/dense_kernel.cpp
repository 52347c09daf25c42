// SPDX-License-Identifier: Apache-2.0
#include "instant/dense_kernel.h"

#include <algorithm>

#include "instant/task.h"

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

// One row of the pattern into a dense row whose other entries are zero; null: zeroes.
void spread(const equations::Pattern& A, const double* values, Index row, Index n, double* dense) {
  for (Index k = A.begin[static_cast<std::size_t>(row)];
       k < A.begin[static_cast<std::size_t>(row) + 1]; ++k) {
    dense[row * n + A.column[static_cast<std::size_t>(k)]] = values ? values[k] : 0.0;
  }
}

}  // namespace

DenseKernel::DenseKernel(const equations::Equations& equations, Method method)
    : equations_(equations),
      stepping_(options_for(method, false)),
      full_(options_for(method, true)),
      workspace_(equations.n, equations.m, stepping_),
      full_workspace_(equations.n, equations.m, full_),
      A_(std::max(equations.m * equations.n, Index{1})),
      asked_A_(std::max(equations.m * equations.n, Index{1})),
      zero_(std::max(equations.n, Index{1})),
      x_(std::max(equations.n, Index{1})),
      factored_{least::Derivative(equations.n, equations.m),
                least::Derivative(equations.n, equations.m)} {
  least::prepare(equations.n, equations.m, instant_);
  least::prepare(equations.n, equations.m, full_instant_);
  least::prepare(equations.n, equations.m, change_);
}

least::Task DenseKernel::frame(equations::Workspace& numbers) const noexcept {
  return task_of(equations_, numbers);
}

least::Task DenseKernel::task(equations::Workspace& numbers) noexcept {
  for (Index i = 0; i < equations_.m; ++i) {
    spread(equations_.A(), numbers.A(), i, equations_.n, A_.data());
  }
  least::Task task = frame(numbers);
  task.A = A_.data();
  return task;
}

// The rows that take part; nothing acts.
least::Task DenseKernel::asked(equations::Workspace& numbers,
                               const unsigned char* takes_part) noexcept {
  for (Index i = 0; i < equations_.m; ++i) {
    spread(equations_.A(), takes_part[i] ? numbers.A() : nullptr, i, equations_.n, asked_A_.data());
  }
  least::Task task = frame(numbers);
  task.A = asked_A_.data();
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
