// SPDX-License-Identifier: Apache-2.0
// What the papers say of an instant, checked and taken apart for an instant of a model.

#include "diagnosis/words.h"
#include "instant/entries.h"
#include "model/model_parts.h"
#include "zwang/bounds.h"
#include "zwang/model.h"

namespace zwang {

static bool has_matrices(const ModelInstant& x) {
  return !x.mass_matrix.empty() || x.applied_force.empty();
}

static Problem problem_of(const ModelInstant& x, const Model& model) {
  Problem problem;
  problem.mass_matrix = x.mass_matrix;
  problem.applied_force = x.applied_force;
  problem.constraint_matrix = x.constraint_matrix;
  problem.constraint_rhs = x.constraint_rhs;
  problem.weights = model.parts().equations().weights;
  if (model.parts().equations().has(equations::Stage::nonideal))
    problem.nonideal_force = x.nonideal_force;
  return problem;
}

// Matrices that were too much to form: the identities by their entries.
static Certificate certify_large(const Model& model, const ModelInstant& x) {
  const equations::Equations& equations = model.parts().equations();
  equations::Workspace numbers(equations);
  numbers.evaluate(equations::Stage::dynamics, x.state.t, x.state.q.data(), x.state.v.data());
  const bool nonideal = equations.has(equations::Stage::nonideal);
  return instant::certify_entries(equations, numbers, nonideal ? x.nonideal_force.data() : nullptr,
                                  x.instant);
}

Certificate certify(const Model& model, const ModelInstant& instant) {
  Certificate certificate = has_matrices(instant)
                                ? certify(problem_of(instant, model), instant.instant)
                                : certify_large(model, instant);
  if (instant.contacts.empty() || instant.instant.status == Status::no_reaction ||
      instant.instant.status == Status::several_reactions)
    return certificate;
  // Below this, contacts are not told apart: least/friction/island_solver.h.
  constexpr double bound = 1e-9;
  std::vector<Check>& checks = certificate.checks;
  checks.push_back({"nothing pulls", "Signorini", instant.pull_residual, bound});
  checks.push_back(
      {"nothing sinks in, what departs is free", "Signorini", instant.sink_residual, bound});
  checks.push_back({"friction is inside its cone", "Coulomb", instant.cone_residual, bound});
  checks.push_back({"friction opposes slip", "Coulomb", instant.slip_residual, bound});
  return certificate;
}

Bounds certified_bounds(const Model& model, const ModelInstant& instant, double uncertainty) {
  return certified_bounds(problem_of(instant, model), instant.instant, uncertainty);
}

// Column k is the motion of a body that nothing moves but the demand of row k. [UK92 5c']
std::vector<double> deviation_per_misfit(const Model& model, const ModelInstant& instant) {
  const std::size_t n = instant.applied_force.size(), m = instant.constraint_rhs.size();
  if (!has_matrices(instant)) {
    const auto gigabytes = 8e-9 * static_cast<double>(n) * static_cast<double>(2 * n + 3 * m);
    throw InputError("full", "the matrices of " + std::to_string(n) + " coordinates and " +
                                 std::to_string(m) + " equations would take " +
                                 diagnosis::short_number(gigabytes) + " GB");
  }
  std::vector<double> K1(n * m), Q(n), b(m);
  Problem problem = problem_of(instant, model);
  problem.applied_force = Q;
  problem.constraint_rhs = b;
  problem.nonideal_force = {};
  Options options;
  options.method = instant.instant.method;
  options.diagnose = false;
  for (std::size_t k = 0; k < m; ++k) {
    b[k] = 1;
    const Instant alone = solve_instant(problem, options);
    b[k] = 0;
    for (std::size_t i = 0; i < n; ++i) K1[i * m + k] = alone.acceleration[i];
  }
  return K1;
}

}  // namespace zwang
