// SPDX-License-Identifier: Apache-2.0
#include "least/sparse/sparse_instant.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "least/finish.h"
#include "least/method.h"
#include "least/sparse/sparse.h"
#include "least/sparse/sparse_dependence.h"
#include "linalg/rank.h"

namespace zwang::least {

namespace {

bool finite(const double* x, std::size_t count) {
  return !x || std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
}

std::size_t mass_entries(const SparseTask& task) {
  if (task.blocks.empty()) return at(task.pattern.n);
  std::size_t entries = 0;
  for (const Index size : task.blocks) entries += at(size * size);
  return entries;
}

bool finite_input(const SparseTask& task) {
  const std::size_t n = at(task.pattern.n), m = at(task.pattern.m);
  return finite(task.M, mass_entries(task)) && finite(task.Q, n) &&
         finite(task.A.data(), task.A.size()) && finite(task.b, m) && finite(task.C, n) &&
         finite(task.W, m);
}

/// out ← b − A x.
void subtract_rows(const SparseTask& task, const double* x, std::vector<double>& out) {
  multiply(task.pattern.with(task.A.data()), x, out.data());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = task.b[i] - out[i];
}

void finish_motion(const SparseTask& task, const WeighedRows& rows, int sign,
                   const SparseSolver& solver, const SparseAnswer& answer, Instant& out) {
  const std::size_t n = at(task.pattern.n);
  std::vector<double> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = sign * task.Q[i];
  rows.divide(a.data());
  rows.divide_transposed(a.data());
  double G = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double change = solver.yL()[i] + solver.yC()[i];
    G += change * change;
  }
  out.gauss = sign * G;  // [UK92 6]
  for (std::size_t i = 0; i < n; ++i) {
    out.free_acceleration[i] = a[i];
    out.acceleration[i] = answer.acceleration[i];
    out.deviation[i] = answer.acceleration[i] - a[i];
    out.force_newton[i] = task.Q[i];
    out.force_lagrange[i] = answer.force_lagrange[i];
    out.force_coulomb[i] = task.C ? answer.force_coulomb[i] : 0;
    out.constraint_force[i] = out.force_lagrange[i] + out.force_coulomb[i];
  }
  subtract_rows(task, a.data(), out.misfit);
  out.residual = answer.residual;
  out.multipliers = answer.multipliers;
  out.free_motion = true;
}

void count(const SparseTask& task, std::size_t rank, int sign, Instant& out) {
  out.rank = rank;
  out.freedom = at(task.pattern.n) - rank;
  out.verdict = sign > 0 || out.freedom == 0 ? Verdict::minimum : Verdict::maximum;
  out.inertia = sign > 0 ? Inertia{out.freedom, 0, 0} : Inertia{0, out.freedom, 0};
}

// A dependence whose combination of b is not zero; as in least/diagnose.cpp.
void add_contradictions(const SparseTask& task, const WeighedRows& rows, RankTolerance tolerance,
                        Instant& out) {
  double size = 0;
  for (Index i = 0; i < task.pattern.m; ++i)
    size = std::max(size, std::fabs(task.b[i]) * rows.scale()[i]);
  const double allowed = size * (tolerance == RankTolerance::stepping
                                     ? linalg::stepping_tolerance()
                                     : linalg::instant_tolerance(task.pattern.m, task.pattern.n));
  const auto weight = [&](std::size_t i) { return task.W ? task.W[i] : 1; };
  for (const std::size_t row : out.vanished)
    if (task.b[row] != 0)
      out.contradictory.push_back({{row}, {1}, std::fabs(task.b[row]) * std::sqrt(weight(row))});
  for (const Dependence& dependence : out.redundant) {
    if (dependence.rows.empty()) continue;
    Contradiction c{dependence.rows, {}, 0};
    for (const double x : dependence.coefficients) c.combination.push_back(-x);
    c.rows.push_back(dependence.row);  // the latest of them
    c.combination.push_back(1);
    double demand = 0, most = 0, norm2 = 0;
    for (std::size_t k = 0; k < c.rows.size(); ++k) {
      const double equilibrated = std::fabs(c.combination[k]) / rows.scale()[c.rows[k]];
      demand += c.combination[k] * task.b[c.rows[k]];
      most += equilibrated;
      norm2 += c.combination[k] * c.combination[k] / weight(c.rows[k]);
    }
    if (!(std::fabs(demand) > allowed * most)) continue;
    c.size = std::fabs(demand) / std::sqrt(norm2);
    out.contradictory.push_back(std::move(c));
  }
  std::stable_sort(
      out.contradictory.begin(), out.contradictory.end(),
      [](const Contradiction& x, const Contradiction& y) { return x.rows.size() < y.rows.size(); });
}

}  // namespace

Instant solve_sparsely(const SparseTask& task, const Options& options) {
  const Index n = task.pattern.n, m = task.pattern.m;
  Instant out;
  prepare(n, m, out);
  out.method = Method::sparse;
  if (!finite_input(task)) return fail(Status::not_finite_input, out), out;
  WeighedRows rows(task.pattern, task.blocks);
  const int sign = rows.weigh(task.M, task.A.data());
  if (sign == 0) return fail(Status::mass_not_definite, out), out;
  SparseSolver solver(task.pattern, task.blocks, options.tolerance);
  SparseAnswer answer(n, m);
  out.status = solver.solve(task.M, task.Q, task.A.data(), task.b, task.C, task.W, answer);
  const bool solved = out.status == Status::ok || out.status == Status::contradictory ||
                      out.status == Status::not_converged;
  if (!solved) return fail(out.status, out), out;
  finish_motion(task, rows, sign, solver, answer, out);
  out.condition = 1 / std::sqrt(solver.least_pivot());
  if (!options.diagnose && answer.rank == m) {
    count(task, at(m), sign, out);
    std::fill(out.unique.begin(), out.unique.end(), static_cast<unsigned char>(1));
    return out;
  }
  SparseDependences found = find_dependences(rows, options.tolerance);
  for (const Index row : found.vanished) out.vanished.push_back(at(row));
  out.redundant = std::move(found.all);
  out.unique = std::move(found.unique);
  out.near_singular = at(found.near_singular);
  count(task, at(m) - out.redundant.size() + out.near_singular, sign, out);
  if (out.status == Status::contradictory) add_contradictions(task, rows, options.tolerance, out);
  if (!options.diagnose) {
    out.redundant.clear();
    out.contradictory.clear();
  }
  return out;
}

std::vector<double> accelerate_sparsely(const SparseTask& task) {
  SparseSolver solver(task.pattern, task.blocks);
  SparseAnswer answer(task.pattern.n, task.pattern.m);
  solver.solve(task.M, task.Q, task.A.data(), task.b, task.C, task.W, answer);
  return std::move(answer.acceleration);
}

}  // namespace zwang::least
