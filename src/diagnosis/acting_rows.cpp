// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/acting_rows.h"

#include <algorithm>
#include <cmath>

#include "instant/dense_task.h"
#include "model/model_parts.h"
#include "model/states.h"

namespace zwang {

namespace {

using Flags = std::vector<unsigned char>;
using Numbers = std::vector<double>;

double row_size(const equations::Equations& equations, const double* A, std::size_t i) {
  double most = 0;
  for (Index k = equations.A().begin[i]; k < equations.A().begin[i + 1]; ++k) {
    most = std::max(most, std::abs(A[k]));
  }
  return most;
}

template <class Number>
void scatter(const std::vector<std::size_t>& rows, std::size_t m, std::vector<Number>& x) {
  std::vector<Number> all(m, Number{});
  for (std::size_t k = 0; k < rows.size(); ++k) all[rows[k]] = x[k];
  x = std::move(all);
}

void rename_rows(const std::vector<std::size_t>& rows, std::size_t m, Instant& instant) {
  const auto rename = [&rows](std::vector<std::size_t>& list) {
    for (std::size_t& row : list) row = rows[row];
  };
  for (Dependence& dependence : instant.redundant) {
    dependence.row = rows[dependence.row];
    rename(dependence.rows);
  }
  for (Contradiction& set : instant.contradictory) rename(set.rows);
  rename(instant.vanished);
  scatter(rows, m, instant.misfit);
  scatter(rows, m, instant.multipliers);
  scatter(rows, m, instant.residual);
  // A row in no combination has one multiplier; also one that does not act.
  instant.unique.assign(m, 1);
  for (const Dependence& dependence : instant.redundant) {
    instant.unique[dependence.row] = 0;
    for (const std::size_t row : dependence.rows) instant.unique[row] = 0;
  }
}

}  // namespace

Flags acting_rows(const Model& model, const State& state) {
  const equations::Equations& equations = model.parts().equations();
  Flags acts(equations.rows.size(), 0);
  bool contacts = false;
  for (std::size_t i = 0; i < acts.size(); ++i) {
    const equations::Kind kind = equations.rows[i].kind;
    acts[i] = kind == equations::Kind::equality || kind == equations::Kind::norm;
    contacts = contacts || kind == equations::Kind::unilateral;
  }
  if (!contacts) return acts;
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
  const double near = 1e-9 * std::max(largest(state.q), 1e-300);
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (equations.rows[i].kind != equations::Kind::unilateral) continue;
    acts[i] = numbers.residual()[i] <= near * row_size(equations, numbers.A(), i);
  }
  return acts;
}

ChosenRows choose_rows(const Model& model, const State& state, const Flags& flags) {
  const equations::Equations& equations = model.parts().equations();
  const auto n = static_cast<std::size_t>(equations.n);
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  instant::DenseTask rows(equations);
  const least::Task now = rows.of(numbers);
  ChosenRows chosen;
  chosen.all = flags.size();
  chosen.blocks = equations.mass_blocks;
  chosen.M.assign(now.M, now.M + least::mass_entries(now));
  chosen.Q.assign(now.Q, now.Q + n);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    chosen.norms += equations.rows[i].kind == equations::Kind::norm;
    chosen.A.insert(chosen.A.end(), now.A + i * n, now.A + (i + 1) * n);
    chosen.rows.push_back(i);
    chosen.b.push_back(now.b[i]);
    if (now.W) chosen.weights.push_back(now.W[i]);
  }
  return chosen;
}

Problem ChosenRows::problem() const {
  Problem problem;
  problem.mass_matrix = M;
  problem.mass_blocks = blocks;
  problem.applied_force = Q;
  problem.constraint_matrix = A;
  problem.constraint_rhs = b;
  problem.weights = weights;
  return problem;
}

void ChosenRows::add(const Numbers& row, double right_side) {
  rows.push_back(all++);
  A.insert(A.end(), row.begin(), row.end());
  b.push_back(right_side);
  if (!weights.empty()) weights.push_back(1);
}

namespace {

// Rows that keep quaternions at length one are independent, and none of the user's.
void count_rows(std::size_t n, std::size_t rows, std::size_t norms, RowsInstant& result) {
  const std::size_t rank = result.instant.rank - result.instant.near_singular;
  result.rows = rows - norms;
  result.rank = rank - std::min(rank, norms);
  result.freedom = n - rank;
}

Options options_of_rows() {
  Options options;
  options.tolerance = RankTolerance::stepping;
  return options;
}

// By entries. Where M is not definite full matrices know more, as long as there is room for them.
bool solve_large_rows(const Model& model, const State& state, const Flags& flags,
                      RowsInstant& result) {
  constexpr Index most_full = 3000;
  const equations::Equations& equations = model.parts().equations();
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
  result.instant = instant::solve_entries(equations, numbers, flags, nullptr, options_of_rows());
  if (result.instant.status == Status::mass_not_definite && equations.n <= most_full) return false;
  std::vector<std::size_t> rows;
  std::size_t norms = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    rows.push_back(i);
    norms += equations.rows[i].kind == equations::Kind::norm;
  }
  count_rows(static_cast<std::size_t>(equations.n), rows.size(), norms, result);
  const std::vector<unsigned char> unique = result.instant.unique;
  rename_rows(rows, flags.size(), result.instant);
  for (std::size_t k = 0; k < rows.size(); ++k) result.instant.unique[rows[k]] = unique[k];
  result.A = instant::entries_of(equations, numbers, Flags(flags.size(), 1));
  return true;
}

}  // namespace

RowsInstant solve_rows(const ChosenRows& chosen) {
  const std::size_t n = chosen.Q.size();
  RowsInstant result;
  result.instant = solve_instant(chosen.problem(), options_of_rows());
  count_rows(n, chosen.rows.size(), chosen.norms, result);
  rename_rows(chosen.rows, chosen.all, result.instant);
  std::size_t next = 0;
  for (std::size_t k = 0; k < chosen.rows.size(); ++k) {
    for (; next < chosen.rows[k]; ++next) result.A.add(nullptr, 0);
    result.A.add(chosen.A.data() + k * n, n);
    ++next;
  }
  for (; next < chosen.all; ++next) result.A.add(nullptr, 0);
  return result;
}

RowsInstant solve_rows(const Model& model, const State& state, const Flags& flags) {
  if (instant::is_large(model.parts().equations())) {
    RowsInstant result;
    if (solve_large_rows(model, state, flags, result)) return result;
  }
  return solve_rows(choose_rows(model, state, flags));
}

}  // namespace zwang
