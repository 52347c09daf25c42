// SPDX-License-Identifier: Apache-2.0
// A stranger's program: a pendulum of length 1 in two coordinates, solved through the installed
// package. At (0.6, −0.8) with rates (0.8, 0.6) the row is x ẍ + y ÿ = −(ẋ² + ẏ²).

#include <zwang/instant.h>
#include <zwang/version.h>

#include <cmath>
#include <cstdio>
#include <string>

int main() {
  const double mass[] = {1, 1}, force[] = {0, -10}, row[] = {0.6, -0.8}, rhs[] = {-1};

  zwang::Problem problem;
  problem.mass_matrix = mass;
  problem.applied_force = force;
  problem.constraint_matrix = row;
  problem.constraint_rhs = rhs;
  const zwang::Instant instant = zwang::solve_instant(problem);

  // e = b − A a = −9 and A M⁻¹ Aᵀ = 1, so ẍ = a − 9 Aᵀ.
  const double expected[] = {-5.4, -2.8};
  double error = std::abs(instant.multipliers.at(0) + 9);
  for (std::size_t i = 0; i < 2; ++i)
    error = std::fmax(error, std::abs(instant.acceleration.at(i) - expected[i]));
  std::printf("zwang %s: error %.1e\n", std::string(zwang::version()).c_str(), error);
  return error < 1e-14 ? 0 : 1;  // five units in the last place of 9
}
