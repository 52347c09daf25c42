// SPDX-License-Identifier: Apache-2.0
#include "cli/run_wish.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/shown.h"
#include "cli/with_error.h"
#include "cli/write_results.h"
#include "zwang/extremal.h"

namespace cli {

namespace {

using Row = std::vector<std::string>;

constexpr std::size_t most_extremals = 20, most_rates = 4, most_times = 3;

void line(const char* what, const std::string& words) { fmt::print("  {:<20}{}\n", what, words); }

std::string action_words(const zwang::ExtremalCurve& curve) {
  if (!curve.action) return "-";
  return curve.error ? with_error(*curve.action, curve.error->action)
                     : fmt::format("{:.12g}", *curve.action + 0.0);
}

std::string times_words(const zwang::ExtremalCurve& curve) {
  const auto& times = curve.conjugate_times;
  std::string text;
  for (std::size_t k = 0; k < std::min(times.size(), most_times); ++k) {
    text += fmt::format("{}{:.6g}", k ? ", " : "", times[k]);
  }
  if (times.size() > most_times) text += fmt::format(", … {} in all", times.size());
  return text.empty() ? "-" : text;
}

std::string rates_words(const zwang::Model& model, const zwang::ExtremalCurve& curve) {
  const zwang::State& state = curve.start;
  std::string text;
  for (std::size_t i = 0; i < std::min(state.v.size(), most_rates); ++i) {
    const std::string rate = curve.error ? with_error(state.v[i], curve.error->start.v[i])
                                         : fmt::format("{:.9g}", state.v[i] + 0.0);
    text += fmt::format("{}{}' {}", i ? "  " : "", model.coordinates()[i], rate);
  }
  if (state.v.size() > most_rates) text += fmt::format("  … {} in all", state.v.size());
  return text;
}

Row row_of(const zwang::Extremals& extremals, std::size_t number) {
  const zwang::ExtremalCurve& curve = extremals.summary().extremals[number];
  return {std::to_string(number + 1),
          action_words(curve),
          curve.verdict,
          curve.index ? std::to_string(*curve.index) : "-",
          times_words(curve),
          rates_words(extremals.model(), curve)};
}

// The bytes of … and ± count as one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Columns as wide as their longest entry.
void print_rows(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], width_of(row[k]));
  }
  for (const Row& row : rows) {
    std::string text = " ";
    for (std::size_t k = 0; k < row.size(); ++k)
      text += " " + row[k] + std::string(widths[k] - width_of(row[k]) + 1, ' ');
    text.resize(text.find_last_not_of(' ') + 1);
    fmt::print("{}\n", text);
  }
}

void print_unknowns(const zwang::ExtremalSummary& s) {
  for (std::size_t k = 0; k < std::min(s.extremals.size(), most_extremals); ++k) {
    const zwang::ExtremalCurve& curve = s.extremals[k];
    std::string words;
    const auto add = [&](const std::string& name, double value, const double* error) {
      words += (words.empty() ? "" : "  ") + name + " = ";
      words += error ? with_error(value, *error) : fmt::format("{:.15g}", value + 0.0);
    };
    for (std::size_t i = 0; i < curve.unknowns.size(); ++i)
      add(curve.unknowns[i].first, curve.unknowns[i].second,
          curve.error ? &curve.error->unknowns[i] : nullptr);
    for (std::size_t i = 0; i < curve.multipliers.size(); ++i)
      add("mu", curve.multipliers[i], curve.error ? &curve.error->multipliers[i] : nullptr);
    if (!words.empty()) line(k == 0 ? "found" : "", words);
  }
}

void print_errors(const zwang::ExtremalSummary& s) {
  double error = 0, position = 0, velocity = 0, dense = 0;
  for (const zwang::ExtremalCurve& curve : s.extremals) {
    error = std::max(error, curve.error_estimate);
    position = std::max(position, curve.max_position_residual);
    velocity = std::max(velocity, curve.max_velocity_residual);
    dense = std::max(dense, curve.max_dense_residual);
  }
  line("estimated error", fmt::format("{:.1e}", error));
  if (s.rows > 0) {
    line("constraint error",
         fmt::format("at most {:.1e} (position), {:.1e} (velocity); {:.1e} between mesh points",
                     position, velocity, dense));
  }
}

// A line for each extremal on standard output, and what holds for all of them.
void print_extremals(const zwang::Extremals& extremals,
                     const std::map<std::string, std::string>& files) {
  const zwang::ExtremalSummary& s = extremals.summary();
  fmt::print("{}\n", title_of(s.title, s.model));
  const std::size_t rates = extremals.model().rates().size();
  const bool plain = rates == extremals.model().coordinates().size();  // no quaternions
  line("degrees of freedom",
       freedom_words(s.freedom, counted(rates, plain ? "coordinate" : "rate"), s.rank));
  line("constraints", equations_words(s.rows, s.rank, !s.redundant.empty()));
  line("method", fmt::format("{}, tolerance {:g}, kernel {}", s.method, s.tolerance, s.kernel));
  line("mesh", fmt::format("{}, {}, {} evaluations, {:.3g} s",
                           counted(static_cast<std::size_t>(s.intervals), "interval"),
                           counted(static_cast<std::size_t>(s.iterations), "iteration"),
                           s.evaluations, s.seconds));
  std::vector<Row> rows{{"", "action", "verdict", "index", "conjugate at", "rates at the start"}};
  const std::size_t shown = std::min(s.extremals.size(), most_extremals);
  for (std::size_t k = 0; k < shown; ++k) rows.push_back(row_of(extremals, k));
  print_rows(rows);
  if (s.extremals.size() > shown) {
    fmt::print("  … and {} more in {}\n", s.extremals.size() - shown, files.at("summary"));
  }
  print_unknowns(s);
  print_errors(s);
  fmt::print("  {}\n", s.message);
  std::vector<std::string> paths;
  for (const auto& [what, path] : files) paths.push_back(path);
  if (!paths.empty()) line("written", listed(paths));
}

using Files = std::map<std::string, std::string>;

int status_of(zwang::ExtremalEnding ending) {
  switch (ending) {
    case zwang::ExtremalEnding::done:
      return 0;
    case zwang::ExtremalEnding::infeasible_end:
    case zwang::ExtremalEnding::bad_mass:
    case zwang::ExtremalEnding::degree_one:
    case zwang::ExtremalEnding::fold:
    case zwang::ExtremalEnding::conjugate_end:
    case zwang::ExtremalEnding::not_found:
      return 1;
    case zwang::ExtremalEnding::counts:
    case zwang::ExtremalEnding::natural_unknown:
      return 2;
    case zwang::ExtremalEnding::not_finite:
    case zwang::ExtremalEnding::too_fine:
    case zwang::ExtremalEnding::interrupted:
      return 3;
  }
  return 3;
}

Files write_files(const RunWish& wish, const zwang::Extremals& extremals, const std::string& keep) {
  Files files = write_results(wish, extremals, keep);
  write_text(files["summary"], zwang::to_json(extremals, files));
  return files;
}

}  // namespace

RunOutcome run_extremal(const RunWish& wish, const zwang::Model& model, const std::string& keep) {
  zwang::ExtremalOptions options = wish.extremal;
  ProgressBar bar(wish.talks());
  options.goes_on = [&](const zwang::ExtremalProgress& progress) {
    bar.show(progress);
    if (asked_to_stop()) say_heard();  // what was found is written
    return !asked_to_stop();
  };
  const zwang::Extremals extremals = zwang::find_extremals(model, options);
  bar.clear();
  const zwang::ExtremalSummary& summary = extremals.summary();
  // What failed before it found anything wrote nothing that is worth keeping.
  Files files;
  if (!summary.extremals.empty()) files = write_files(wish, extremals, keep);
  RunOutcome outcome{status_of(summary.ending), {}};
  if (wish.json) outcome.json = zwang::to_json(extremals, files);
  if (wish.talks() && !summary.extremals.empty()) print_extremals(extremals, files);
  if (outcome.status != 0 && !wish.json) {
    fmt::print(stderr, "zwang run: {}\n", summary.message);
    if (!files.empty()) fmt::print(stderr, "  extremals found so far: {}\n", files.at("csv"));
  }
  return outcome;
}

}  // namespace cli
