// SPDX-License-Identifier: Apache-2.0
// A motion from a model file to CSV, HDF5 and JSON.

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/sensitivity_table.h"
#include "cli/settings.h"
#include "cli/signals.h"
#include "cli/verb.h"
#include "zwang/run.h"

namespace cli {

namespace {

struct Wish {
  std::string model, out = ".";
  std::vector<std::string> set;
  zwang::RunOptions options;
  bool quiet = false, json = false;
};

using Files = std::map<std::string, std::string>;

/// A folder that is there while it is needed: made if it is not, taken away again if it stays empty.
class Folder {
 public:
  explicit Folder(const std::string& path) : path_(path) {
    std::error_code error;
    created_ = std::filesystem::create_directories(path, error);
    if (!error && std::filesystem::is_directory(path, error)) return;
    throw zwang::FileTrouble(fmt::format("--out: '{}' is not a folder and cannot be made", path));
  }
  ~Folder() {
    std::error_code error;
    if (created_ && std::filesystem::is_empty(path_, error)) std::filesystem::remove(path_, error);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const {
    return (path_ == "." ? std::filesystem::path(name) : path_ / name).string();
  }

 private:
  std::filesystem::path path_;
  bool created_ = false;
};

Files kept_files(const std::string& keep) {
  Files files;
  for (const char* what : {"part", "checkpoint"}) {
    if (std::filesystem::exists(keep + "." + what)) files[what] = keep + "." + what;
  }
  return files;
}

void remove_kept(const std::string& keep) {
  for (const auto& [what, path] : kept_files(keep)) std::filesystem::remove(path);
}

// Results first, then what was needed to go on.
Files write_files(const zwang::Trajectory& trajectory, const std::string& keep) {
  Files files{{"csv", keep + ".csv"}, {"record", keep + ".h5"}, {"summary", keep + ".json"}};
  zwang::write_csv(trajectory, files["csv"]);
  zwang::write_hdf5(trajectory, files["record"]);
  const bool done = trajectory.summary().ending == zwang::Ending::done;
  if (!done) files.merge(kept_files(keep));
  write_text(files["summary"], zwang::to_json(trajectory, files));
  if (done) remove_kept(keep);
  return files;
}

// As a shell takes it for one word.
std::string quoted(const std::string& word) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

// The command that continues this one: another method or duration would be another run.
std::string resuming(const Wish& wish) {
  std::string command = "zwang run " + quoted(wish.model);
  const auto add = [&](const char* option, const auto& value) {
    if (value) command += fmt::format(" {} {}", option, quoted(fmt::format("{}", *value)));
  };
  for (const std::string& set : wish.set) command += " --set " + quoted(set);
  if (wish.out != ".") command += " --out " + quoted(wish.out);
  add("--method", wish.options.method);
  add("--kernel", wish.options.kernel);
  add("--tolerance", wish.options.tolerance);
  add("--step", wish.options.step);
  add("--duration", wish.options.duration);
  add("--samples", wish.options.samples);
  if (!wish.options.sensitivity.empty()) {
    command +=
        " --sensitivity " + quoted(fmt::format("{}", fmt::join(wish.options.sensitivity, ",")));
  }
  return command + " --resume";
}

void say_how_to_resume(const Wish& wish, const Files& files) {
  if (wish.quiet || wish.json) return;
  if (!files.contains("checkpoint")) {
    fmt::print(stderr, "zwang run: stopped before there was anything to resume\n");
    return;
  }
  fmt::print(stderr, "zwang run: stopped; the run is kept in {}\n  to go on: {}\n",
             files.at("checkpoint"), resuming(wish));
}

// A run that found no place to begin wrote nothing that is worth keeping.
int report_no_start(const Wish& wish, const zwang::Trajectory& trajectory,
                    const std::string& keep) {
  remove_kept(keep);
  if (wish.json) {
    const std::string json = zwang::to_json(trajectory);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else {
    fmt::print(stderr, "zwang run: {}\n", trajectory.summary().message);
  }
  return trajectory.summary().ending == zwang::Ending::no_equilibrium ? 1 : 2;
}

bool never_began(zwang::Ending ending) {
  return ending == zwang::Ending::start_is_off || ending == zwang::Ending::start_impossible ||
         ending == zwang::Ending::no_equilibrium;
}

int report(const Wish& wish, const zwang::Trajectory& trajectory, const std::string& keep) {
  if (never_began(trajectory.summary().ending)) return report_no_start(wish, trajectory, keep);
  const bool stopped = trajectory.summary().ending == zwang::Ending::interrupted;
  const Files files = stopped ? kept_files(keep) : write_files(trajectory, keep);
  if (wish.json) {
    const std::string json = zwang::to_json(trajectory, files);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else if (!wish.quiet && !stopped) {
    print_summary(trajectory, files);
    print_sensitivities(trajectory);
  }
  if (stopped) say_how_to_resume(wish, files);
  const zwang::Ending ending = trajectory.summary().ending;
  if (ending == zwang::Ending::done || ending == zwang::Ending::event) return 0;
  if (!stopped && !wish.json) {
    fmt::print(stderr, "zwang run: {}\n  what was computed is in {}\n",
               trajectory.summary().message, files.at("csv"));
  }
  return 3;
}

// What a reader should know before the numbers; the rest is for `check`.
void print_findings(const zwang::Model& model) {
  for (const zwang::Finding& finding : zwang::findings_for_run(model)) {
    fmt::print("  {}: {}\n", finding.severity, finding.text);
    if (!finding.hint.empty()) fmt::print("    hint: {}\n", finding.hint);
  }
}

int run_model(const Wish& wish) {
  const zwang::Model model = zwang::load_model(wish.model, read_settings(wish.set));
  const Folder folder(wish.out);
  const std::string keep = folder.file(std::filesystem::path(wish.model).stem().string());
  zwang::RunOptions options = wish.options;
  options.keep = keep;
  ProgressBar bar(!wish.quiet && !wish.json);
  options.goes_on = [&](const zwang::Progress& progress) {
    bar.show(progress);
    return !asked_to_stop();
  };
  listen_to_signals();
  const zwang::Trajectory trajectory = zwang::run(model, options);
  bar.clear();
  if (!wish.quiet && !wish.json && !never_began(trajectory.summary().ending)) {
    print_findings(model);
  }
  return report(wish, trajectory, keep);
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  zwang::RunOptions& options = wish->options;
  app.add_option("MODEL", wish->model, "model file")->required();
  app.add_option("--set", wish->set, "NAME=VALUE: another value of a parameter")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--out", wish->out, "folder for the results")->type_name("DIR");
  app.add_option("--method", options.method, "method of integration")->type_name("M");
  app.add_option("--kernel", options.kernel, "how each instant is solved")->type_name("K");
  app.add_option("--tolerance", options.tolerance, "relative local error")->type_name("X");
  app.add_option("--step", options.step, "step of a method with a fixed one")->type_name("DT");
  app.add_option("--duration", options.duration, "simulated time")->type_name("T");
  app.add_option("--samples", options.samples, "samples, evenly spaced, both ends included")
      ->type_name("N");
  app.add_option("--sensitivity", options.sensitivity,
                 "NAME,...: derivatives of the end by parameters, and by x or x' of the start")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--resume", options.resume, "go on with the run that was stopped there");
  auto* quiet = app.add_flag("--quiet", wish->quiet, "print errors only");
  app.add_flag("--json", wish->json, "print the summary as JSON, and nothing else")
      ->excludes(quiet);
  app.footer(
      "Writes NAME.csv, NAME.h5 and NAME.json. Ctrl-C leaves a checkpoint for --resume.\n"
      "Exit status: 0 done, 1 no equilibrium, 2 bad input, 3 stopped or bad numbers.\n\n"
      "Example: zwang run pendulum.toml --set l=2 --duration 5 --out results");
  return [wish]() -> int { return guarded("run", [&] { return run_model(*wish); }); };
}

}  // namespace

const Verb run{"run", "run a model and write its motion, forces and energies", declare};

}  // namespace cli
