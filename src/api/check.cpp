// SPDX-License-Identifier: Apache-2.0
// A model looked over before it runs.

#include <algorithm>

#include "api/check_findings.h"
#include "api/model_parts.h"

namespace zwang {

namespace {

std::string count(std::size_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

Finding freedom(const Model& model, const Instant& instant) {
  const std::size_t n = model.coordinates().size(), m = instant.residual.size();
  const bool first = model.parts().equations().order == 1;
  const std::string noun = first ? "free rate" : "degree";
  std::string text = count(n, "coordinate") + ", " + count(m, "constraint row") + " of rank " +
                     std::to_string(instant.rank) + ": " + count(instant.freedom, noun) +
                     (first ? "." : " of freedom.");
  return finding_about(model, "freedom", "note", {}, std::move(text), "");
}

}  // namespace

Finding finding_about(const Model& model, const char* code, const char* severity,
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

bool Diagnosis::ok() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.severity == "error"; });
}

Diagnosis check(const Model& model) {
  Diagnosis diagnosis;
  State state = model.start();
  std::vector<Finding> of_start;
  check_start(model, state, of_start);
  const Instant instant = solve_instant(model, state, Options{}).instant;
  diagnosis.freedom = instant.freedom;
  diagnosis.rows = instant.residual.size();
  diagnosis.rank = instant.rank;
  diagnosis.findings.push_back(freedom(model, instant));
  check_answer(model, instant, diagnosis.findings);
  check_rows(model, instant, diagnosis.findings);
  diagnosis.findings.insert(diagnosis.findings.end(), of_start.begin(), of_start.end());
  return diagnosis;
}

}  // namespace zwang
