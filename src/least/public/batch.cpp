// SPDX-License-Identifier: Apache-2.0
// Many small instants at once. Blocks of 64 systems are brought to where eight systems lie together
// (entries of one system are far apart in the caller's arrays, and too many to be fetched one by
// one); what the lanes kernel does not vouch for is solved alone.

#include "zwang/batch.h"

#include <algorithm>

#include "least/method.h"

namespace zwang {

namespace {

constexpr Index kGroup = 8;
constexpr Index kBlock = 8;  // groups

/// κ² up to which the plain Cholesky of G keeps to 20·eps·κ: its error was measured at a tenth of
/// κ²·eps and less.
constexpr double kExact = 2500;

/// κ² up to which the corrected Cholesky of G is as good as a QR: its first answer has six digits
/// more than it needs, so that one correction ends at κ·eps.
constexpr double kTrusted = 1e6;

/// 1/det of M scaled to unit diagonal bounds what any of its pivots lost; beyond, the lone path
/// judges M.
constexpr double kMassTrusted = 1e8;

}  // namespace

struct BatchSolver::Parts {
  Parts(Index n_, Index m_, const Options& options_)
      : n(n_),
        m(m_),
        entries(n * n + n + m * n + m),
        options(options_),
        work(linalg::batch_work(n, m)),
        block(kBlock * kGroup * (entries + n)),
        lone(entries),
        workspace(n, m, options) {
    options.diagnose = false;
    options.multipliers = false;
    least::prepare(n, m, instant);
  }
  Index n, m, entries;  // entries: of M, Q, A, b together
  Options options;
  AlignedArray work, block, lone;
  least::Workspace workspace;
  Instant instant;

  /// Copies of M (lower triangle), Q, A, b of the systems [first, first + groups·8).
  void gather(const BatchProblem& p, Index first, Index groups) noexcept;
  /// The same for fewer than eight systems: the last one fills the group.
  void gather_rest(const BatchProblem& p, Index first) noexcept;
  Status solve_alone(const BatchProblem& p, std::size_t s, std::span<double> acceleration) noexcept;
  std::size_t solve_block(const BatchProblem& p, Index first, Index groups, Index systems,
                          std::span<double> acceleration, std::span<Status> status) noexcept;
};

BatchSolver::BatchSolver(std::size_t coordinates, std::size_t rows, const Options& options)
    : parts_(std::make_unique<Parts>(static_cast<Index>(coordinates), static_cast<Index>(rows),
                                     options)) {}
BatchSolver::~BatchSolver() = default;
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;

void BatchSolver::Parts::gather(const BatchProblem& p, Index first, Index groups) noexcept {
  const auto stride = static_cast<Index>(p.count);
  const Index apart = kGroup * (entries + n);
  double* at = block.data();
  const auto take = [&](std::span<const double> from, Index begin, Index count) {
    linalg::kernels().gather_groups(from.data() + begin * stride + first, stride, count, groups, at,
                                    apart);
    at += kGroup * count;
  };
  for (Index i = 0; i < n; ++i) {
    take(p.mass_matrix, i * n, i + 1);
    at += kGroup * (n - 1 - i);
  }
  take(p.applied_force, 0, n);
  take(p.constraint_matrix, 0, m * n);
  take(p.constraint_rhs, 0, m);
}

void BatchSolver::Parts::gather_rest(const BatchProblem& p, Index first) noexcept {
  double* at = block.data();
  for (std::span<const double> from :
       {p.mass_matrix, p.applied_force, p.constraint_matrix, p.constraint_rhs})
    for (std::size_t k = 0; k < from.size(); k += p.count)
      for (std::size_t s = 0; s < kGroup; ++s)
        *at++ = from[k + std::min(static_cast<std::size_t>(first) + s, p.count - 1)];
}

/// Copies system s out of the arrays and solves it like any instant.
Status BatchSolver::Parts::solve_alone(const BatchProblem& p, std::size_t s,
                                       std::span<double> acceleration) noexcept {
  double* at = lone.data();
  const auto take = [&](std::span<const double> from) {
    double* here = at;
    for (std::size_t k = s; k < from.size(); k += p.count) *at++ = from[k];
    return here;
  };
  least::Task task;
  task.n = n;
  task.m = m;
  double* M = take(p.mass_matrix);
  for (Index i = 0; i < n; ++i)  // the lower triangle is what counts
    for (Index j = i + 1; j < n; ++j) M[i * n + j] = M[j * n + i];
  task.M = M;
  task.Q = take(p.applied_force);
  task.A = take(p.constraint_matrix);
  task.b = take(p.constraint_rhs);
  least::solve(task, options, workspace, instant);
  for (std::size_t i = 0; i < instant.acceleration.size(); ++i)
    acceleration[i * p.count + s] = instant.acceleration[i];
  return instant.status;
}

/// `systems` of them count: groups·8, or fewer than eight in one group. Returns how many were
/// solved alone.
std::size_t BatchSolver::Parts::solve_block(const BatchProblem& p, Index first, Index groups,
                                            Index systems, std::span<double> acceleration,
                                            std::span<Status> status) noexcept {
  alignas(64) double quality[kBlock * kGroup];
  const linalg::Kernels& kernels = linalg::kernels();
  const Index apart = kGroup * (entries + n);
  for (Index g = 0; g < groups; ++g) {
    double* M = block.data() + g * apart;
    linalg::BatchTask task;
    task.n = n;
    task.m = m;
    task.M = M;
    task.Q = M + kGroup * n * n;
    task.A = task.Q + kGroup * n;
    task.b = task.A + kGroup * m * n;
    task.x = M + kGroup * entries;
    task.work = work.data();
    task.quality = quality + g * kGroup;
    task.exact = kExact;
    task.trusted = kTrusted;
    task.mass_trusted = kMassTrusted;
    kernels.batch(task);
  }
  const double* x = block.data() + kGroup * entries;
  const auto stride = static_cast<Index>(p.count);
  if (systems == groups * kGroup)
    kernels.scatter_groups(x, apart, n, groups, acceleration.data() + first, stride);
  else
    for (Index i = 0; i < n; ++i)
      for (Index s = 0; s < systems; ++s)
        acceleration[static_cast<std::size_t>(i * stride + first + s)] = x[i * kGroup + s];
  std::size_t alone = 0;
  for (Index s = 0; s < systems; ++s) {
    const auto system = static_cast<std::size_t>(first + s);
    const bool trusted = quality[s] <= kTrusted;  // false for NaN
    status[system] = trusted ? Status::ok : solve_alone(p, system, acceleration);
    alone += !trusted;
  }
  return alone;
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
  const auto count = static_cast<Index>(p.count);
  std::size_t alone = 0;
  for (Index first = 0; first < count;) {
    const Index groups = std::min(kBlock, (count - first) / kGroup);
    const Index systems = groups > 0 ? groups * kGroup : count - first;
    if (groups > 0)
      parts.gather(p, first, groups);
    else
      parts.gather_rest(p, first);
    alone += parts.solve_block(p, first, std::max<Index>(groups, 1), systems, acceleration, status);
    first += systems;
  }
  return alone;
}

}  // namespace zwang
