// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two-ended questions against solve_bvp: both at a ladder of tolerances, in interleaved rounds; times
// are compared at equal true error. And the cost of a Newton step as the mesh grows.

#include <string>
#include <vector>

#include "extremal_task.h"

namespace bench {

inline constexpr double extremal_limits[] = {1e-4, 1e-6, 1e-8, 1e-10};

struct ExtremalPoint {
  double tolerance = 0;
  ExtremalRun run;
};

struct ExtremalOutcome {
  std::string name;
  std::vector<ExtremalPoint> ours, judged, scipy;  // judged: ours, with the verdict

  /// peer : ours at an error of at most `limit`, each by its cheapest run; NaN: the peer has none.
  double ratio(double limit) const;
};

struct MeshPoint {
  long intervals = 0;
  double microseconds = 0;  // of a Newton iteration, per interval
};

struct ExtremalResults {
  std::vector<ExtremalOutcome> outcomes;
  std::vector<MeshPoint> growth;
  bool scipy = true;  // installed

  /// Ours solved every problem.
  bool right() const;
};

struct ExtremalPace {
  int rounds = 5;
  double patience = 5;  // s; a ladder ends at a run that takes longer
};

ExtremalResults race_extremals(const ExtremalPace& pace);

void print_results(const ExtremalResults& results);

/// Adds the results to the object in `path`, as formula_results.h does; false if it cannot.
bool add_json(const std::string& path, const ExtremalResults& results);

}  // namespace bench
