// SPDX-License-Identifier: Apache-2.0
// A fit as JSON, everything by name. Keys once released keep their meaning.

#include <span>

#include "api/run/state_json.h"
#include "zwang/fit.h"

namespace zwang {

namespace {

using record::JsonWriter;

void put_estimate(JsonWriter& json, const FitEstimate& estimate) {
  json.begin_object().key("name").text(estimate.name);
  if (estimate.experiment > 0) put_count(json, "experiment", estimate.experiment);
  json.key("value").number(estimate.value).key("deviation").number(estimate.deviation);
  json.key("interval").numbers(std::array{estimate.lower, estimate.upper});
  json.key("guess").number(estimate.guess);
  json.key("determined").truth(estimate.determined).key("at_bound").truth(estimate.at_bound);
  json.end_object();
}

void put_square(JsonWriter& json, const char* key, std::span<const double> values,
                std::size_t size) {
  json.key(key).begin_array();
  for (std::size_t i = 0; i < size; ++i) json.numbers(values.subspan(i * size, size));
  json.end_array();
}

void put_column(JsonWriter& json, const FitColumn& column) {
  json.begin_object().key("name").text(column.name);
  put_count(json, "experiment", column.experiment);
  json.key("deviation").number(column.deviation).key("deviation_given").truth(column.given);
  json.key("rms").number(column.rms).key("t").numbers(column.t);
  json.key("measured").numbers(column.measured).key("model").numbers(column.model);
  json.end_object();
}

}  // namespace

std::string to_json(const FitResult& result, const Model& model) {
  JsonWriter json;
  json.begin_object().key("model").text(model.description().source);
  json.key("title").text(model.description().title);
  json.key("status").text(!result.problem.empty() ? "failed"
                          : result.converged      ? "ok"
                                                  : "not_converged");
  json.key("message").text(result.problem.empty() ? result.text : result.problem);
  put_names(json, "notes", result.notes);
  put_count(json, "measurements", result.measurements);
  json.key("steps").integer(result.steps).key("motions").integer(result.motions);
  if (result.problem.empty()) {
    json.key("chi_squared").number(result.chi_squared).key("freedom").number(result.freedom);
    json.key("estimates").begin_array();
    for (const FitEstimate& estimate : result.estimates) put_estimate(json, estimate);
    json.end_array();
    put_names(json, "only", result.only);
    put_square(json, "covariance", result.covariance, result.estimates.size());
    put_square(json, "correlation", result.correlation, result.estimates.size());
    json.key("columns").begin_array();
    for (const FitColumn& column : result.columns) put_column(json, column);
    json.end_array();
  }
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
