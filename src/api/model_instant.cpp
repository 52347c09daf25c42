// SPDX-License-Identifier: Apache-2.0
// One instant of a model.

#include <algorithm>
#include <limits>

#include "api/model_parts.h"
#include "api/states.h"
#include "motion/project.h"

namespace zwang {

namespace {

// Numbers of a pattern as a full matrix.
std::vector<double> full_rows(const equations::Pattern& A, const double* values, Index n) {
  std::vector<double> full(static_cast<std::size_t>(A.rows() * n), 0.0);
  for (Index i = 0; i < A.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index k = A.begin[row]; k < A.begin[row + 1]; ++k) {
      full[static_cast<std::size_t>(i * n + A.column[static_cast<std::size_t>(k)])] = values[k];
    }
  }
  return full;
}

std::vector<double> full_mass(const std::vector<std::size_t>& blocks, const double* M,
                              std::size_t n) {
  std::vector<double> full(n * n, 0.0);
  std::size_t first = 0;
  for (const std::size_t size : blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      std::copy(M + i * size, M + (i + 1) * size,
                full.begin() + static_cast<Index>((first + i) * n + first));
    }
    first += size;
    M += size * size;
  }
  return full;
}

std::size_t mass_entries(const std::vector<std::size_t>& blocks) {
  std::size_t entries = 0;
  for (const std::size_t size : blocks) entries += size * size;
  return entries;
}

}  // namespace

ModelInstant solve_instant(const Model& model, const State& state, const Options& options) {
  check_state(model, state);
  const equations::Equations& equations = model.parts().equations();
  equations::Workspace numbers(equations);
  const double *q = state.q.data(), *v = state.v.data();
  const auto n = static_cast<std::size_t>(equations.n), m = static_cast<std::size_t>(equations.m);

  ModelInstant result;
  result.state = state;
  numbers.evaluate(equations.dynamics, state.t, q, v);
  result.applied_force.assign(numbers.Q(), numbers.Q() + n);
  result.constraint_rhs.assign(numbers.b(), numbers.b() + m);
  result.constraint_matrix = full_rows(equations.A, numbers.A(), equations.n);
  result.mass_matrix = full_mass(equations.mass_blocks, numbers.M(), n);

  Problem problem;
  problem.mass_matrix = {numbers.M(), mass_entries(equations.mass_blocks)};
  problem.mass_blocks = equations.mass_blocks;
  problem.applied_force = result.applied_force;
  problem.constraint_matrix = result.constraint_matrix;
  problem.constraint_rhs = result.constraint_rhs;
  problem.weights = equations.weights;
  result.instant = solve_instant(problem, options);

  numbers.evaluate(equations.energy, state.t, q, v);
  result.energy =
      equations.order == 2 ? numbers.energy() : std::numeric_limits<double>::quiet_NaN();
  numbers.set_accelerations(result.instant.acceleration.data());
  numbers.evaluate(equations.observe, state.t, q, v);
  result.observables.assign(numbers.observables(),
                            numbers.observables() + model.observables().size());
  motion::RightSide side(equations, Method::automatic);
  const motion::Residuals left = motion::Projector(side).residuals(state.t, q, v);
  result.position_residual = left.position;
  result.velocity_residual = left.velocity;
  return result;
}

ModelInstant solve_instant(const Model& model, const Options& options) {
  return solve_instant(model, model.start(), options);
}

}  // namespace zwang
