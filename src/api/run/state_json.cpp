// SPDX-License-Identifier: Apache-2.0
#include "api/run/state_json.h"

#include "zwang/units.h"

namespace zwang {

using record::JsonWriter;

void put_names(JsonWriter& json, const char* key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.text(name);
  json.end_array();
}

void put_count(JsonWriter& json, const char* key, std::size_t count) {
  json.key(key).integer(static_cast<std::int64_t>(count));
}

void put_rates(JsonWriter& json, const Model& model, const std::vector<double>& rates) {
  for (std::size_t i = 0; i < rates.size(); ++i) json.key(model.rates()[i]).number(rates[i]);
}

void put_units_of(JsonWriter& json, const Model& model, const std::vector<std::string>& names,
                  const std::string& before, const std::string& after) {
  for (const std::string& name : names) {
    const std::string unit = unit_of(model, before + name + after);
    if (!unit.empty()) json.key(name).text(unit);
  }
}

// Observables and parameters never share a name.
void put_units(JsonWriter& json, const Model& model) {
  put_units_of(json, model, {model.description().time.text});
  put_units_of(json, model, model.parameters());
  put_units_of(json, model, model.coordinates());
  put_units_of(json, model, model.rates());
  put_units_of(json, model, model.observables());
}

void put_state(JsonWriter& json, const char* key, const Model& model, const State& state) {
  json.key(key).begin_object().key(model.description().time.text).number(state.t);
  const auto& names = model.coordinates();
  for (std::size_t i = 0; i < state.q.size(); ++i) json.key(names[i]).number(state.q[i]);
  if (!state.v.empty()) put_rates(json, model, rates_at(model, state));
  json.end_object();
}

}  // namespace zwang
