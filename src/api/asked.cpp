// SPDX-License-Identifier: Apache-2.0
#include "api/asked.h"

#include "record/json_writer.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

namespace {

record::JsonWriter begun(const char* kind, const Model& model) {
  record::JsonWriter json;
  json.begin_object().key("kind").text(kind).key("settings").begin_object();
  for (const auto& [name, value] : model.settings()) json.key(name).number(value);
  json.end_object();
  return json;
}

}  // namespace

std::string asked_json(const Trajectory& trajectory) {
  record::JsonWriter json = begun("motion", trajectory.model());
  const Trajectory::Parts::Given& given = trajectory.parts().given;
  if (given.duration) json.key("duration").number(*given.duration);
  if (given.tolerance) json.key("tolerance").number(*given.tolerance);
  if (given.method) json.key("method").text(*given.method);
  if (given.elsewhere) json.key("elsewhere").truth(true);
  json.end_object();
  return std::move(json).finish();
}

std::string asked_json(const Extremals& extremals) {
  record::JsonWriter json = begun("extremals", extremals.model());
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
