// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/verb.h"
#include "zwang/instant.h"

namespace cli {

static int print_methods() {
  struct Row {
    zwang::Method method;
    const char *mass, *text;
  };
  const Row rows[] = {
      {zwang::Method::automatic, "any symmetric", "explicit where M is definite, else nullspace"},
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
  };
  fmt::print("One instant: minimise (x''-a)'M(x''-a) subject to A x'' = b\n\n");
  fmt::print("  {:<11}{:<15}{}\n", "method", "mass matrix", "what it does");
  for (const Row& row : rows)
    fmt::print("  {:<11}{:<15}{}\n", zwang::name(row.method), row.mass, row.text);
  fmt::print("\nAll of them give the same answer where they apply.\n");
  return 0;
}

const Verb methods{"methods", "the methods, and when to choose which",
                   [](CLI::App&) -> Action { return print_methods; }};

}  // namespace cli
