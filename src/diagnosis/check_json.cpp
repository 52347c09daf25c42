// SPDX-License-Identifier: Apache-2.0
#include "record/json_writer.h"
#include "zwang/model.h"

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

std::string to_json(const Diagnosis& diagnosis) {
  record::JsonWriter json;
  json.begin_object();
  json.key("freedom").integer(static_cast<std::int64_t>(diagnosis.freedom));
  json.key("rows").integer(static_cast<std::int64_t>(diagnosis.rows));
  json.key("rank").integer(static_cast<std::int64_t>(diagnosis.rank));
  json.key("ok").truth(diagnosis.ok());
  json.key("findings").begin_array();
  for (const Finding& finding : diagnosis.findings) put_finding(json, finding);
  json.end_array().end_object();
  return std::move(json).finish();
}

}  // namespace zwang
