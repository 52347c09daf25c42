// SPDX-License-Identifier: Apache-2.0
#include "instant/entries.h"

#include <algorithm>

#include "least/public/certificate_system.h"
#include "least/sparse/sparse_instant.h"

namespace zwang::instant {

namespace {

// Coordinates from which on full matrices cost seconds, and say nothing that entries do not.
constexpr Index many = 300;
constexpr std::size_t largest_block = 16;

std::vector<double> chosen_of(const double* x, const std::vector<unsigned char>& chosen) {
  std::vector<double> result;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i]) result.push_back(x[i]);
  }
  return result;
}

least::SparseTask task_of(const equations::Equations& equations, RowEntries rows) {
  const auto m = static_cast<Index>(rows.begin.size()) - 1;
  least::SparseTask task;
  task.pattern = {m, equations.n, std::move(rows.begin), std::move(rows.column)};
  task.A = std::move(rows.value);
  if (equations.mass_blocks.size() != at(equations.n)) {
    task.blocks.assign(equations.mass_blocks.begin(), equations.mass_blocks.end());
  }
  return task;
}

}  // namespace

void RowEntries::add(const double* row, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    if (row[j] == 0) continue;
    column.push_back(static_cast<Index>(j));
    value.push_back(row[j]);
  }
  begin.push_back(static_cast<Index>(column.size()));
}

bool is_large(const equations::Equations& equations) {
  const auto& blocks = equations.mass_blocks;
  return equations.n > many && !equations.solids &&
         std::all_of(blocks.begin(), blocks.end(),
                     [](std::size_t size) { return size <= largest_block; }) &&
         equations.A().entries() <= equations.m * equations.n / 4;
}

RowEntries entries_of(const equations::Equations& equations, const equations::Workspace& numbers,
                      const std::vector<unsigned char>& chosen) {
  const equations::Pattern& pattern = equations.A();
  RowEntries rows;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i]) continue;
    for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k) {
      rows.column.push_back(pattern.column[at(k)]);
      rows.value.push_back(numbers.A()[k]);
    }
    rows.begin.push_back(static_cast<Index>(rows.column.size()));
  }
  return rows;
}

Instant solve_entries(const equations::Equations& equations, const equations::Workspace& numbers,
                      const std::vector<unsigned char>& chosen, const double* C,
                      const Options& options) {
  least::SparseTask task = task_of(equations, entries_of(equations, numbers, chosen));
  const std::vector<double> b = chosen_of(numbers.b(), chosen);
  std::vector<double> W;
  if (!equations.weights.empty()) W = chosen_of(equations.weights.data(), chosen);
  task.M = numbers.M();
  task.Q = numbers.Q();
  task.b = b.data();
  task.C = C;
  task.W = W.empty() ? nullptr : W.data();
  return least::solve_sparsely(task, options);
}

Certificate certify_entries(const equations::Equations& equations,
                            const equations::Workspace& numbers, const double* C,
                            const Instant& instant) {
  least::SparseTask task = task_of(
      equations, entries_of(equations, numbers, std::vector<unsigned char>(at(equations.m), 1)));
  task.M = numbers.M();
  task.W = equations.weights.empty() ? nullptr : equations.weights.data();
  Problem problem;
  problem.mass_matrix = {numbers.M(), at(equations.layout.size(equations::Array::M))};
  problem.mass_blocks = equations.mass_blocks;
  problem.applied_force = {numbers.Q(), at(equations.n)};
  problem.constraint_rhs = {numbers.b(), at(equations.m)};
  problem.weights = equations.weights;
  if (C) problem.nonideal_force = {C, at(equations.n)};
  const certified::System system(problem, task.pattern, task.A);
  // What is asked here is always in the range of the rows, or as contradictory as the instant was.
  return certified::certify(system, instant, [&](const auto& Q, const auto& b, const auto& forces) {
    task.Q = Q.data();
    task.b = b.data();
    task.C = forces.empty() ? nullptr : forces.data();
    return least::accelerate_sparsely(task);
  });
}

}  // namespace zwang::instant
