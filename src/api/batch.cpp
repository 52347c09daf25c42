// SPDX-License-Identifier: Apache-2.0
// Many small instants at once: whole groups of eight go to the lanes kernel as they lie; the rest
// is padded with copies of its last system; what the kernel does not vouch for is solved alone.

#include "zwang/batch.h"

#include "least/method.h"
#include "linalg/rank.h"

namespace zwang {

namespace {

constexpr std::size_t kGroup = 8;

/// κ² up to which the corrected Cholesky of G is as good as a QR: its first answer has six digits
/// more than it needs, so that one correction ends at κ·eps.
constexpr double kTrusted = 1e6;

}  // namespace

struct BatchSolver::Parts {
  Parts(Index n_, Index m_, const Options& options_)
      : n(n_),
        m(m_),
        options(options_),
        work(linalg::batch_work(n, m)),
        padded(static_cast<Index>(kGroup) * (n * n + 2 * n + m * n + m)),
        lone(n * n + n + m * n + m),
        workspace(n, m, options) {
    options.diagnose = false;
    options.multipliers = false;
    least::prepare(n, m, instant);
  }
  Index n, m;
  Options options;
  AlignedArray work, padded, lone;
  least::Workspace workspace;
  Instant instant;

  Status solve_alone(const BatchProblem& p, std::size_t s, std::span<double> acceleration) noexcept;
  linalg::BatchTask task_at(const BatchProblem& p, std::size_t first,
                            std::span<double> acceleration) noexcept;
};

BatchSolver::BatchSolver(std::size_t coordinates, std::size_t rows, const Options& options)
    : parts_(std::make_unique<Parts>(static_cast<Index>(coordinates), static_cast<Index>(rows),
                                     options)) {}
BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

/// Copies system s out of the arrays and solves it like any instant.
Status BatchSolver::Parts::solve_alone(const BatchProblem& p, std::size_t s,
                                       std::span<double> acceleration) noexcept {
  double* at = lone.data();
  const auto take = [&](std::span<const double> from, Index count) {
    double* here = at;
    for (Index k = 0; k < count; ++k) here[k] = from[static_cast<std::size_t>(k) * p.count + s];
    at += count;
    return here;
  };
  least::Task task;
  task.n = n;
  task.m = m;
  double* M = take(p.mass_matrix, n * n);
  for (Index i = 0; i < n; ++i)  // the lower triangle is what counts
    for (Index j = i + 1; j < n; ++j) M[i * n + j] = M[j * n + i];
  task.M = M;
  task.Q = take(p.applied_force, n);
  task.A = take(p.constraint_matrix, m * n);
  task.b = take(p.constraint_rhs, m);
  least::solve(task, options, workspace, instant);
  for (std::size_t i = 0; i < instant.acceleration.size(); ++i)
    acceleration[i * p.count + s] = instant.acceleration[i];
  return instant.status;
}

/// The eight systems from `first` on: in place, or padded where fewer are left.
linalg::BatchTask BatchSolver::Parts::task_at(const BatchProblem& p, std::size_t first,
                                              std::span<double> acceleration) noexcept {
  linalg::BatchTask task;
  task.n = n;
  task.m = m;
  task.work = work.data();
  task.mass_tolerance = linalg::mass_tolerance(n);
  if (first + kGroup <= p.count) {
    task.stride = static_cast<Index>(p.count);
    task.M = p.mass_matrix.data() + first;
    task.Q = p.applied_force.data() + first;
    task.A = p.constraint_matrix.data() + first;
    task.b = p.constraint_rhs.data() + first;
    task.x = acceleration.data() + first;
    return task;
  }
  double* at = padded.data();
  const auto take = [&](std::span<const double> from, Index count) {
    double* here = at;
    for (Index k = 0; k < count; ++k)
      for (std::size_t s = 0; s < kGroup; ++s) {
        const std::size_t system = first + s < p.count ? first + s : p.count - 1;
        here[static_cast<std::size_t>(k) * kGroup + s] =
            from[static_cast<std::size_t>(k) * p.count + system];
      }
    at += count * static_cast<Index>(kGroup);
    return here;
  };
  task.stride = static_cast<Index>(kGroup);
  task.M = take(p.mass_matrix, n * n);
  task.Q = take(p.applied_force, n);
  task.A = take(p.constraint_matrix, m * n);
  task.b = take(p.constraint_rhs, m);
  task.x = at;
  return task;
}

std::size_t BatchSolver::solve(const BatchProblem& p, std::span<double> acceleration,
                               std::span<Status> status) noexcept {
  Parts& parts = *parts_;
  const std::size_t n = p.coordinates, m = p.rows;
  if (static_cast<Index>(n) != parts.n || static_cast<Index>(m) != parts.m ||
      p.mass_matrix.size() != n * n * p.count || p.applied_force.size() != n * p.count ||
      p.constraint_matrix.size() != m * n * p.count || p.constraint_rhs.size() != m * p.count ||
      acceleration.size() != n * p.count || status.size() != p.count)
    return p.count + 1;
  std::size_t alone = 0;
  const linalg::Kernels& kernels = linalg::kernels();
  for (std::size_t first = 0; first < p.count; first += kGroup) {
    alignas(64) double quality[kGroup];
    linalg::BatchTask task = parts.task_at(p, first, acceleration);
    task.quality = quality;
    kernels.batch(task);
    const std::size_t here = first + kGroup <= p.count ? kGroup : p.count - first;
    if (here < kGroup)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t s = 0; s < here; ++s)
          acceleration[i * p.count + first + s] = task.x[i * kGroup + s];
    for (std::size_t s = 0; s < here; ++s) {
      status[first + s] = Status::ok;
      if (quality[s] <= kTrusted) continue;  // false for NaN
      status[first + s] = parts.solve_alone(p, first + s, acceleration);
      ++alone;
    }
  }
  return alone;
}

}  // namespace zwang
