// SPDX-License-Identifier: Apache-2.0
// One instant by the method asked for, with what must hold before and after.

#include <bit>
#include <cstdint>

#include "base/contract.h"
#include "least/diagnose.h"
#include "least/finish.h"
#include "least/method.h"
#include "least/rows.h"

namespace zwang::least {

void prepare(Index n_, Index m_, Instant& out) {
  const auto n = static_cast<std::size_t>(n_), m = static_cast<std::size_t>(m_);
  for (auto* numbers :
       {&out.acceleration, &out.free_acceleration, &out.deviation, &out.force_newton,
        &out.force_lagrange, &out.force_coulomb, &out.constraint_force})
    numbers->assign(n, 0);
  for (auto* numbers : {&out.misfit, &out.multipliers, &out.residual}) numbers->assign(m, 0);
  out.unique.assign(m, 0);
  out.null_direction.reserve(n);
  out.vanished.reserve(m);
}

/// Whether all numbers are finite, by their exponents: no branch, no floating-point trap.
static bool finite(const double* x, Index count) {
  std::uint64_t seen = 0;
  for (Index i = 0; i < count; ++i)
    seen |= (std::bit_cast<std::uint64_t>(x[i]) & 0x7ff0000000000000u) + 0x0010000000000000u;
  return (seen >> 63) == 0;
}

static bool finite_input(const Task& task) {
  bool good = finite(task.Q, task.n) && finite(task.A, task.m * task.n) && finite(task.b, task.m) &&
              (!task.C || finite(task.C, task.n)) && (!task.W || finite(task.W, task.m));
  if (task.mass == Mass::diagonal) return good && finite(task.M, task.n);
  for_each_block(
      task, [&good](Index, Index size, const double* M) { good = good && finite(M, size * size); });
  return good;
}

static bool finite_output(const Instant& out) {
  const auto good = [](const std::vector<double>& x) {
    return finite(x.data(), static_cast<Index>(x.size()));
  };
  return good(out.acceleration) && good(out.force_lagrange) && good(out.force_coulomb) &&
         good(out.residual);
}

static void solve_by_method(const Task& task, const Options& options, Workspace& ws, Instant& out) {
  switch (options.method) {
    case Method::bellman:
      return solve_bellman(task, options, ws, out);
    case Method::nullspace:
      return solve_nullspace(task, options, ws, out);
    case Method::proximal:
      return solve_proximal(task, options, ws, out);
    case Method::sparse:
      return solve_sparse(task, options, ws, out);
    case Method::explicit_:
      return solve_explicit(task, options, ws, out);
    case Method::bodies:  // numbers know nothing of solids
    case Method::automatic:
      solve_explicit(task, options, ws, out);
      if (out.status == Status::mass_not_definite && finite_input(task))
        solve_nullspace(task, options, ws, out);
  }
}

void solve(const Task& task, const Options& options, Workspace& ws, Instant& out) {
  expects(task.n == ws.n && task.m == ws.m);
  expects(static_cast<Index>(out.acceleration.size()) == task.n);
  expects(static_cast<Index>(out.residual.size()) == task.m);
  out.redundant.clear();
  out.contradictory.clear();
  out.vanished.clear();
  for (Index j = 0; task.W && j < task.m; ++j)
    if (!(task.W[j] > 0)) return fail(Status::bad_weight, out);
  if (options.diagnose && !finite_input(task)) return fail(Status::not_finite_input, out);
  solve_by_method(task, options, ws, out);
  // A number that is not finite never ends in a finite answer: it fails a pivot, a row's length,
  // or comes out again. So the input is looked at only where something is amiss.
  const bool failed = out.status == Status::mass_not_definite || out.status == Status::overflow;
  if (failed || !finite_output(out)) {
    ws.clear();
    if (!finite_input(task)) return fail(Status::not_finite_input, out);
    return failed ? void() : fail(Status::overflow, out);
  }
  for (Index j = 0; j < task.m; ++j)
    if (vanished(task, j)) out.vanished.push_back(static_cast<std::size_t>(j));
  if (options.diagnose) diagnose(task, options, ws, out);
}

}  // namespace zwang::least
