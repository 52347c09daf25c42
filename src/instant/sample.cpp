// SPDX-License-Identifier: Apache-2.0
#include "instant/sample.h"

#include <algorithm>
#include <cmath>

namespace zwang::instant {

namespace {

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

}  // namespace

Sample::Sample(const equations::Equations& equations)
    : response_(equations), delta_(at(equations.n)), force_(at(equations.n)) {}

void Sample::solve(equations::Workspace& numbers) {
  const least::Task task = response_.task(numbers);
  if (solve_small(task)) return;
  const Instant& now = response_.solve_any(task);
  deviation_ = now.deviation.data();
  free_motion_ = now.free_motion;
  method_ = now.method;
  massless_ = !free_motion_ && method_ == Method::nullspace;
}

bool Sample::solve_small(const least::Task& task) {
  least::Task free = task;
  free.m = 0;
  const bool massive = free_.factor(free);
  // A singular M is seen at once, or known from before: then only ẍ and λ are wanted.
  if (!massive && !massless_ && !has_zero_row(task)) return false;
  if (!response_.solve_regular(task)) return false;
  if (massive) {
    deviate(task);
  } else {
    std::fill(delta_.begin(), delta_.end(), NAN);
  }
  deviation_ = delta_.data();
  free_motion_ = massive;
  massless_ = massless_ && !massive;
  method_ = massive && free_.definite() ? Method::explicit_ : Method::nullspace;
  return true;
}

void Sample::deviate(const least::Task& task) {
  std::fill(delta_.begin(), delta_.end(), 0.0);
  if (task.m == 0) return;
  std::fill(force_.begin(), force_.end(), 0.0);
  for (Index i = 0; i < task.m; ++i) {
    const double* const row = task.A + i * task.n;
    for (Index j = 0; j < task.n; ++j) force_[at(j)] += row[j] * multipliers()[i];  // [XUMK94 13]
  }
  // Δa = M⁻¹Aᵀλ: a difference would lose digits where it is small. [UK92 5c]
  free_.tangent(force_.data(), nullptr, 1, delta_.data());
}

}  // namespace zwang::instant
