// SPDX-License-Identifier: Apache-2.0
// Many runs as a page: words and tables here, charts by the page itself (web/src/sweep).

#include <algorithm>
#include <charconv>
#include <cmath>

#include "api/trouble.h"
#include "record/aside.h"
#include "record/json_writer.h"
#include "report/html.h"
#include "report/page.h"
#include "report/template.h"
#include "zwang/sweep.h"

namespace zwang {

namespace {

constexpr std::size_t most_drawn = 4000;  // runs: more would be one blot, and a large file

using report::html_name;
using report::html_text;

std::string shown(double x, int digits = 6) {
  if (!std::isfinite(x)) return "–";
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, digits).ptr};
}

std::string cells(const std::vector<std::string>& texts, const char* tag = "td") {
  std::string row = "<tr>";
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const std::string name = k == 0 ? "th" : tag;
    row += "<" + name + ">" + texts[k] + "</" + name + ">";
  }
  return row + "</tr>\n";
}

std::string table(const std::vector<std::string>& heading, const std::string& rows) {
  return "<table><thead>" + cells(heading, "th") + "</thead>\n<tbody>" + rows +
         "</tbody></table>\n";
}

std::string spread_table(const std::vector<WatchedSpread>& all) {
  std::string rows;
  for (const WatchedSpread& one : all) {
    rows += cells({html_name(one.name), shown(one.mean), shown(one.deviation),
                   shown(one.quantiles[1]), shown(one.quantiles[3]), shown(one.quantiles[5]),
                   shown(one.least) + " (run " + std::to_string(one.least_run) + ")",
                   shown(one.most) + " (run " + std::to_string(one.most_run) + ")"});
  }
  return table({"", "mean", "deviation", "5 %", "median", "95 %", "least", "most"}, rows);
}

std::string index_table(const SweepResult& result, const std::vector<WatchedSpread>& all) {
  std::string rows;
  for (const WatchedSpread& one : all) {
    for (std::size_t k = 0; k < one.indices.size(); ++k) {
      const WatchedSpread::Index& index = one.indices[k];
      rows += cells({html_name(one.name), html_name(result.varied[k]),
                     shown(index.first, 3) + " ± " + shown(index.first_error, 1),
                     shown(index.total, 3) + " ± " + shown(index.total_error, 1)});
    }
  }
  if (rows.empty()) return {};
  return "<section id=\"variance\"><h2>Variance</h2>\n<div><p>Which part of the variance each "
         "number causes alone, and together with others (Sobol' indices).</p>\n" +
         table({"of", "due to", "alone", "with others"}, rows) + "</div></section>\n";
}

std::string tolerance_table(const SweepResult& result, const std::vector<WatchedSpread>& all) {
  std::string rows;
  std::vector<std::string> heading{"", "nominal", "worst case (corners)", "by sensitivities"};
  for (const std::string& name : result.varied) heading.push_back("by " + html_name(name));
  for (const WatchedSpread& one : all) {
    if (!one.tolerance) continue;
    const WatchedSpread::Tolerance& found = *one.tolerance;
    std::vector<std::string> row{html_name(one.name), shown(found.nominal),
                                 shown(found.least) + " … " + shown(found.most),
                                 "± " + shown(found.linear_worst)};
    for (const double change : found.changes) row.push_back(shown(change));
    rows += cells(row);
  }
  if (rows.empty()) return {};
  return "<section id=\"tolerances\"><h2>Tolerances</h2>\n<div>" + table(heading, rows) +
         "</div></section>\n";
}

std::string failure_words(const SweepResult& result) {
  std::string items;
  for (const SweepFailure& one : failures(result)) {
    items += "<li>" + std::to_string(one.count) + (one.count == 1 ? " run: " : " runs: ") +
             html_text(one.message.empty() ? one.status : one.message) + " (" +
             html_text(one.status) + "; the first is run " + std::to_string(one.first_run) +
             ")</li>\n";
  }
  if (items.empty()) return {};
  return "<section id=\"failures\"><h2>Not ended well</h2>\n<ul>" + items + "</ul></section>\n";
}

std::string words_of(const SweepResult& result) {
  const std::vector<WatchedSpread> all = spreads(result);
  return "<section id=\"numbers\"><h2>Numbers</h2>\n<div><p>" + std::to_string(result.runs.size()) +
         " runs of " + html_text(result.model.description().source) + ", scheme " +
         html_text(result.asked.scheme) + ", seed " + std::to_string(result.asked.seed) +
         ".</p>\n" + spread_table(all) + "</div></section>\n" + tolerance_table(result, all) +
         index_table(result, all) + failure_words(result);
}

void tell_spread(record::JsonWriter& json, const WatchedSpread& one) {
  json.begin_object().key("name").text(one.name);
  json.key("count").integer(static_cast<std::int64_t>(one.count));
  json.key("mean").number(one.mean).key("deviation").number(one.deviation);
  json.key("median").number(one.quantiles[3]);
  json.key("least_run").integer(one.least_run).key("most_run").integer(one.most_run);
  json.key("from").number(one.from).key("to").number(one.to);
  json.key("counts").numbers(std::vector<double>(one.histogram.begin(), one.histogram.end()));
  json.end_object();
}

/// What the charts show; of very many runs some, evenly spaced.
std::string scene_of(const SweepResult& result) {
  std::vector<std::size_t> drawn;
  const std::size_t count = std::min(result.runs.size(), most_drawn);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t run = k * result.runs.size() / count;
    if (result.runs[run].done) drawn.push_back(run);
  }
  const auto column = [&](const auto& number) {
    std::vector<double> numbers;
    for (const std::size_t run : drawn) numbers.push_back(number(run));
    return numbers;
  };
  record::JsonWriter json;
  json.begin_object().key("sweep").begin_object();
  json.key("model").text(result.model.description().source);
  json.key("total").integer(static_cast<std::int64_t>(result.runs.size()));
  json.key("varied").begin_array();
  for (const std::string& name : result.varied) json.text(name);
  json.end_array().key("watched").begin_array();
  for (const std::string& name : result.watched) json.text(name);
  json.end_array();
  json.key("runs").numbers(column([](std::size_t run) { return static_cast<double>(run + 1); }));
  json.key("failed").numbers(
      column([&](std::size_t run) { return result.runs[run].ok() ? 0.0 : 1.0; }));
  json.key("numbers").begin_array();
  for (std::size_t k = 0; k < result.varied.size(); ++k)
    json.numbers(column([&](std::size_t run) { return result.runs[run].varied[k]; }));
  for (std::size_t k = 0; k < result.watched.size(); ++k)
    json.numbers(column([&](std::size_t run) { return result.runs[run].watched[k]; }));
  json.end_array().key("spreads").begin_array();
  for (const WatchedSpread& one : spreads(result)) tell_spread(json, one);
  json.end_array().end_object().end_object();
  return std::move(json).finish();
}

}  // namespace

void write_page(const SweepResult& result, const std::string& path) {
  const Description& description = result.model.description();
  report::PageParts parts;
  parts.title = html_text(description.title.empty() ? description.source : description.title);
  parts.words = words_of(result);
  parts.scene = report::json_in_html(scene_of(result));
  parts.asked = "{}";
  try {
    record::replace_file(path, report::fill(report::page_template(), parts));
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
