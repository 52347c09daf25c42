// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "body_race.h"

namespace bench {
namespace {

void print_number(double x, const char* format) {
  std::isnan(x) ? std::printf("%12s", "-") : std::printf(format, x);
}

void print_systems(const BodyResults& results, const char* title) {
  std::printf("%-32s", title);
  for (const BodyOutcome& outcome : results.outcomes)
    std::printf("%12s", outcome.system.name.c_str());
  std::printf("\n");
}

/// The names of a contestant's forms over all systems, in the order of their appearance.
std::vector<std::string> forms_of(const BodyResults& results, const std::string& contestant) {
  std::vector<std::string> names;
  for (const BodyOutcome& outcome : results.outcomes) {
    for (const BodyForm& form : outcome.find(contestant).forms) {
      bool known = false;
      for (const std::string& name : names) known |= name == form.name;
      if (!known) names.push_back(form.name);
    }
  }
  return names;
}

/// One line per form: number_of(contestant of an outcome, form).
template <class NumberOf>
void print_forms(const BodyResults& results, const char* format, NumberOf&& number_of) {
  for (const BodyContestant& contestant : results.outcomes[0].contestants) {
    if (!contestant.installed()) std::printf("  %-30snot installed\n", contestant.name.c_str());
    for (const std::string& form : forms_of(results, contestant.name)) {
      std::printf("  %-30s", (contestant.name + ", " + form).c_str());
      for (const BodyOutcome& outcome : results.outcomes)
        print_number(number_of(outcome, outcome.find(contestant.name), form), format);
      std::printf("\n");
    }
  }
}

void print_accelerations(const BodyResults& results) {
  std::printf("Bodies: how each was compiled\n");
  for (const BodyContestant& contestant : results.outcomes[0].contestants)
    std::printf("  %-30s%s\n", contestant.name.c_str(), contestant.flags.c_str());
  print_systems(results, "Bodies: us per acceleration");
  print_forms(results, "%12.3f",
              [](const BodyOutcome&, const BodyContestant& contestant, const std::string& form) {
                return contestant.microseconds(form);
              });
  print_systems(results, "Bodies: over ours in space");
  print_forms(
      results, "%12.2f",
      [](const BodyOutcome& outcome, const BodyContestant& contestant, const std::string& form) {
        return contestant.microseconds(form) / outcome.find("zwang").microseconds("space");
      });
  print_systems(results, "Bodies: difference from ours");
  print_forms(results, "%12.0e",
              [](const BodyOutcome&, const BodyContestant& contestant, const std::string& form) {
                const BodyForm* found = contestant.find(form);
                return found ? found->difference : std::nan("");
              });
}

void print_growth(const BodyResults& results) {
  std::printf("Bodies: ns per body, ours     %14s%12s%12s%12s\n", "space", "batched", "plane",
              "batched");
  for (const BodyGrowth& point : results.growth) {
    std::printf("  %-10s%8d          ", point.shape.c_str(), point.bodies);
    for (const char* form : {"space", "space,batched", "plane", "plane,batched"})
      print_number(1e3 * point.ours.microseconds(form) / point.bodies, "%12.1f");
    std::printf("\n");
  }
}

void print_motions(const BodyResults& results) {
  std::printf("Four-bar, 10 s\n  %-24s%10s%10s%10s%10s%10s%12s\n", "", "asked", "energy", "gap",
              "end off", "steps", "ms");
  for (const BodyMotionCurve& motion : results.motions) {
    const std::string label = motion.curve.name + ", " + motion.curve.form;
    for (std::size_t k = 0; k < motion.curve.points.size(); ++k) {
      const MotionPoint& point = motion.curve.points[k];
      const MotionResult& r = point.result;
      std::printf("  %-24s%10.0e", label.c_str(), point.tolerance);
      r.ran() ? std::printf("%10.1e%10.1e%10.1e%10ld%12.3f\n", r.energy_drift, motion.gaps[k],
                            r.position_error, r.steps, r.seconds * 1e3)
              : std::printf("  failed\n");
    }
  }
  std::printf("  %-24s%12s%12s%12s\n", "ms at energy drift", "1e-4", "1e-6", "1e-8");
  for (const BodyMotionCurve& motion : results.motions) {
    std::printf("  %-24s", (motion.curve.name + ", " + motion.curve.form).c_str());
    for (const double limit : {1e-4, 1e-6, 1e-8})
      print_number(1e3 * motion.curve.seconds_at(limit, Measure::drift), "%12.2f");
    std::printf("\n");
  }
}

}  // namespace

void print_results(const BodyResults& results) {
  if (results.outcomes.empty()) return;
  print_accelerations(results);
  print_growth(results);
  print_motions(results);
  std::printf("Bodies: targets\n");
  for (const BodyVerdict& v : verdicts(results)) {
    std::printf("  %-38s%-16s asked %6.3g, measured %8.3g  %s\n", v.target.c_str(),
                v.subject.c_str(), v.asked, v.measured,
                std::isnan(v.measured) ? "nothing to compare"
                : v.met()              ? "met"
                                       : "NOT MET");
  }
}

}  // namespace bench
