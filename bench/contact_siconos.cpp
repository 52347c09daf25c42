// SPDX-License-Identifier: Apache-2.0
// Siconos on contact instants. A program of its own: called with
//   TASKS ANSWERS
// it reads the tasks and writes, for each, the seconds of CPU and the forces of each of its solvers. A call is repeated
// where it is short; a solver that misses the tolerance has the seconds it took, with a minus sign.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
}

#include "contact_task.h"
#include "stopwatch.h"

namespace bench {
namespace {

struct Siconos {
  int solver, iterations;
};
constexpr Siconos solvers[] = {{SICONOS_FRICTION_3D_NSGS, 20000},
                               {SICONOS_FRICTION_3D_NSN_AC, 1000}};

// W = H Hᵀ, by columns; symmetric.
std::vector<double> products(const ContactTask& task) {
  const std::size_t n = task.c.size(), d = static_cast<std::size_t>(task.freedom);
  std::vector<double> W(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < d; ++k) sum += task.H[i * d + k] * task.H[j * d + k];
      W[i * n + j] = W[j * n + i] = sum;
    }
  return W;
}

double solve(const ContactTask& task, const Siconos& by, std::vector<double>& r) {
  const int n = 3 * task.contacts;
  std::vector<double> W = products(task), c = task.c, mu = task.mu, a(c.size());
  double least = 1e300;
  for (int turn = 0; turn < 5; ++turn) {
    std::fill(r.begin(), r.end(), 0.0);
    std::fill(a.begin(), a.end(), 0.0);
    NumericsMatrix* const M = NM_create_from_data(NM_DENSE, n, n, W.data());
    FrictionContactProblem* const problem =
        frictionContactProblem_new_with_data(3, task.contacts, M, c.data(), mu.data());
    SolverOptions* const options = solver_options_create(by.solver);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-10;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = by.iterations;
    const double start = thread_microseconds();
    const int failed = fc3d_driver(problem, r.data(), a.data(), options);
    const double seconds = 1e-6 * (thread_microseconds() - start);
    solver_options_delete(options);
    std::free(options);
    std::free(problem);
    if (failed) return -seconds;
    least = std::min(least, seconds);
    if (seconds > 0.05) break;
  }
  return least;
}

int run(const char* from, const char* to) {
  std::FILE* const file = std::fopen(to, "wb");
  if (!file) return 1;
  for (const ContactTask& task : read_tasks(from))
    for (const Siconos& by : solvers) {
      std::vector<double> r(task.c.size());
      const double seconds = solve(task, by, r);
      std::fwrite(&seconds, sizeof seconds, 1, file);
      std::fwrite(r.data(), sizeof(double), r.size(), file);
    }
  return std::fclose(file);
}

}  // namespace
}  // namespace bench

int main(int count, char** words) { return count == 3 ? bench::run(words[1], words[2]) : 2; }
