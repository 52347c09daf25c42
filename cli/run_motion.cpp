// SPDX-License-Identifier: Apache-2.0
#include "cli/run_wish.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/patience.h"
#include "cli/print_verdict.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "cli/stopped.h"
#include "cli/write_results.h"
#include "zwang/run.h"

namespace cli {

namespace {

constexpr std::size_t most_coordinates = 12, most_columns = 6;

// The sensitivities of the final state, a column for each name that was asked for.
void print_sensitivities(const zwang::Trajectory& trajectory) {
  const auto& all = trajectory.summary().sensitivities;
  if (all.empty()) return;
  const auto& names = trajectory.model().coordinates();
  const std::size_t rows = std::min(names.size(), most_coordinates);
  const std::size_t columns = std::min(all.size(), most_columns);
  std::size_t width = 8;
  for (std::size_t i = 0; i < rows; ++i) width = std::max(width, names[i].size() + 2);
  for (const auto& [name, number] : all.front().numbers) width = std::max(width, name.size() + 2);
  fmt::print("  sensitivity of the final state to\n    {:{}}", "", width);
  for (std::size_t k = 0; k < columns; ++k) fmt::print("{:>17}", all[k].by);
  fmt::print("\n");
  const auto print_row = [&](const std::string& name, auto value) {
    fmt::print("    {:<{}}", name, width);
    for (std::size_t k = 0; k < columns; ++k) fmt::print("{:>17.9g}", value(all[k]) + 0.0);
    fmt::print("\n");
  };
  for (std::size_t i = 0; i < rows; ++i) {
    print_row(names[i], [i](const zwang::Sensitivity& s) { return s.q[i]; });
    print_row(names[i] + "'", [i](const zwang::Sensitivity& s) { return s.v[i]; });
  }
  const auto& numbers = all.front().numbers;
  if (!numbers.empty()) fmt::print("  sensitivity of the numbers of the run\n");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    print_row(numbers[i].first, [i](const zwang::Sensitivity& s) {
      return i < s.numbers.size() ? s.numbers[i].second : std::numeric_limits<double>::quiet_NaN();
    });
  }
  if (rows < names.size() || columns < all.size())
    fmt::print("    … all of them in the JSON file\n");
}

using Files = std::map<std::string, std::string>;

bool is_done(zwang::Ending ending) {
  return ending == zwang::Ending::done || ending == zwang::Ending::event;
}

void remove_kept(const std::string& keep) {
  for (const auto& [what, path] : kept_files(keep)) std::filesystem::remove(path);
}

// Results first, then what was needed to go on.
Files write_files(const RunWish& wish, const zwang::Trajectory& trajectory,
                  const std::string& keep) {
  Files files = write_results(wish, trajectory, keep);
  const zwang::Ending ending = trajectory.summary().ending;
  const bool done = is_done(ending);
  if (!done) files.merge(kept_files(keep));
  write_text(files["summary"], zwang::to_json(trajectory, files));
  if (done) {
    Patience::end_here();
    remove_kept(keep);
  }
  return files;
}

// A run that found no place to begin wrote nothing that is worth keeping.
RunOutcome report_no_start(const RunWish& wish, const zwang::Trajectory& trajectory,
                           const std::string& keep) {
  remove_kept(keep);
  if (wish.json) return {1, zwang::to_json(trajectory)};
  fmt::print(stderr, "zwang run: {}\n", trajectory.summary().message);
  return {1, {}};
}

bool never_began(zwang::Ending ending) {
  return ending == zwang::Ending::start_is_off || ending == zwang::Ending::start_impossible ||
         ending == zwang::Ending::no_equilibrium;
}

// Whether the model has an error that `check` tells too, besides how the run ended.
bool wrong_from_the_start(const zwang::Trajectory& trajectory) {
  std::vector<zwang::Finding> findings = zwang::findings(trajectory);
  std::erase_if(findings, [&](const zwang::Finding& finding) {
    return finding.code == zwang::name(trajectory.summary().ending);
  });
  return zwang::has_error(findings);
}

RunOutcome report(const RunWish& wish, const zwang::Trajectory& trajectory,
                  const std::string& keep) {
  const zwang::Ending ending = trajectory.summary().ending;
  if (never_began(ending)) return report_no_start(wish, trajectory, keep);
  const bool stopped = ending == zwang::Ending::interrupted;
  const Files files = stopped ? kept_files(keep) : write_files(wish, trajectory, keep);
  RunOutcome outcome;
  if (wish.json) outcome.json = zwang::to_json(trajectory, files);
  if (wish.talks() && !stopped) {
    print_summary(trajectory, files);
    print_sensitivities(trajectory);
  }
  if (stopped && !wish.json) say_stopped(wish, keep);
  if (is_done(ending)) {
    outcome.status = wrong_from_the_start(trajectory) ? 1 : 0;  // as `check` and `instant` have it
    return outcome;
  }
  if (!stopped && !wish.json) {
    fmt::print(stderr, "zwang run: {}\n  results up to this point: {}\n",
               trajectory.summary().message, files.at("csv"));
  }
  outcome.status = stopped || !wrong_from_the_start(trajectory) ? 3 : 1;
  return outcome;
}

// What a reader should know before the numbers; how it ended is told behind them.
void print_findings(const zwang::Trajectory& trajectory) {
  for (const zwang::Finding& finding : zwang::findings(trajectory)) {
    if (finding.code == zwang::name(trajectory.summary().ending)) continue;
    fmt::print("  {}: {}\n", finding.severity, finding.text);
    if (!finding.hint.empty()) fmt::print("    hint: {}\n", finding.hint);
  }
}

}  // namespace

RunOutcome run_motion(const RunWish& wish, const zwang::Model& model, const std::string& keep) {
  zwang::RunOptions options = wish.options;
  options.keep = keep;
  if (wish.referee) {
    const std::string refused = zwang::referee_refuses(model);
    if (!refused.empty()) throw BadOption(refused);
  }
  ProgressBar bar(wish.talks());
  long steps = 0;
  options.goes_on = [&](const zwang::Progress& progress) {
    bar.show(progress);
    // Steps are counted anew in the second run, for errors, of which nothing is saved.
    const bool is_first = progress.steps >= steps;
    if (is_first) steps = progress.steps;
    if (asked_to_stop() && is_first) say_heard();
    return !asked_to_stop();
  };
  const zwang::Trajectory trajectory = zwang::run(model, options);
  bar.clear();
  const zwang::Ending ending = trajectory.summary().ending;
  const bool has_results = !never_began(ending) && ending != zwang::Ending::interrupted;
  if (wish.talks() && has_results) print_findings(trajectory);
  RunOutcome outcome = report(wish, trajectory, keep);
  if (wish.referee && is_done(ending)) {
    const zwang::Referee verdict = zwang::ask_referee(trajectory, [] { return !asked_to_stop(); });
    write_text(keep + ".referee.json", zwang::to_json(verdict));
    if (wish.talks()) print_verdict(trajectory, verdict, keep + ".referee.json");
    if (!verdict.problem.empty()) outcome.status = 3;
  }
  return outcome;
}

}  // namespace cli
