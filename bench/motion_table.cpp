// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "motion_race.h"

namespace bench {
namespace {

constexpr double limits[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};

std::string label(const MotionCurve& curve) {
  return curve.form.empty() ? curve.name : curve.name + ", " + curve.form;
}

/// Every run: what was asked, what came out, what it cost.
void print_runs(const MotionOutcome& outcome) {
  std::printf("  %-28s%10s%10s%10s%10s%10s%12s\n", "", "asked", "energy", "rods", "position",
              "steps", "ms");
  for (const MotionCurve& curve : outcome.curves) {
    if (!curve.installed) std::printf("  %-28s  not installed\n", label(curve).c_str());
    for (const MotionPoint& point : curve.points) {
      const MotionResult& r = point.result;
      std::printf("  %-28s%10.0e", label(curve).c_str(), point.tolerance);
      if (!r.ran()) {
        std::printf("  failed\n");
        continue;
      }
      std::printf("%10.1e%10.1e", r.energy_drift, r.constraint_drift);
      std::isnan(r.position_error) ? std::printf("%10s", "-")
                                   : std::printf("%10.1e", r.position_error);
      std::printf("%10ld%12.3f\n", r.steps, r.seconds * 1e3);
    }
  }
}

/// ms at equal drift or error, and in parentheses over ours.
void print_equal(const MotionOutcome& outcome, Measure measure) {
  std::printf("  %-28s", measure == Measure::drift ? "ms at drift" : "ms at error");
  for (const double limit : limits) std::printf("%17.0e", limit);
  std::printf("\n");
  for (const MotionCurve& curve : outcome.curves) {
    if (curve.points.empty()) continue;
    std::printf("  %-28s", label(curve).c_str());
    for (const double limit : limits) {
      const double ours = outcome.seconds_at("zwang", limit, measure);
      const double seconds = curve.seconds_at(limit, measure);
      if (std::isnan(seconds)) {
        std::printf("%17s", "-");
      } else if (std::isnan(ours)) {
        std::printf("%10.3g       ", seconds * 1e3);
      } else {
        std::printf("%9.3g (%5.3g)", seconds * 1e3, seconds / ours);
      }
    }
    std::printf("\n");
  }
}

bool has_positions(const MotionOutcome& outcome) {
  for (const MotionCurve& curve : outcome.curves) {
    for (const MotionPoint& point : curve.points) {
      if (point.result.ran()) return !std::isnan(point.result.position_error);
    }
  }
  return false;
}

}  // namespace

void print_results(const MotionResults& results) {
  for (const MotionOutcome& outcome : results.outcomes) {
    std::printf("Motion: %s, %g s\n", outcome.task.name().c_str(), outcome.task.duration);
    print_runs(outcome);
    print_equal(outcome, Measure::drift);
    if (has_positions(outcome)) print_equal(outcome, Measure::position);
    std::printf("\n");
  }
  if (!results.growth.empty()) std::printf("Growth: us per step of a chain\n");
  for (const GrowthPoint& point : results.growth) {
    std::printf("  %-28d%12.2f%12.4f per link\n", point.links, point.microseconds,
                point.microseconds / point.links);
  }
  const std::vector<MotionVerdict> targets = verdicts(results);
  if (!targets.empty()) std::printf("\nMotion: targets\n");
  for (const MotionVerdict& v : targets) {
    std::printf("  %-38s%-12s asked %5.3g, measured %6.3g  %s\n", v.target.c_str(),
                v.subject.c_str(), v.asked, v.measured,
                std::isnan(v.measured) ? "peer does not get there"
                : v.met()              ? "met"
                                       : "NOT MET");
  }
}

}  // namespace bench
