// SPDX-License-Identifier: Apache-2.0
#include "extremal_race.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "extremal_scipy.h"
#include "extremal_zwang.h"
#include "motion_scipy.h"

namespace bench {
namespace {

using Contestant = ExtremalRun (*)(const ExtremalTask&, double tolerance, int rounds);

std::vector<ExtremalPoint> ladder(double loosest, double tightest) {
  std::vector<ExtremalPoint> points;
  for (double tolerance = loosest; tolerance > 0.5 * tightest; tolerance /= 10)
    points.push_back({tolerance, unsolved()});
  return points;
}

/// One turn: every rung once, until one takes too long or two in a row fail. Least times are kept.
void climb(Contestant contestant, const ExtremalTask& task, const ExtremalPace& pace,
           std::vector<ExtremalPoint>& points) {
  int failures = 0;
  for (ExtremalPoint& point : points) {
    const ExtremalRun run = contestant(task, point.tolerance, 3);
    failures = run.solved() ? 0 : failures + 1;
    if (failures == 2) return;
    if (!run.solved()) continue;
    if (!point.run.solved() || run.seconds < point.run.seconds) point.run = run;
    if (run.seconds > pace.patience) return;
  }
}

double seconds_at(const std::vector<ExtremalPoint>& points, double limit) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const ExtremalPoint& point : points) {
    if (point.run.solved() && point.run.error <= limit) least = std::fmin(least, point.run.seconds);
  }
  return least;
}

ExtremalOutcome race(const ExtremalTask& task, const ExtremalPace& pace, bool scipy) {
  ExtremalOutcome outcome{task.name, ladder(1e-3, 1e-12), ladder(1e-3, 1e-12), ladder(1e-3, 1e-11)};
  for (int round = 0; round < pace.rounds; ++round) {
    climb(zwang_extremal, task, pace, outcome.ours);
    climb(zwang_judged, task, pace, outcome.judged);
    if (scipy) climb(scipy_extremal, task, pace, outcome.scipy);
  }
  return outcome;
}

}  // namespace

double ExtremalOutcome::ratio(double limit) const {
  return seconds_at(scipy, limit) / seconds_at(ours, limit);
}

bool ExtremalResults::right() const {
  return std::ranges::all_of(outcomes, [](const ExtremalOutcome& outcome) {
    return !std::isnan(seconds_at(outcome.ours, 1e-10));
  });
}

ExtremalResults race_extremals(const ExtremalPace& pace) {
  ExtremalResults results;
  results.scipy = scipy_is_installed();
  for (const ExtremalTask& task : extremal_tasks()) {
    std::fprintf(stderr, "racing %s ...\n", task.name.c_str());
    results.outcomes.push_back(race(task, pace, results.scipy));
  }
  for (const long intervals : {100L, 1000L, 10000L, 100000L}) {
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < pace.rounds; ++round)
      least = std::min(least, newton_seconds(intervals));
    results.growth.push_back({intervals, least * 1e6 / static_cast<double>(intervals)});
  }
  return results;
}

}  // namespace bench
