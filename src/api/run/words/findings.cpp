// SPDX-License-Identifier: Apache-2.0
// What a reader of a run must know, for people and for scripts.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "diagnosis/findings_json.h"
#include "diagnosis/off_constraints.h"
#include "report/words/parts.h"
#include "zwang/run.h"

namespace zwang {

namespace {

Finding about(const Model& model, const char* code, const char* severity,
              const std::vector<std::string>& constraints, std::string text) {
  Finding finding{code, severity, constraints, {}, std::move(text), {}};
  for (const ConstraintRows& rows : model.constraints()) {
    const bool named =
        std::find(constraints.begin(), constraints.end(), rows.name) != constraints.end();
    if (named && rows.at.line > 0) finding.lines.push_back(rows.at.line);
  }
  return finding;
}

// To one digit: the rest depends on where steps end.
std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%",
                share < 0.1 ? 100 * share : 10 * std::round(10 * share));
  return text;
}

}  // namespace

// Of the run itself there is little to look up.
std::vector<Finding> findings(const Trajectory& trajectory) {
  const Model& model = trajectory.model();
  const Summary& summary = trajectory.summary();
  std::vector<Finding> all = report::look_over(trajectory);
  std::erase_if(all, [](const Finding& finding) { return finding.severity == "note"; });
  if (!summary.contradictory.empty() && diagnosis::conflicting(all).empty()) {
    all.push_back(about(model, "contradictory", "error", summary.contradictory,
                        "The constraints " + diagnosis::list_names(summary.contradictory) +
                            " are not met: the motion satisfies them as nearly as it can."));
  }
  constexpr double visible = 0.02;  // of the range: a pixel or two of a plot
  if (summary.lost_between_samples > visible) {
    all.push_back({"samples",
                   "warning",
                   {},
                   {},
                   "The samples do not show the motion: between them '" + summary.least_sampled +
                       "' departs by " + percent(summary.lost_between_samples) +
                       " of its range from a smooth curve through them.",
                   "The motion itself is computed to its tolerance. Record more samples: samples = "
                   "2000, or samples = \"steps\"."});
  }
  if (summary.ending == Ending::done || summary.ending == Ending::event) return all;
  const bool stopped = summary.ending == Ending::interrupted;
  const bool missed = summary.ending == Ending::start_impossible;
  all.push_back(about(model, std::string(name(summary.ending)).c_str(), stopped ? "note" : "error",
                      missed ? summary.contradictory : summary.parting, summary.message));
  return all;
}

}  // namespace zwang
