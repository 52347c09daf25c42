// SPDX-License-Identifier: Apache-2.0
// The summary of a search as JSON. Keys once released keep their meaning; doc/guide lists them.

#include <cmath>

#include "api/recorded.h"
#include "api/run/state_json.h"
#include "zwang/extremal.h"

namespace zwang {

namespace {

using record::JsonWriter;

void put_index(JsonWriter& json, const char* key, const std::optional<long>& index) {
  json.key(key);
  if (index) {
    json.integer(*index);
  } else {
    json.null();
  }
}

void put_rates(JsonWriter& json, const char* key, const Model& model, const State& state) {
  json.key(key).begin_object();
  for (std::size_t i = 0; i < state.v.size(); ++i) {
    json.key(model.coordinates()[i] + "'").number(state.v[i]);
  }
  json.end_object();
}

void put_verdict(JsonWriter& json, const ExtremalCurve& curve) {
  put_index(json, "index", curve.index);
  json.key("verdict").text(curve.verdict);
  put_index(json, "index_by_fields", curve.index_by_fields);
  put_index(json, "index_by_second_variation", curve.index_by_second_variation);
  put_index(json, "nullity", curve.nullity);
  json.key("conjugate_times").numbers(curve.conjugate_times);
  if (!curve.legendre.empty()) json.key("legendre").text(curve.legendre);
}

void put_cross_check(JsonWriter& json, const ExtremalCurve& curve) {
  if (!curve.cross_check) return;
  json.key("cross_check").begin_object();
  json.key("difference").number(*curve.cross_check);
  json.key("seconds").number(curve.cross_check_seconds).end_object();
}

void put_error(JsonWriter& json, const Model& model, const ExtremalCurve& curve) {
  if (!curve.error) return;
  const ExtremalError& error = *curve.error;
  json.key("error").begin_object();
  json.key("tolerance").number(error.tolerance).key("action").number(error.action);
  put_state(json, "start", model, error.start);
  put_state(json, "final", model, error.end);
  json.key("unknowns").begin_object();
  for (std::size_t k = 0; k < curve.unknowns.size(); ++k)
    json.key(curve.unknowns[k].first).number(error.unknowns[k]);
  json.end_object();
  json.key("multipliers").numbers(error.multipliers).end_object();
}

void put_curve(JsonWriter& json, const Model& model, const ExtremalCurve& curve) {
  json.begin_object();
  put_rates(json, "initial_rates", model, curve.start);
  put_rates(json, "final_rates", model, curve.end);
  json.key("unknowns").begin_object();
  for (const auto& [name, value] : curve.unknowns) json.key(name).number(value);
  json.end_object();
  json.key("multipliers").numbers(curve.multipliers);
  json.key("action");
  if (curve.action) {
    json.number(*curve.action);
  } else {
    json.null();
  }
  put_verdict(json, curve);
  json.key("max_position_residual").number(curve.max_position_residual);
  json.key("max_velocity_residual").number(curve.max_velocity_residual);
  json.key("max_dense_residual").number(curve.max_dense_residual);
  json.key("error_estimate").number(curve.error_estimate);
  put_error(json, model, curve);
  put_cross_check(json, curve);
  put_state(json, "start", model, curve.start);
  put_state(json, "final", model, curve.end);
  json.key("iterations").integer(curve.iterations);
  json.key("seconds").number(curve.seconds).end_object();
}

void put_search(JsonWriter& json, const ExtremalSearch& search) {
  json.key("search").begin_object();
  json.key("scanned").truth(search.scanned);
  json.key("rates_up_to").number(search.rates_up_to);
  json.key("shots").integer(search.shots).key("unresolved").integer(search.unresolved);
  json.key("resolved").truth(search.resolved);
  json.key("count_agrees");
  if (search.count_agrees) {
    json.truth(*search.count_agrees);
  } else {
    json.null();
  }
  json.key("missing").integer(search.missing).end_object();
}

std::string written(const Extremals& extremals, const ExtremalSummary& summary,
                    const std::map<std::string, std::string>& files) {
  JsonWriter json;
  json.begin_object();
  put_frame(json, summary);
  json.key("method").text(summary.method).key("kernel").text(summary.kernel);
  json.key("tolerance").number(summary.tolerance);
  json.key("intervals").integer(summary.intervals);
  json.key("iterations").integer(summary.iterations);
  json.key("evaluations").integer(summary.evaluations);
  json.key("seconds").number(summary.seconds);
  json.key("extremals").begin_array();
  for (const ExtremalCurve& curve : summary.extremals) put_curve(json, extremals.model(), curve);
  json.end_array();
  json.key("more").truth(summary.more);
  if (summary.search) put_search(json, *summary.search);
  put_count(json, "samples", extremals.samples());
  put_files(json, files);
  json.end_object();
  return std::move(json).finish();
}

}  // namespace

std::string to_json(const Extremals& extremals, const std::map<std::string, std::string>& files) {
  return written(extremals, extremals.summary(), files);
}

std::string recorded_summary(const Extremals& extremals) {
  ExtremalSummary summary = extremals.summary();
  summary.seconds = NAN;
  for (ExtremalCurve& curve : summary.extremals) curve.seconds = curve.cross_check_seconds = NAN;
  return written(extremals, summary, {});
}

}  // namespace zwang
