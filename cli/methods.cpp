// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/verb.h"
#include "zwang/instant.h"

namespace cli {

static void print_steppers() {
  struct Row {
    const char *name, *order, *step, *text;
  };
  const Row rows[] = {
      {"auto", "", "", "dopri853, dopri5 for loose tolerances, radau5 where the system is stiff"},
      {"dopri853", "8", "chosen", "smooth motion, any constraints, tolerances down to 1e-13"},
      {"dopri5", "5", "chosen", "loose tolerances, forces with kinks"},
      {"rk4", "4", "given", "comparison with textbooks"},
      {"rattle2", "2", "given", "long conservative motion: the energy error stays bounded;"},
      {"rattle4", "4", "given", "  equations between coordinates, constant masses and forces"},
      {"rattle6", "6", "given", "  without rates only"},
      {"rattle8", "8", "given", ""},
      {"gauss6", "6", "given", "long conservative motion that rattle refuses"},
      {"radau5", "5", "chosen", "stiff systems: strong dampers, exact Jacobians"},
      {"bdf", "1-5", "chosen", "large stiff systems at moderate tolerances (SUNDIALS CVODE)"},
  };
  fmt::print("Motion: --method of run, or method in [simulate]\n\n");
  fmt::print("  {:<11}{:<7}{:<8}{}\n", "method", "order", "step", "when to choose it");
  for (const Row& row : rows)
    fmt::print("  {:<11}{:<7}{:<8}{}\n", row.name, row.order, row.step, row.text);
}

static void print_kernels() {
  struct Row {
    zwang::Method method;
    const char *mass, *text;
  };
  const Row rows[] = {
      {zwang::Method::automatic, "any symmetric",
       "explicit where M is definite, else nullspace; sparse where that is faster"},
      {zwang::Method::explicit_, "definite",
       "Cholesky of M, pivoted QR of the rows: the fastest, exact for any rows"},
      {zwang::Method::bellman, "definite",
       "dynamic programming over the coordinates (square-root form): each as a function of what "
       "is left to meet"},
      {zwang::Method::nullspace, "any symmetric",
       "singular, negative or indefinite M; tells minimum, maximum or saddle"},
      {zwang::Method::proximal, "definite",
       "damped iteration without a rank decision; for comparison and near-singular poses"},
      {zwang::Method::sparse, "definite",
       "the same on sparse rows: thousands of coordinates, M diagonal or in small blocks"},
      {zwang::Method::bodies, "of bodies",
       "recursions over the tree of rigid bodies, which never form M; auto uses it where it can"},
  };
  fmt::print(
      "\nOne instant: --kernel of run and instant, or kernel in [simulate]:\n"
      "minimise (x''-a)'M(x''-a) subject to A x'' = b\n\n");
  fmt::print("  {:<11}{:<15}{}\n", "kernel", "mass matrix", "what it does");
  for (const Row& row : rows)
    fmt::print("  {:<11}{:<15}{}\n", zwang::name(row.method), row.mass, row.text);
  fmt::print("\nAll of them give the same answer where they apply.\n");
}

static int print_methods() {
  print_steppers();
  print_kernels();
  return 0;
}

const Verb methods{"methods", "the methods, and when to choose which",
                   [](CLI::App&) -> Action { return print_methods; }};

}  // namespace cli
