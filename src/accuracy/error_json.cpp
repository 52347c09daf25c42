// SPDX-License-Identifier: Apache-2.0
#include "accuracy/error_json.h"

namespace zwang {

void put_error(record::JsonWriter& json, const RunError& error) {
  json.key("error").begin_object();
  json.key("message").text(error.message);
  json.key("unknown_after");
  error.unknown_after ? json.number(*error.unknown_after) : json.null();
  json.key("growth").number(error.growth);
  if (error.tolerance > 0) json.key("tolerance").number(error.tolerance);
  if (error.step > 0) json.key("step").number(error.step);
  json.key("evaluations").integer(error.evaluations);
  json.key("values").begin_object();
  for (const RunError::Value& value : error.values) {
    json.key(value.name).begin_object().key("value").number(value.value);
    json.key("error").number(value.error).end_object();
  }
  json.end_object();
  json.key("events").numbers(error.events);
  json.end_object();
}

}  // namespace zwang
