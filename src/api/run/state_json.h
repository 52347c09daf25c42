// SPDX-License-Identifier: Apache-2.0
#pragma once
// What summaries of all kinds have in common, as JSON.

#include <map>
#include <string>
#include <vector>

#include "record/json_writer.h"
#include "zwang/model.h"

namespace zwang {

void put_names(record::JsonWriter& json, const char* key, const std::vector<std::string>& names);
void put_count(record::JsonWriter& json, const char* key, std::size_t count);
/// Numbers of Model::rates() by name, into an object that is open.
void put_rates(record::JsonWriter& json, const Model& model, const std::vector<double>& rates);
/// The unit of each of these names that has one, into an object that is open.
void put_units_of(record::JsonWriter& json, const Model& model,
                  const std::vector<std::string>& names, const std::string& before = {},
                  const std::string& after = {});
/// Those of the time, of parameters, coordinates, rates and observables.
void put_units(record::JsonWriter& json, const Model& model);
/// { "t": …, "x": …, "x'": … }
void put_state(record::JsonWriter& json, const char* key, const Model& model, const State& state);

// What the summaries of runs and of searches share, as JSON.

/// The first keys of either: what was asked, how it ended, what the constraints are.
template <class AnySummary>
void put_frame(record::JsonWriter& json, const AnySummary& summary) {
  json.key("model").text(summary.model).key("title").text(summary.title);
  json.key("status").text(name(summary.ending)).key("message").text(summary.message);
  put_count(json, "freedom", summary.freedom);
  put_count(json, "rows", summary.rows);
  put_count(json, "rank", summary.rank);
  put_names(json, "redundant", summary.redundant);
  put_names(json, "contradictory", summary.contradictory);
  put_names(json, "undetermined", summary.undetermined);
}

/// The last key.
inline void put_files(record::JsonWriter& json, const std::map<std::string, std::string>& files) {
  json.key("files").begin_object();
  for (const auto& [what, path] : files) json.key(what).text(path);
  json.end_object();
}

}  // namespace zwang
