// SPDX-License-Identifier: Apache-2.0
// Many runs as text: a table of them, and what they have in common.

#include <algorithm>
#include <cmath>

#include "base/number.h"
#include "record/json_writer.h"
#include "zwang/sweep.h"

namespace zwang {

namespace {

std::string cell(double x) { return std::isfinite(x) ? number_text(x) : std::string(); }

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

/// "# units: -, m, -, N, -", in the order of the columns, as the tables of runs have it.
std::string units_line(const SweepResult& result) {
  if (result.units.empty()) return {};
  std::string line = "# units: -";
  for (std::size_t k = 0; k < result.units.size(); ++k) {
    if (k == result.varied.size()) line += ", -";  // the status
    line += ", " + (result.units[k].empty() ? "-" : result.units[k]);
  }
  return line + ", -\n";
}

void tell_units(record::JsonWriter& json, const SweepResult& result) {
  if (result.units.empty()) return;
  json.key("units").begin_object();
  const auto tell = [&](const std::string& name, const std::string& unit) {
    if (!unit.empty()) json.key(name).text(unit);
  };
  const std::size_t first = result.varied.size();
  for (std::size_t k = 0; k < first; ++k) tell(result.varied[k], result.units[k]);
  for (std::size_t k = 0; k < result.watched.size(); ++k) {
    const bool varies = std::find(result.varied.begin(), result.varied.end(), result.watched[k]) !=
                        result.varied.end();
    if (!varies) tell(result.watched[k], result.units[first + k]);
  }
  json.end_object();
}

void tell_indices(record::JsonWriter& json, const SweepResult& result, const WatchedSpread& one) {
  if (one.indices.empty()) return;
  json.key("indices").begin_object();
  for (std::size_t k = 0; k < one.indices.size(); ++k) {
    const WatchedSpread::Index& index = one.indices[k];
    json.key(result.varied[k]).begin_object();
    json.key("first").number(index.first).key("first_error").number(index.first_error);
    json.key("total").number(index.total).key("total_error").number(index.total_error);
    json.end_object();
  }
  json.end_object();
}

void tell_tolerance(record::JsonWriter& json, const SweepResult& result, const WatchedSpread& one) {
  if (!one.tolerance) return;
  const WatchedSpread::Tolerance& tolerance = *one.tolerance;
  json.key("tolerance").begin_object();
  json.key("nominal").number(tolerance.nominal);
  json.key("changes").begin_object();
  for (std::size_t k = 0; k < tolerance.changes.size(); ++k)
    json.key(result.varied[k]).number(tolerance.changes[k]);
  json.end_object();
  json.key("linear_worst").number(tolerance.linear_worst);
  json.key("linear_spread").number(tolerance.linear_spread);
  json.key("corners_least").number(tolerance.least);
  json.key("corners_least_run").integer(tolerance.least_run);
  json.key("corners_most").number(tolerance.most);
  json.key("corners_most_run").integer(tolerance.most_run);
  json.end_object();
}

}  // namespace

std::string to_csv(const SweepResult& result) {
  std::string text = units_line(result) + "run";
  for (const std::string& name : result.varied) text += ',' + quoted(name);
  text += ",status";
  for (const std::string& name : result.watched) text += ',' + quoted(name);
  text += ",message\n";
  for (std::size_t k = 0; k < result.runs.size(); ++k) {
    const SweepRun& run = result.runs[k];
    if (!run.done) continue;
    text += std::to_string(k + 1);
    for (const double x : run.varied) text += ',' + cell(x);
    text += ',' + run.status;
    for (const double x : run.watched) text += ',' + cell(x);
    text += ',' + quoted(run.message) + '\n';
  }
  return text;
}

std::string to_json(const SweepResult& result, const std::map<std::string, std::string>& files) {
  std::size_t done = 0, failed = 0;
  for (const SweepRun& run : result.runs) {
    done += run.done ? 1 : 0;
    failed += run.done && !run.ok() ? 1 : 0;
  }
  record::JsonWriter json;
  json.begin_object();
  json.key("model").text(result.model.description().source);
  json.key("title").text(result.model.description().title);
  json.key("scheme").text(result.asked.scheme);
  json.key("seed").integer(static_cast<std::int64_t>(result.asked.seed));
  json.key("runs").integer(static_cast<std::int64_t>(result.runs.size()));
  json.key("done").integer(static_cast<std::int64_t>(done));
  json.key("failed").integer(static_cast<std::int64_t>(failed));
  json.key("varied").begin_array();
  for (const std::string& name : result.varied) json.text(name);
  json.end_array();
  tell_units(json, result);
  json.key("watched").begin_object();
  for (const WatchedSpread& one : spreads(result)) {
    json.key(one.name).begin_object();
    json.key("count").integer(static_cast<std::int64_t>(one.count));
    json.key("mean").number(one.mean).key("deviation").number(one.deviation);
    json.key("least").number(one.least).key("least_run").integer(one.least_run);
    json.key("most").number(one.most).key("most_run").integer(one.most_run);
    json.key("quantiles").begin_object();
    for (std::size_t k = 0; k < one.quantiles.size(); ++k)
      json.key(number_text(sweep_quantiles[k])).number(one.quantiles[k]);
    json.end_object();
    json.key("correlation").begin_object();
    for (std::size_t k = 0; k < one.correlations.size(); ++k)
      json.key(result.varied[k]).number(one.correlations[k]);
    json.end_object();
    json.key("histogram").begin_object().key("from").number(one.from).key("to").number(one.to);
    json.key("counts").begin_array();
    for (const std::size_t count : one.histogram) json.integer(static_cast<std::int64_t>(count));
    json.end_array().end_object();
    tell_indices(json, result, one);
    tell_tolerance(json, result, one);
    json.end_object();
  }
  json.end_object();
  json.key("failures").begin_array();
  for (const SweepFailure& one : failures(result)) {
    json.begin_object().key("status").text(one.status).key("message").text(one.message);
    json.key("count").integer(static_cast<std::int64_t>(one.count));
    json.key("first_run").integer(one.first_run).end_object();
  }
  json.end_array();
  json.key("files").begin_object();
  for (const auto& [what, path] : files) json.key(what).text(path);
  json.end_object().end_object();
  return std::move(json).finish();
}

}  // namespace zwang
