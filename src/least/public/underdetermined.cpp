// SPDX-License-Identifier: Apache-2.0
// An underdetermined system is an instant with M = I, a = s, C = c.  [FKNU05 38-43]

#include "zwang/papers.h"

#include <string>

namespace zwang {

UnderdeterminedRate solve_underdetermined(const Underdetermined& system, const Options& options) {
  const std::size_t n = system.special.size(), m = system.rhs.size();
  const auto check = [](const char* argument, std::size_t got, std::size_t wanted) {
    if (got != wanted)
      throw InputError(argument, "has " + std::to_string(got) + " entries where " +
                                     std::to_string(wanted) + " are needed");
  };
  check("relations", system.relations.size(), m * n);
  if (!system.free.empty()) check("free", system.free.size(), n);
  const std::vector<double> identity(n, 1.0);
  Problem problem;
  problem.mass_matrix = identity;
  problem.applied_force = system.special;
  problem.constraint_matrix = system.relations;
  problem.constraint_rhs = system.rhs;
  problem.nonideal_force = system.free;
  problem.weights = system.weights;
  UnderdeterminedRate result;
  result.instant = solve_instant(problem, options);
  result.rate = result.instant.acceleration;      // [FKNU05 38-41]
  result.forced = result.instant.force_lagrange;  // [FKNU05 42]
  result.chosen = result.instant.force_coulomb;   // [FKNU05 43]
  return result;
}

}  // namespace zwang
