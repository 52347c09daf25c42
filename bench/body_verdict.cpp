// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "body_race.h"

namespace bench {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The mark's time over that of a form of ours, the slowest of the three builds.
double ratio(const BodyOutcome& outcome, const std::string& form) {
  const BodyContestant* mark = outcome.mark();
  if (!mark) return none;
  double ours = 0;
  for (const char* build : {"zwang", "zwang -O2", "zwang native"})
    ours = std::max(ours, outcome.find(build).microseconds(form));
  return mark->microseconds() / ours;
}

std::string against(const BodyOutcome& outcome, const char* what) {
  const BodyContestant* mark = outcome.mark();
  return (mark ? mark->name : std::string("peer")) + " : ours, " + what;
}

void judge_speed(const BodyResults& results, std::vector<BodyVerdict>& verdicts) {
  for (const BodyOutcome& o : results.outcomes)
    verdicts.push_back({against(o, "in space"), o.system.name, 2, ratio(o, "space")});
  for (const BodyOutcome& o : results.outcomes) {
    if (o.system.planar && o.system.rows() == 0)
      verdicts.push_back({against(o, "in the plane"), o.system.name, 6, ratio(o, "plane")});
  }
  for (const BodyOutcome& o : results.outcomes)
    verdicts.push_back({against(o, "batched"), o.system.name, 10, ratio(o, "space,batched")});
}

/// The largest difference of a peer's accelerations from ours, where they should agree.
void judge_agreement(const BodyResults& results, std::vector<BodyVerdict>& verdicts) {
  if (results.outcomes.empty()) return;
  for (const BodyContestant& contestant : results.outcomes[0].contestants) {
    double most = none;
    int systems = 0;
    for (const BodyOutcome& outcome : results.outcomes) {
      if (contestant.kind == BodyKind::soft && outcome.system.rows() > 0) continue;
      const BodyContestant& there = outcome.find(contestant.name);
      systems += !there.forms.empty();
      for (const BodyForm& form : there.forms) most = std::fmax(most, form.difference);
    }
    verdicts.push_back({"accelerations of " + contestant.name + " off",
                        std::to_string(systems) + " systems", body_difference_limit, most, false});
  }
}

/// Per body, 10,000 of them : 100.
void judge_growth(const BodyResults& results, std::vector<BodyVerdict>& verdicts) {
  for (const char* shape : {"chain", "tree"}) {
    double few = none, many = none;
    for (const BodyGrowth& point : results.growth) {
      if (point.shape != shape) continue;
      const double each = point.ours.microseconds("space") / point.bodies;
      if (point.bodies == 100) few = each;
      if (point.bodies == 10000) many = each;
    }
    if (!results.growth.empty())
      verdicts.push_back({"cost per body, 10000 : 100", shape, 1.5, many / few, false});
  }
}

void judge_motion(const BodyResults& results, std::vector<BodyVerdict>& verdicts) {
  if (results.motions.empty()) return;
  double ours = none, peers = none, gap = 0;
  for (const BodyMotionCurve& motion : results.motions) {
    const double seconds = motion.curve.seconds_at(1e-6, Measure::drift);
    if (motion.curve.name != "zwang") {
      peers = std::fmin(peers, seconds);
      continue;
    }
    ours = seconds;
    gap = *std::ranges::max_element(motion.gaps);
  }
  verdicts.push_back({"best peer : ours, energy drift 1e-6", "four-bar, 10 s", 5, peers / ours});
  // A sum of three bars of length 1 to 3, and of three angles: a few dozen roundings.
  verdicts.push_back({"our gap at the closure, m", "four-bar, 10 s", 1e-13, gap, false});
}

}  // namespace

std::vector<BodyVerdict> verdicts(const BodyResults& results) {
  std::vector<BodyVerdict> verdicts;
  judge_agreement(results, verdicts);
  judge_speed(results, verdicts);
  judge_growth(results, verdicts);
  judge_motion(results, verdicts);
  return verdicts;
}

}  // namespace bench
