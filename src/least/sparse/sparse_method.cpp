// SPDX-License-Identifier: Apache-2.0
// The sparse method from dense numbers, for comparison and for callers who have nothing else. What is
// said about rows beyond the motion (which depend on which, their condition) comes from the dense
// factorisation, and only where it is asked for.

#include <algorithm>
#include <cmath>

#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"
#include "least/sparse/sparse.h"
#include "least/weigh.h"

namespace zwang::least {

namespace {

struct Found {
  SparsePattern pattern;
  std::vector<double> values;
  std::vector<Index> blocks;
};

Found find_nonzeros(const Task& task) {
  Found found{{task.m, task.n, {0}, {}}, {}, {}};
  for (Index j = 0; j < task.m; ++j) {
    for (Index i = 0; i < task.n; ++i)
      if (task.A[j * task.n + i] != 0) {
        found.pattern.column.push_back(i);
        found.values.push_back(task.A[j * task.n + i]);
      }
    found.pattern.begin.push_back(static_cast<Index>(found.values.size()));
  }
  if (task.mass != Mass::diagonal)
    for_each_block(task,
                   [&found](Index, Index size, const double*) { found.blocks.push_back(size); });
  return found;
}

void keep_weighed(const SparseSolver& solver, Workspace& ws) {
  std::copy(solver.u().begin(), solver.u().end(), ws.u.data());
  std::copy(solver.yL().begin(), solver.yL().end(), ws.yL.data());
  std::copy(solver.yC().begin(), solver.yC().end(), ws.yC.data());
}

}  // namespace

void solve_sparse(const Task& task, const Options& options, Workspace& ws, Instant& out) {
  out.method = Method::sparse;
  fail(Status::not_converged, out);
  const int sign = weigh(task, ws);
  if (sign == 0) return fail(Status::mass_not_definite, out);
  Found found = find_nonzeros(task);
  SparseSolver solver(std::move(found.pattern), std::move(found.blocks), options.tolerance);
  SparseAnswer answer(task.n, task.m);
  const Status status =
      solver.solve(task.M, task.Q, found.values.data(), task.b, task.C, task.W, answer);
  const bool solved =
      status == Status::ok || status == Status::contradictory || status == Status::not_converged;
  if (!solved) return fail(status, out);
  keep_weighed(solver, ws);
  out.status = status;
  out.near_singular = 0;
  if (options.diagnose || (options.multipliers && answer.rank < task.m)) {
    for (Index i = 0; i < task.n; ++i) ws.rows.row(i)[task.m] = ws.yL.data()[i];
    if (!factor_rows(task, ws)) return fail(Status::overflow, out);
    for (Index k = 0; k < ws.rows.rank; ++k) ws.rows.z_y.data()[k] = ws.rows.row(k)[task.m];
    if (options.tolerance == RankTolerance::stepping)
      out.near_singular = static_cast<std::size_t>(ws.rows.near_singular());
    finish(task, ws, sign, out);
    return finish_rows(task, options, ws, sign, out);
  }
  ws.rows.rank = answer.rank;
  finish(task, ws, sign, out);
  std::copy(answer.multipliers.begin(), answer.multipliers.end(), out.multipliers.begin());
  std::fill(out.unique.begin(), out.unique.end(),
            static_cast<unsigned char>(answer.rank == task.m));
  out.condition = 1 / std::sqrt(solver.least_pivot());
}

}  // namespace zwang::least
