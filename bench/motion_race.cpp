// SPDX-License-Identifier: Apache-2.0
#include "motion_race.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "motion_zwang.h"

namespace bench {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// Off the true motion altogether, where it is known: on the other branch of a linkage, say.
constexpr double lost = 0.1;  // L

/// Ten seconds, for the drift. Two for the longest chain, whose peers would need minutes, and once
/// more for chains with a known end, before chaos has eaten its digits.
std::vector<MotionTask> motion_tasks() {
  return {{1, false, 10}, {2, false, 10}, {5, false, 10}, {10, false, 10},
          {50, false, 2}, {2, false, 2},  {5, false, 2},  {2, true, 10}};
}

double amount(const MotionResult& result, Measure measure) {
  if (measure == Measure::position) return result.position_error;
  return std::max(result.energy_drift, result.constraint_drift);
}

/// (amount, seconds) of the runs that no other run beats in both, from exact to coarse.
std::vector<std::pair<double, double>> front(const std::vector<MotionPoint>& points,
                                             Measure measure) {
  std::vector<std::pair<double, double>> all;
  for (const MotionPoint& point : points) {
    const double x = amount(point.result, measure);
    if (!point.result.ran() || std::isnan(x) || point.result.position_error > lost) continue;
    all.emplace_back(std::max(x, 1e-17), point.result.seconds);
  }
  std::ranges::sort(all);
  std::vector<std::pair<double, double>> best;
  for (const auto& run : all) {
    if (best.empty() || run.second < best.back().second) best.push_back(run);
  }
  return best;
}

bool takes_part(const MotionEntrant& entrant, const MotionTask& task) {
  return task.four_bar ? entrant.four_bar : task.links <= entrant.most_links;
}

/// The first round climbs down the tolerances until a run takes too long or two in a row fail.
void climb(const MotionEntrant& entrant, const MotionTask& task, const MotionPace& pace,
           MotionCurve& curve) {
  const double ratio = pace.every_tolerance ? 10 : 100;
  int failures = 0;
  for (double tolerance = entrant.loosest; tolerance > 0.5 * entrant.tightest; tolerance /= ratio) {
    const MotionResult result = entrant.run(task, tolerance);
    curve.points.push_back({tolerance, result});
    failures = result.ran() ? 0 : failures + 1;
    if (failures == 2 || result.seconds > pace.patience) return;
  }
}

MotionOutcome race_task(const MotionTask& task, const MotionPace& pace) {
  const std::vector<MotionEntrant> field = motion_field();
  MotionOutcome outcome{task, {}};
  for (const MotionEntrant& entrant : field) {
    outcome.curves.push_back(
        {entrant.name, entrant.form, entrant.run != nullptr, takes_part(entrant, task), {}});
    MotionCurve& curve = outcome.curves.back();
    if (curve.installed && curve.takes_part) climb(entrant, task, pace, curve);
  }
  for (int round = 1; round < pace.rounds; ++round) {
    for (std::size_t i = 0; i < field.size(); ++i) {
      for (MotionPoint& point : outcome.curves[i].points) {
        double& least = point.result.seconds;
        if (point.result.ran() && least < 0.2 * pace.patience)
          least = std::min(least, field[i].run(task, point.tolerance).seconds);
      }
    }
  }
  return outcome;
}

}  // namespace

double MotionCurve::seconds_at(double limit, Measure measure) const {
  const auto runs = front(points, measure);
  if (runs.empty() || runs.front().first > limit) return none;
  if (runs.back().first <= limit) return runs.back().second;
  std::size_t k = 0;
  while (runs[k + 1].first <= limit) ++k;
  const auto [x0, s0] = runs[k];
  const auto [x1, s1] = runs[k + 1];
  const double part = std::log(limit / x0) / std::log(x1 / x0);
  return s0 * std::pow(s1 / s0, part);
}

double MotionOutcome::seconds_at(const std::string& name, double limit, Measure measure) const {
  double least = none;
  for (const MotionCurve& curve : curves) {
    if (curve.name == name) least = std::fmin(least, curve.seconds_at(limit, measure));
  }
  return least;
}

std::vector<MotionOutcome> race_motion(const MotionPace& pace) {
  std::vector<MotionOutcome> outcomes;
  for (const MotionTask& task : motion_tasks()) {
    std::fprintf(stderr, "racing %s, %g s ...\n", task.name().c_str(), task.duration);
    outcomes.push_back(race_task(task, pace));
  }
  return outcomes;
}

std::vector<GrowthPoint> race_growth(const MotionPace& pace) {
  std::vector<GrowthPoint> growth;
  for (const int links : {10, 30, 100, 300, 1000}) {
    std::fprintf(stderr, "stepping a chain of %d ...\n", links);
    growth.push_back({links, none});
    for (int round = 0; round < pace.rounds; ++round) {
      // The difference of two runs: what a run does once is not a cost per step.
      const MotionResult brief = zwang_run({links, false, 0.5}, 1e-9);
      const MotionResult whole = zwang_run({links, false, 2}, 1e-9);
      const double cost =
          (whole.seconds - brief.seconds) * 1e6 / static_cast<double>(whole.steps - brief.steps);
      growth.back().microseconds = std::fmin(growth.back().microseconds, cost);
    }
  }
  return growth;
}

}  // namespace bench
