// SPDX-License-Identifier: Apache-2.0
// What many runs have in common, and their files.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.h"
#include "ensemble/statistics.h"
#include "record/json_writer.h"
#include "zwang/sweep.h"

namespace zwang {

namespace {

std::vector<double> column(const SweepResult& result, std::size_t k, bool varied) {
  std::vector<double> numbers;
  for (const SweepRun& run : result.runs) {
    const bool counts = run.done && run.ok();
    numbers.push_back(!counts  ? std::numeric_limits<double>::quiet_NaN()
                      : varied ? run.varied[k]
                               : run.watched[k]);
  }
  return numbers;
}

std::string cell(double x) { return std::isfinite(x) ? number_text(x) : std::string(); }

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

}  // namespace

std::vector<WatchedSpread> spreads(const SweepResult& result) {
  std::vector<WatchedSpread> all;
  for (std::size_t k = 0; k < result.watched.size(); ++k) {
    const std::vector<double> numbers = column(result, k, false);
    const ensemble::Statistics found = ensemble::statistics_of(numbers);
    WatchedSpread spread{result.watched[k],
                         found.count,
                         found.mean,
                         found.deviation,
                         found.least,
                         found.most,
                         0,
                         0,
                         {},
                         {}};
    if (found.count > 0) {
      spread.least_run = static_cast<long>(found.least_at) + 1;
      spread.most_run = static_cast<long>(found.most_at) + 1;
    }
    std::vector<double> sorted;
    for (const double x : numbers)
      if (std::isfinite(x)) sorted.push_back(x);
    std::sort(sorted.begin(), sorted.end());
    for (const double p : sweep_quantiles)
      spread.quantiles.push_back(ensemble::quantile(sorted, p));
    for (std::size_t i = 0; i < result.varied.size(); ++i)
      spread.correlations.push_back(ensemble::correlation(column(result, i, true), numbers));
    all.push_back(std::move(spread));
  }
  return all;
}

std::vector<SweepFailure> failures(const SweepResult& result) {
  std::vector<SweepFailure> all;
  for (std::size_t k = 0; k < result.runs.size(); ++k) {
    const SweepRun& run = result.runs[k];
    if (!run.done || run.ok()) continue;
    const auto same = std::find_if(all.begin(), all.end(), [&](const SweepFailure& one) {
      return one.status == run.status && (run.status != "refused" || one.message == run.message);
    });
    if (same == all.end()) {
      all.push_back({run.status, run.message, 1, static_cast<long>(k) + 1});
    } else {
      ++same->count;
    }
  }
  return all;
}

std::string to_csv(const SweepResult& result) {
  std::string text = "run";
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
    json.end_object().end_object();
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
