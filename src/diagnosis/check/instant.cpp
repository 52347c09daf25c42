// SPDX-License-Identifier: Apache-2.0
// What is to be said of one instant of a model.

#include <algorithm>

#include "diagnosis/check/findings.h"
#include "diagnosis/findings_json.h"
#include "diagnosis/off_constraints.h"
#include "diagnosis/start.h"
#include "diagnosis/words.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

void add_redundant(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  std::vector<std::size_t> fighting;
  for (const Contradiction& set : instant.contradictory) {
    fighting.insert(fighting.end(), set.rows.begin(), set.rows.end());
  }
  for (const Dependence& dependence : instant.redundant) {
    const bool fights =
        std::find(fighting.begin(), fighting.end(), dependence.row) != fighting.end();
    if (dependence.rows.empty() || fights) continue;
    std::vector<std::size_t> about = diagnosis::constraints_of(model, {dependence.row});
    const std::vector<std::size_t> others = diagnosis::constraints_of(model, dependence.rows);
    const std::string text = "At this state an equation of " + diagnosis::names_of(model, about) +
                             " depends on equations of " + diagnosis::names_of(model, others) + ".";
    about.insert(about.end(), others.begin(), others.end());
    findings.push_back(diagnosis::finding_about(
        model, "redundant", "note", about, text,
        "The motion is the same without it; only how the load is shared is undetermined."));
  }
}

void add_undetermined(const Model& model, const Instant& instant, std::vector<Finding>& findings) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < instant.unique.size(); ++i) {
    if (!instant.unique[i]) rows.push_back(i);
  }
  const std::vector<std::size_t> about = diagnosis::constraints_of(model, rows);
  if (about.empty()) return;
  findings.push_back(diagnosis::finding_about(
      model, "undetermined", "note", about,
      "The forces of " + diagnosis::names_of(model, about) + " are statically indeterminate.",
      "Results show the minimum-norm solution; the sum of the forces is unique."));
}

void add_off(const Model& model, const State& state, std::vector<Finding>& findings) {
  std::vector<std::size_t> about;
  double by = 0, rate = 0;
  for (const diagnosis::OffConstraint& off : diagnosis::off_constraints(model, state)) {
    about.push_back(off.constraint);
    by = std::max(by, off.position);
    rate = std::max(rate, off.velocity);
  }
  if (about.empty()) return;
  findings.push_back(diagnosis::finding_about(
      model, "off-constraints", "warning", about,
      "The state is off " + diagnosis::names_of(model, about) + ", by up to " +
          diagnosis::short_number(by) + " and in rates by " + diagnosis::short_number(rate) + ".",
      "The accelerations are those of this state; a run moves its start onto the constraints."));
}

bool is_start(const Model& model, const State& state) {
  const State& start = model.start();
  return state.t == start.t && state.q == start.q && state.v == start.v;
}

}  // namespace

std::vector<Finding> findings_at(const Model& model, const ModelInstant& x) {
  std::vector<Finding> findings;
  if (is_start(model, x.state)) findings = findings_for_run(model);
  std::vector<Finding> own;
  diagnosis::check_answer(model, x.state, x.acts, x.instant, own);
  diagnosis::check_contradictory(model, x.instant, own);
  add_redundant(model, x.instant, own);
  if (!x.instant.vanished.empty()) {
    const auto about = diagnosis::constraints_of(model, x.instant.vanished);
    own.push_back(diagnosis::finding_about(model, "vanished", "note", about,
                                           "At this state equations of " +
                                               diagnosis::names_of(model, about) +
                                               " have no coefficients.",
                                           "They constrain nothing here."));
  }
  add_undetermined(model, x.instant, own);
  add_off(model, x.state, own);
  // What fights at the start is not redundant.
  const std::vector<std::string> fighting = diagnosis::conflicting(findings);
  std::erase_if(own, [&fighting](const Finding& finding) {
    return finding.code == "redundant" && std::find(fighting.begin(), fighting.end(),
                                                    finding.constraints.front()) != fighting.end();
  });
  for (Finding& finding : own) {
    const auto same = [&finding](const Finding& other) {
      return other.code == finding.code && other.constraints == finding.constraints;
    };
    if (std::none_of(findings.begin(), findings.end(), same))
      findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace zwang
