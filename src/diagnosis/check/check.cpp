// SPDX-License-Identifier: Apache-2.0
// A model looked over before it runs.

#include <algorithm>
#include <optional>

#include "diagnosis/check/findings.h"
#include "diagnosis/findings_json.h"
#include "model/model_parts.h"
#include "zwang/model.h"

namespace zwang {

namespace {

// Operations of a dense solution that a run may spend on its diagnosis: about a second.
constexpr double most_operations = 1e9;

Diagnosis look(const Model& model) {
  Diagnosis diagnosis;
  std::vector<Finding>& findings = diagnosis.findings;
  State state = model.start();
  if (!diagnosis::check_numbers(model, state, findings)) return diagnosis;
  diagnosis::check_inertias(model, findings);
  std::vector<Finding> of_start;
  const bool on = diagnosis::check_start(model, state, of_start);
  const std::vector<unsigned char> acts = acting_rows(model, state);
  const RowsInstant here = solve_rows(model, state, acts);
  diagnosis.freedom = here.freedom;
  diagnosis.rows = here.rows;
  diagnosis.rank = here.rank;
  diagnosis::check_freedom(model, state, here, acts, findings);
  diagnosis::check_answer(model, state, acts, here.instant, findings);
  if (on) {
    std::optional<diagnosis::Surroundings> around;
    if (model.parts().equations().n <= diagnosis::most_around) around.emplace(model, state, acts);
    std::vector<diagnosis::RowDependence> dependences =
        around ? around->dependences(here) : diagnosis::dependences_here(here);
    std::vector<Finding> of_hidden;
    diagnosis::check_hidden(model, state, acts, dependences, of_hidden);
    diagnosis::check_dependence(model, here, dependences, findings);
    findings.insert(findings.end(), of_hidden.begin(), of_hidden.end());
    diagnosis::check_vanished(model, state, acts, around ? &*around : nullptr, findings);
    diagnosis::check_contradictory(model, here.instant, findings);
    diagnosis::check_forces(model, here, dependences, findings);
    diagnosis::check_joints(model, state, acts, findings);
  }
  findings.insert(findings.end(), of_start.begin(), of_start.end());
  return diagnosis;
}

}  // namespace

Finding diagnosis::finding_about(const Model& model, const char* code, const char* severity,
                                 const std::vector<std::size_t>& constraints, std::string text,
                                 std::string hint) {
  Finding finding{code, severity, {}, {}, std::move(text), std::move(hint)};
  for (const std::size_t k : constraints) {
    const ConstraintRows& constraint = model.constraints()[k];
    const auto& names = finding.constraints;
    if (std::find(names.begin(), names.end(), constraint.name) != names.end()) continue;
    finding.constraints.push_back(constraint.name);
    if (constraint.at.line > 0) finding.lines.push_back(constraint.at.line);
  }
  return finding;
}

bool Diagnosis::ok() const { return !has_error(findings); }

Diagnosis check(const Model& model) { return look(model); }

std::vector<Finding> findings_for_run(const Model& model) {
  const equations::Equations& equations = model.parts().equations();
  const auto m = static_cast<double>(equations.m), n = static_cast<double>(equations.n);
  std::vector<Finding> findings;
  if (m * m * n <= most_operations || instant::is_large(equations)) {
    findings = look(model).findings;
  } else {
    State state = model.start();
    if (diagnosis::check_numbers(model, state, findings)) {
      diagnosis::check_inertias(model, findings);
      diagnosis::check_start(model, state, findings);
    }
  }
  std::erase_if(findings, [](const Finding& finding) { return finding.severity == "note"; });
  return findings;
}

std::string to_json(const Diagnosis& diagnosis) {
  record::JsonWriter json;
  json.begin_object();
  json.key("freedom").integer(static_cast<std::int64_t>(diagnosis.freedom));
  json.key("rows").integer(static_cast<std::int64_t>(diagnosis.rows));
  json.key("rank").integer(static_cast<std::int64_t>(diagnosis.rank));
  json.key("ok").truth(diagnosis.ok());
  diagnosis::put_findings(json, diagnosis.findings);
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
