// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion_race.h"

namespace bench {
namespace {

struct Target {
  const char* peer;
  double asked;
};

/// The least ratio, peer : ours, over the limits that the peer stays within. If we do not, we lose.
double least_ratio(const MotionOutcome& outcome, const char* peer, Measure measure) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const double limit : {1e-4, 1e-6, 1e-8}) {
    const double theirs = outcome.seconds_at(peer, limit, measure);
    const double ours = outcome.seconds_at("zwang", limit, measure);
    if (!std::isnan(theirs)) least = std::fmin(least, std::isnan(ours) ? 0 : theirs / ours);
  }
  return least;
}

bool was_run(const MotionOutcome& outcome, const char* peer) {
  return std::ranges::any_of(outcome.curves, [peer](const MotionCurve& curve) {
    return curve.name == peer && curve.installed && curve.takes_part;
  });
}

}  // namespace

bool MotionResults::right() const {
  return std::ranges::all_of(outcomes, [](const MotionOutcome& outcome) {
    return !std::isnan(outcome.seconds_at("zwang", 1e-4, Measure::drift));
  });
}

std::vector<MotionVerdict> verdicts(const MotionResults& results) {
  std::vector<MotionVerdict> verdicts;
  for (const Target target : {Target{"IDA", 2}, {"Simbody", 10}, {"SciPy", 30}}) {
    for (const MotionOutcome& outcome : results.outcomes) {
      // Runs of 2 s serve the position; a linkage may drift little and yet be on a wrong branch.
      const bool by_position =
          outcome.task.four_bar || (outcome.task.duration == 2 && outcome.task.links <= 5);
      if (!was_run(outcome, target.peer)) continue;
      verdicts.push_back(
          {std::string(target.peer) + " : ours, equal " + (by_position ? "error" : "drift"),
           outcome.task.name(), target.asked,
           least_ratio(outcome, target.peer, by_position ? Measure::position : Measure::drift)});
    }
  }
  const auto per_link = [&](int links) {
    const auto at = std::ranges::find(results.growth, links, &GrowthPoint::links);
    return at == results.growth.end() ? 0 : at->microseconds / links;
  };
  if (!results.growth.empty()) {
    verdicts.push_back({"cost per step and link : that of 100", "chain 1000", 1.5,
                        per_link(1000) / per_link(100), false});
  }
  return verdicts;
}

}  // namespace bench
