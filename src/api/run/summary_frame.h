// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the summaries of runs and of searches share, as JSON.

#include <map>
#include <string>

#include "api/run/state_json.h"

namespace zwang {

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
