// SPDX-License-Identifier: Apache-2.0
// A periodic motion as JSON. Keys once released keep their meaning.

#include <array>

#include "api/run/state_json.h"
#include "zwang/periodic.h"

namespace zwang {

namespace {

using record::JsonWriter;

void put_motion(JsonWriter& json, const Model& model, const PeriodicMotion& motion) {
  json.key("period").number(motion.period);
  put_state(json, "start", model, motion.start);
  json.key("residual").number(motion.residual);
  json.key("multipliers").begin_array();
  for (const std::complex<double>& one : motion.multipliers)
    json.numbers(std::array{one.real(), one.imag()});
  json.end_array().key("stability").text(name(motion.stability));
}

}  // namespace

std::string to_json(const PeriodicResult& result, const Model& model) {
  JsonWriter json;
  json.begin_object().key("model").text(model.description().source);
  json.key("title").text(model.description().title);
  json.key("status").text(result.problem.empty() ? "ok" : "failed");
  json.key("message").text(result.problem.empty() ? result.text : result.problem);
  put_names(json, "notes", result.notes);
  json.key("motions").integer(result.rounds);
  if (result.problem.empty()) {
    put_motion(json, model, result.motion);
    json.key("period_was_found").truth(result.period_was_found);
    put_count(json, "freedom", result.freedom);
    put_count(json, "family", result.family);
    if (!result.over.empty()) {
      json.key("over").text(result.over).key("branch").begin_array();
      for (const PeriodicMotion& one : result.branch) {
        json.begin_object().key(result.over).number(one.parameter);
        json.key("special").text(one.special);
        put_motion(json, model, one);
        json.end_object();
      }
      json.end_array();
    }
  }
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
