// SPDX-License-Identifier: Apache-2.0
// Many runs of a model: what varies is in [sweep] or in --vary.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/crew.h"
#include "cli/guarded.h"
#include "cli/hold.h"
#include "cli/output.h"
#include "cli/ranks.h"
#include "cli/settings.h"
#include "cli/verb.h"
#include "zwang/sweep.h"
#include "zwang/units.h"

namespace cli {

namespace {

struct SweepWish {
  std::string model, out = ".";
  std::vector<std::string> set, vary, watch;
  std::optional<std::string> scheme;
  std::optional<long> runs;
  std::optional<std::uint64_t> seed;
  std::optional<double> time_limit;
  std::optional<long> step_limit;
  zwang::SweepOptions options;
  bool quiet = false, json = false, report = true;
};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(at, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::pair<std::string, std::string> name_and_rest(const char* option, const std::string& text,
                                                  const char* form) {
  const std::size_t equal = text.find('=');
  if (equal == std::string::npos || equal == 0 || equal + 1 == text.size())
    throw BadOption(fmt::format("{}: '{}' is not {}", option, text, form));
  return {text.substr(0, equal), text.substr(equal + 1)};
}

// l=1:2:50 evenly, l=1:2 anywhere between, l=1,1.5,2 these.
zwang::Variation read_variation(const zwang::Model& model, const std::string& text) {
  const auto [name, rest] =
      name_and_rest("--vary", text, "NAME=FROM:TO:COUNT, NAME=FROM:TO or NAME=A,B,C");
  zwang::Variation result{name, zwang::Variation::Kind::values, {}};
  const std::string what = "--vary " + name;
  if (rest.find(':') == std::string::npos) {
    for (const std::string& part : split(rest, ','))
      result.numbers.push_back(read_quantity_of(model, what, name, part));
    return result;
  }
  const std::vector<std::string> parts = split(rest, ':');
  if (parts.size() > 3) throw BadOption(fmt::format("{}: '{}' is not FROM:TO:COUNT", what, rest));
  const double from = read_quantity_of(model, what, name, parts[0]),
               to = read_quantity_of(model, what, name, parts[1]);
  if (parts.size() == 2) return {name, zwang::Variation::Kind::uniform, {from, to}};
  const double count = read_number(what, parts[2]);
  if (!(count >= 1 && count <= 1e7 && count == static_cast<double>(static_cast<long>(count))))
    throw BadOption(fmt::format("{}: '{}' is not a number of values", what, parts[2]));
  for (double k = 0; k < count; ++k)
    result.numbers.push_back(
        k + 1 == count && count > 1 ? to : from + (to - from) * k / std::max(count - 1, 1.0));
  return result;
}

// What the command line says replaces what the table says of the same.
zwang::Sweep sweep_of(const SweepWish& wish, const zwang::Model& model) {
  std::optional<zwang::Sweep> asked = zwang::asked_sweep(model);
  if (!asked && wish.vary.empty())
    throw BadOption(
        "the model has no [sweep], and no parameter has plus_minus: say what varies, --vary "
        "\"l=1:2:50\"");
  zwang::Sweep sweep = asked.value_or(zwang::Sweep{});
  if (!wish.vary.empty()) {
    sweep.vary.clear();
    for (const std::string& text : wish.vary) sweep.vary.push_back(read_variation(model, text));
    const bool values = std::all_of(sweep.vary.begin(), sweep.vary.end(), [](const auto& one) {
      return one.kind == zwang::Variation::Kind::values;
    });
    sweep.scheme = values ? "grid" : "sobol";
    if (values) sweep.runs = 0;
  }
  if (!wish.watch.empty()) sweep.watch.clear();
  for (const std::string& text : wish.watch) {
    const auto [name, formula] = name_and_rest("--watch", text, "NAME=FORMULA");
    sweep.watch.push_back({name, formula, {}});
  }
  if (wish.scheme) sweep.scheme = *wish.scheme;
  if (wish.runs) sweep.runs = *wish.runs;
  if (wish.seed) sweep.seed = *wish.seed;
  if (wish.time_limit) sweep.time_limit = *wish.time_limit;
  if (wish.step_limit) sweep.step_limit = *wish.step_limit;
  if (sweep.runs == 0 && (sweep.scheme == "sobol" || sweep.scheme == "latin" ||
                          sweep.scheme == "random" || sweep.scheme == "saltelli"))
    throw BadOption("say how many runs: --runs 1000");
  return sweep;
}

/// How far it is, on one line of standard error, if that is a terminal.
class Line {
 public:
  explicit Line(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) != 0) {}
  ~Line() {
    if (shown_) fmt::print(stderr, "\r\x1b[K");
  }
  void show(const zwang::SweepProgress& progress) {
    const auto now = Clock::now();
    if (first_ < 0) first_ = progress.done - 1;
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const double rate = static_cast<double>(progress.done - first_) / seconds;
    fmt::print(stderr, "\r{} of {} runs, {} failed, {:.3g} runs/s, {:.0f} s left\x1b[K",
               progress.done, progress.runs, progress.failed, rate,
               static_cast<double>(progress.runs - progress.done) / rate);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  long first_ = -1;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

// Statistics of a few runs tell less than the runs.
constexpr std::size_t most_runs_shown = 20;

void print_cells(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line = "  ";
  for (std::size_t k = 0; k < cells.size(); ++k) line += fmt::format("{:>{}}", cells[k], widths[k]);
  fmt::print("{}\n", line);
}

// A line for each run: what varies, and what it gave.
void print_runs(const zwang::SweepResult& result) {
  std::vector<std::string> names = result.varied;
  names.insert(names.end(), result.watched.begin(), result.watched.end());
  std::vector<std::string> heading{"run"}, units{""};
  std::vector<double> factors;
  std::vector<std::size_t> widths{3};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::string& name = names[k];
    const zwang::ShownUnitOf in = result.units.empty()
                                      ? zwang::ShownUnitOf{}
                                      : zwang::shown_in(result.model, result.units[k]);
    heading.push_back(name);
    units.push_back(in.unit);
    factors.push_back(in.factor);
    widths.push_back(std::max(name.size() + 2, std::size_t{14}));
  }
  print_cells(heading, widths);
  if (std::any_of(units.begin(), units.end(), [](const auto& unit) { return !unit.empty(); }))
    print_cells(units, widths);
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    std::vector<double> numbers = result.runs[run].varied;
    const std::vector<double>& watched = result.runs[run].watched;
    numbers.insert(numbers.end(), watched.begin(), watched.end());
    std::vector<std::string> cells{std::to_string(run + 1)};
    for (std::size_t k = 0; k < numbers.size(); ++k)
      cells.push_back(std::isnan(numbers[k]) ? "–"
                                             : fmt::format("{:.8g}", factors[k] * numbers[k]));
    print_cells(cells, widths);
  }
}

void print_tolerance(const zwang::SweepResult& result,
                     const zwang::WatchedSpread::Tolerance& tolerance) {
  fmt::print("    nominal {:.9g}; worst case {:.9g} … {:.9g} (corners, runs {} and {})\n",
             tolerance.nominal, tolerance.least, tolerance.most, tolerance.least_run,
             tolerance.most_run);
  fmt::print("    by sensitivities ± {:.6g}, likely ± {:.6g}:", tolerance.linear_worst,
             tolerance.linear_spread);
  for (std::size_t k = 0; k < tolerance.changes.size(); ++k)
    fmt::print("{} {} {:+.6g}", k > 0 ? "," : "", result.varied[k], tolerance.changes[k]);
  fmt::print("\n");
}

void print_result(const zwang::SweepResult& result,
                  const std::map<std::string, std::string>& files) {
  std::size_t failed = 0;
  for (const auto& run : result.runs) failed += run.ok() ? 0 : 1;
  fmt::print("{} of {}, {} failed\n", counted(result.runs.size(), "run"),
             result.model.description().source, failed);
  const bool few = result.runs.size() <= most_runs_shown;
  if (few) print_runs(result);
  std::size_t next = result.varied.size();
  for (const zwang::WatchedSpread& one : zwang::spreads(result)) {
    if (few) break;
    const std::string unit = result.units.empty() ? "" : result.units[next++];
    fmt::print("  {}{}\n", one.name, unit.empty() ? "" : ", in " + unit);
    if (one.count == 0) {
      fmt::print("    no run has this number\n");
      continue;
    }
    fmt::print("    mean {:.9g}, deviation {:.6g}", one.mean, one.deviation);
    if (one.count < result.runs.size()) fmt::print(" (of {} runs)", one.count);
    fmt::print("\n    5 % {:.6g}, median {:.6g}, 95 % {:.6g}\n", one.quantiles[1], one.quantiles[3],
               one.quantiles[5]);
    fmt::print("    least {:.9g} in run {}, most {:.9g} in run {}\n", one.least, one.least_run,
               one.most, one.most_run);
    if (one.tolerance) print_tolerance(result, *one.tolerance);
    for (std::size_t k = 0; k < one.indices.size(); ++k) {
      fmt::print("    part of the variance due to {}: {:.3f} alone, {:.3f} with others\n",
                 result.varied[k], one.indices[k].first, one.indices[k].total);
    }
  }
  for (const zwang::SweepFailure& one : zwang::failures(result)) {
    fmt::print("  {}: {}, the first is run {}\n    {}\n", one.status, counted(one.count, "run"),
               one.first_run, one.message);
  }
  for (const auto& [what, path] : files) fmt::print("  {}\n", path);
}

/// NAME.sweep, where results of that name go.
std::string name_of_results(const SweepWish& wish) {
  const std::string stem =
      (wish.model == "-" ? "model" : std::filesystem::path(wish.model).stem().string()) + ".sweep";
  std::error_code error;
  std::filesystem::create_directories(wish.out, error);
  if (!std::filesystem::is_directory(wish.out, error))
    throw zwang::FileTrouble(
        fmt::format("--out: '{}' is not a folder and cannot be created", wish.out));
  return wish.out == "." ? stem : (std::filesystem::path(wish.out) / stem).string();
}

// Runs of this program, or of this rank of several.
Swept do_runs(const SweepWish& wish, const zwang::Model& model, const zwang::Sweep& asked,
              Ranks& ranks, const std::function<void()>& in_child) {
  zwang::SweepOptions options = wish.options;
  options.journal = ranks.journal();
  const long runs = zwang::runs_of(model, asked);
  if (!ranks.begin(runs, options.resume)) {
    fmt::print(stderr, "zwang sweep: rank 0 has ended before this rank began, or has not begun\n");
    return {std::nullopt, 0};
  }
  if (options.resume || !ranks.alone()) options.others = ranks.others();
  if (!ranks.alone()) options.claim = [&ranks] { return ranks.claim(); };
  Line line(!wish.quiet && !wish.json && ranks.leads());
  options.goes_on = [&](const zwang::SweepProgress& progress) {
    line.show(progress);
    return true;
  };
  options.stops = asked_to_stop;
  Swept swept = sweep_apart(model, asked, options, in_child);
  if (!ranks.leads()) ranks.say_done();
  if (ranks.alone() || !ranks.leads() || !swept.result) return swept;
  // What others did; and what they had begun and not ended is done here.
  if (!ranks.wait_for_others()) return {std::nullopt, 3};
  options.claim = nullptr;
  options.resume = true;
  options.others = ranks.others();
  return sweep_apart(model, asked, options, in_child);
}

int write_results(const SweepWish& wish, const zwang::SweepResult& result,
                  const std::string& name) {
  std::map<std::string, std::string> files{
      {"csv", name + ".csv"}, {"hdf5", name + ".h5"}, {"summary", name + ".json"}};
  if (wish.report) files["page"] = name + ".html";
  write_text(files["csv"], zwang::to_csv(result));
  zwang::write_hdf5(result, files["hdf5"]);
  if (wish.report) zwang::write_page(result, files["page"]);
  const std::string json = zwang::to_json(result, files);
  write_text(files["summary"], json);
  if (wish.json) fmt::print("{}", json);
  if (!wish.json && !wish.quiet) print_result(result, files);
  const bool any = std::any_of(result.runs.begin(), result.runs.end(),
                               [](const zwang::SweepRun& run) { return !run.ok(); });
  return any ? 1 : 0;
}

int sweep_model(const SweepWish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  const zwang::Sweep asked = sweep_of(wish, model);
  const std::string name = name_of_results(wish);
  Ranks ranks(rank_of_environment(), name);
  std::optional<Hold> hold;
  if (ranks.leads()) hold.emplace(name);
  listen_to_signals();
  const Swept swept = do_runs(wish, model, asked, ranks, [&hold] {
    if (hold) hold->let_go_in_child();
  });
  if (!swept.result && swept.status != 3) {
    // What nothing was done for is not to be continued.
    std::error_code error;
    if (swept.status == 2 && !wish.options.resume) std::filesystem::remove(ranks.journal(), error);
    return swept.status;
  }
  if (!swept.result || (ranks.leads() && !swept.result->complete())) {
    fmt::print(stderr,
               "zwang sweep: interrupted; what is done is kept in {}\n  to resume: the same "
               "command with --resume\n",
               ranks.journal());
    return 3;
  }
  if (!ranks.leads()) return 0;
  const int status = write_results(wish, *swept.result, name);
  ranks.remove_journals();
  return status;
}

void declare_runs(CLI::App& app, zwang::RunOptions& run) {
  app.add_option("--method", run.method, "time integration method")->type_name("M");
  app.add_option("--tolerance", run.tolerance, "relative tolerance")->type_name("X");
  app.add_option("--step", run.step, "step size of fixed-step methods")->type_name("DT");
  app.add_option("--duration", run.duration, "simulated time")->type_name("T");
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<SweepWish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_option("--vary", wish->vary,
                 "what varies: l=1:2:50 evenly, l=1:2 between, l=1,1.5,2 these values")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  app.add_option("--watch", wish->watch, "a number of each run: far=max(bob.x)")
      ->type_name("NAME=FORMULA")
      ->allow_extra_args(false);
  app.add_option("--runs", wish->runs, "how many")->type_name("N");
  app.add_option("--scheme", wish->scheme, "how values are chosen")
      ->type_name("S")
      ->check(CLI::IsMember(
          {"grid", "corners", "latin", "sobol", "random", "list", "saltelli", "tolerances"}));
  app.add_option("--seed", wish->seed, "other seeds give other values")->type_name("N");
  app.add_option("--threads", wish->options.threads, "runs at the same time; 0: as many as cores")
      ->type_name("K");
  app.add_flag("--resume", wish->options.resume, "continue an interrupted sweep");
  app.add_option("--time-limit", wish->time_limit, "seconds after which a run is given up")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  app.add_option("--step-limit", wish->step_limit, "steps after which a run is given up")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--out", wish->out, "folder for the results (default: the current folder)")
      ->type_name("DIR");
  declare_runs(app, wish->options.run);
  app.add_flag_callback(
      "--no-report", [wish = wish.get()] { wish->report = false; }, "do not write the web page");
  auto* quiet = app.add_flag("--quiet", wish->quiet, "print errors only");
  app.add_flag("--json", wish->json, "print the summary as JSON, and nothing else")
      ->excludes(quiet);
  app.footer(
      "Writes NAME.sweep.csv and NAME.sweep.h5, a line for each run, NAME.sweep.json and the page\n"
      "NAME.sweep.html. One run alone: zwang run MODEL --sample N. On several processes:\n"
      "mpirun -n 4 zwang sweep MODEL. Exit status: 0 all runs ended well, 1 some did not,\n"
      "2 invalid input, 3 interrupted."
      "\n\nExample: zwang sweep pendulum.toml --vary \"l=1:2:50\" --threads 4");
  return [wish]() -> int { return guarded("sweep", [&] { return sweep_model(*wish); }); };
}

}  // namespace

const Verb sweep{"sweep", "run a model many times with other values", declare};

}  // namespace cli
