// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work against precision: every contestant runs every task at a ladder of tolerances; what it costs
// to stay within a given drift is read off its curve.

#include <string>
#include <vector>

#include "motion_task.h"

namespace bench {

/// Who runs, and how hard to try.
struct MotionEntrant {
  std::string name, form;
  MotionContestant run = nullptr;  // null: not installed
  double loosest = 1e-3;           // tolerances: from here, by tens,
  double tightest = 1e-11;         // to here
  int most_links = 50;             // it does not take part in longer chains
  bool four_bar = true;            // it takes part there
};

std::vector<MotionEntrant> motion_field();

struct MotionPoint {
  double tolerance = 0;
  MotionResult result;
};

enum class Measure {
  drift,    // the larger of energy and constraint drift
  position  // error at the end
};

struct MotionCurve {
  std::string name, form;
  bool installed = true, takes_part = true;
  std::vector<MotionPoint> points;

  /// CPU seconds to stay within `limit`, interpolated between runs; NaN if no run does.
  double seconds_at(double limit, Measure measure) const;
};

struct MotionOutcome {
  MotionTask task;
  std::vector<MotionCurve> curves;

  /// The least over the forms of a contestant; NaN if none gets there.
  double seconds_at(const std::string& name, double limit, Measure measure) const;
};

/// Cost per step of ours, as the chain grows.
struct GrowthPoint {
  int links = 0;
  double microseconds = 0;  // per step
};

struct MotionResults {
  std::vector<MotionOutcome> outcomes;
  std::vector<GrowthPoint> growth;

  /// Ours ran at every task.
  bool right() const;
};

struct MotionVerdict {
  std::string target, subject;
  double asked = 0, measured = 0;  // NaN: nothing to compare
  bool at_least = true;            // or at most

  bool met() const { return at_least ? measured >= asked : measured <= asked; }
};

/// How long to measure: rounds, and the seconds after which a ladder is not climbed further.
struct MotionPace {
  int rounds = 3;
  double patience = 5;
  bool every_tolerance = true;
};

std::vector<MotionOutcome> race_motion(const MotionPace& pace);
std::vector<GrowthPoint> race_growth(const MotionPace& pace);

std::vector<MotionVerdict> verdicts(const MotionResults& results);
void print_results(const MotionResults& results);

/// Adds the results to the object in `path`, as formula_results.h does; false if it cannot.
bool add_json(const std::string& path, const MotionResults& results);

}  // namespace bench
