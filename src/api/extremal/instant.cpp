// SPDX-License-Identifier: Apache-2.0
#include "api/extremal/instant.h"

#include <algorithm>
#include <cmath>

#include "least/method.h"

namespace zwang {

namespace {

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

least::Mass mass_of(const equations::Equations& equations) {
  const auto blocks = static_cast<Index>(equations.mass_blocks.size());
  return blocks == equations.n ? least::Mass::diagonal
         : blocks == 1         ? least::Mass::full
                               : least::Mass::blocks;
}

// Samples lie on the constraints as nearly as the tolerance of the question, as states of a run do.
Options options_of_samples() {
  Options options;
  options.tolerance = RankTolerance::stepping;
  options.diagnose = false;
  return options;
}

// A coordinate without any mass, as all but one of a problem whose rates are bound by rows.
bool has_zero_row(const least::Task& task) {
  bool found = false;
  least::for_each_block(task, [&found](Index, Index size, const double* M) {
    for (Index i = 0; i < size; ++i) {
      const double* const row = M + i * size;
      found = found || std::all_of(row, row + size, [](double entry) { return entry == 0; });
    }
  });
  return found;
}

bool finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

}  // namespace

ExtremalInstant::General::General(Index n, Index m)
    : options(options_of_samples()), workspace(n, m, options) {
  least::prepare(n, m, instant);
}

ExtremalInstant::ExtremalInstant(const equations::Equations& equations)
    : equations_(equations),
      mass_(mass_of(equations)),
      A_(room(equations.m * equations.n)),
      x_(room(equations.n)),
      delta_(x_),
      lambda_(room(equations.m)),
      force_(x_) {}

least::Task ExtremalInstant::task(equations::Workspace& numbers) {
  const equations::Pattern& A = equations_.A();
  for (Index i = 0; i < equations_.m; ++i) {
    for (Index k = A.begin[static_cast<std::size_t>(i)];
         k < A.begin[static_cast<std::size_t>(i) + 1]; ++k) {
      A_[static_cast<std::size_t>(i * equations_.n + A.column[static_cast<std::size_t>(k)])] =
          numbers.A()[k];
    }
  }
  least::Task task;
  task.n = equations_.n;
  task.m = equations_.m;
  task.mass = mass_;
  task.M = numbers.M();
  task.blocks = equations_.mass_blocks.data();
  task.block_count = static_cast<Index>(equations_.mass_blocks.size());
  task.Q = numbers.Q();
  task.A = A_.data();
  task.b = numbers.b();
  task.W = equations_.weights.empty() ? nullptr : equations_.weights.data();
  return task;
}

void ExtremalInstant::solve(equations::Workspace& numbers) {
  const least::Task now = task(numbers);
  if (!solve_small(now)) solve_any(now);
}

// ẍ = N Q + K₁b and Δa = M⁻¹Aᵀλ: a difference would lose digits where Δa is small. [UK92 5a, 5c]
bool ExtremalInstant::solve_small(const least::Task& task) {
  least::Task free = task;
  free.m = 0;
  if (!free_.factor(free)) {
    // M is singular, seen at once or as it was before: then only ẍ and λ are wanted.
    const bool before = general_ && !free_motion_ && method_ == Method::nullspace;
    if (!(before || has_zero_row(task)) || !solve_bound(task)) return false;
    if (!before) std::fill(delta_.begin(), delta_.end(), NAN);
    if (!before) deviation_ = delta_.data();
    free_motion_ = false;
    method_ = Method::nullspace;
    return true;
  }
  if (task.m == 0) {
    free_.tangent(task.Q, nullptr, 1, x_.data());
  } else {
    if (!solve_bound(task)) return false;
    std::fill(force_.begin(), force_.end(), 0.0);
    for (Index i = 0; i < task.m; ++i) {
      const double* const row = task.A + i * task.n;
      for (Index j = 0; j < task.n; ++j) {
        force_[static_cast<std::size_t>(j)] += row[j] * lambda_[static_cast<std::size_t>(i)];
      }
    }
    free_.tangent(force_.data(), nullptr, 1, delta_.data());
  }
  if (!finite(x_)) return false;
  acceleration_ = x_.data();
  multipliers_ = lambda_.data();
  deviation_ = delta_.data();
  free_motion_ = true;
  method_ = free_.definite() ? Method::explicit_ : Method::nullspace;
  return true;
}

bool ExtremalInstant::solve_bound(const least::Task& task) {
  if (!bound_.factor(task)) return false;
  bound_.tangent(task.Q, task.b, 1, x_.data());
  bound_.multipliers(x_.data(), task.Q, lambda_.data());
  if (!finite(x_) || !finite(lambda_)) return false;
  acceleration_ = x_.data();
  multipliers_ = lambda_.data();
  return true;
}

void ExtremalInstant::solve_any(const least::Task& task) {
  if (!general_) general_ = std::make_unique<General>(task.n, task.m);
  Instant& now = general_->instant;
  least::solve(task, general_->options, general_->workspace, now);
  acceleration_ = now.acceleration.data();
  multipliers_ = now.multipliers.data();
  deviation_ = now.deviation.data();
  free_motion_ = now.free_motion;
  method_ = now.method;
}

}  // namespace zwang
