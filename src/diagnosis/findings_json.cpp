// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/findings_json.h"

#include <algorithm>

namespace zwang {

namespace {

void put_finding(record::JsonWriter& json, const Finding& finding) {
  json.begin_object();
  json.key("code").text(finding.code).key("severity").text(finding.severity);
  json.key("constraints").begin_array();
  for (const std::string& name : finding.constraints) json.text(name);
  json.end_array().key("lines").begin_array();
  for (const int line : finding.lines) json.integer(line);
  json.end_array();
  json.key("text").text(finding.text).key("hint").text(finding.hint);
  json.end_object();
}

}  // namespace

void diagnosis::put_findings(record::JsonWriter& json, const std::vector<Finding>& findings) {
  json.key("findings").begin_array();
  for (const Finding& finding : findings) put_finding(json, finding);
  json.end_array();
}

std::vector<std::string> diagnosis::conflicting(const std::vector<Finding>& findings) {
  std::vector<std::string> names;
  for (const Finding& finding : findings) {
    if (finding.code != "contradictory" && finding.code != "start-impossible") continue;
    for (const std::string& name : finding.constraints) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

bool has_error(const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return finding.severity == "error"; });
}

}  // namespace zwang
