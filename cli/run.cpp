// SPDX-License-Identifier: Apache-2.0
// A model file to its motion, to its extremals between two ends, or to both.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/guarded.h"
#include "cli/hold.h"
#include "cli/memory.h"
#include "cli/patience.h"
#include "cli/run_wish.h"
#include "cli/settings.h"
#include "cli/stopped.h"
#include "cli/verb.h"
#include "zwang/model.h"
#include "zwang/sweep.h"
#include "zwang/words.h"

namespace cli {

namespace {

/// A folder that is there while it is needed: made if it is not, taken away again if it stays empty.
class Folder {
 public:
  explicit Folder(const std::string& path);  // throws zwang::FileTrouble
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const;

 private:
  std::filesystem::path path_;
  bool created_ = false;
};

Folder::Folder(const std::string& path) : path_(path) {
  std::error_code error;
  created_ = std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return;
  throw zwang::FileTrouble(fmt::format("--out: '{}' is not a folder and cannot be created", path));
}

Folder::~Folder() {
  std::error_code error;
  if (created_ && std::filesystem::is_empty(path_, error)) std::filesystem::remove(path_, error);
}

std::string Folder::file(const std::string& name) const {
  return (path_ == "." ? std::filesystem::path(name) : path_ / name).string();
}

/// What --only says, else what the model asks for; a model that asks for nothing is run.
struct Asked {
  bool motion, extremals;
};

Asked asked_of(const RunWish& wish, const zwang::Model& model) {
  if (!wish.only.empty()) return {wish.only == "simulate", wish.only == "extremal"};
  const bool extremals = model.description().extremal.has_value();
  return {model.description().simulate.has_value() || !extremals, extremals};
}

// An option that nothing would read is a mistake.
void check_options(const RunWish& wish, const Asked& asked) {
  const auto refuse = [](bool given, const char* option, const char* what) {
    if (given)
      throw BadOption(fmt::format("{} applies to {} only, and this run has none", option, what));
  };
  const zwang::RunOptions& run = wish.options;
  if (!asked.motion) {
    refuse(run.kernel.has_value(), "--kernel", "a motion");
    refuse(run.step.has_value(), "--step", "a motion");
    refuse(run.duration.has_value(), "--duration", "a motion");
    refuse(!run.sensitivity.empty(), "--sensitivity", "a motion");
    refuse(run.resume, "--resume", "a motion");
    refuse(wish.referee, "--referee", "a motion");
  }
  if (!asked.extremals) {
    refuse(wish.extremal.all.has_value(), "--all", "extremals");
    refuse(wish.extremal.cross_check.has_value(), "--cross-check", "extremals");
  }
}

// Tolerance and samples are for all that is asked. Where both are, a method is for the one that has
// it.
RunWish shared(RunWish wish, const Asked& asked) {
  const std::optional<std::string> method = wish.options.method;
  wish.extremal.tolerance = wish.options.tolerance;
  wish.extremal.samples = wish.options.samples;
  wish.extremal.error = wish.options.error;
  wish.extremal.method = method;
  if (asked.motion && asked.extremals && method && *method != "auto") {
    const auto all = zwang::ends_words();
    const bool between_ends = std::any_of(
        all.begin(), all.end(), [&](const zwang::EndsWord& one) { return one.word == *method; });
    (between_ends ? wish.options.method : wish.extremal.method).reset();
  }
  return wish;
}

// { "simulate": …, "extremal": … }, as deep as they are.
std::string both(const std::string& motion, const std::string& extremals) {
  const auto deeper = [](const std::string& json) {
    std::string text;
    for (const char c : json.substr(0, json.find_last_not_of('\n') + 1)) {
      text += c;
      if (c == '\n') text += "  ";
    }
    return text;
  };
  return "{\n  \"simulate\": " + deeper(motion) + ",\n  \"extremal\": " + deeper(extremals) +
         "\n}\n";
}

// Whatever it is doing, it ends soon after it is asked to.
template <class Run>
RunOutcome stoppable(const RunWish& wish, const std::string& keep, Run run) {
  const Patience patience([&](Patience::FileTime since) { return saved_since(keep, since); },
                          [&] {
                            remove_leftovers(keep);
                            say_stopped(wish, keep);
                            Hold::remove(keep);
                          });
  return run();
}

RunOutcome run_asked(const RunWish& wish, const Asked& asked, const zwang::Model& model,
                     const std::string& keep) {
  const bool apart = model.description().simulate.has_value();
  const std::string keep_extremals = apart ? keep + ".extremal" : keep;
  const auto extremals = [&] {
    return stoppable(wish, keep, [&] { return run_extremal(wish, model, keep_extremals); });
  };
  if (!asked.motion) return extremals();
  RunOutcome outcome = stoppable(wish, keep, [&] { return run_motion(wish, model, keep); });
  if (!asked.extremals || asked_to_stop()) return outcome;
  if (wish.talks()) fmt::print("\n");
  const RunOutcome second = extremals();
  outcome.status = std::max(outcome.status, second.status);
  if (wish.json) outcome.json = both(outcome.json, second.json);
  return outcome;
}

// Where the results cannot be written, their samples may have been.
RunOutcome run_kept(const RunWish& wish, const Asked& asked, const zwang::Model& model,
                    const std::string& keep) {
  try {
    return run_asked(wish, asked, model, keep);
  } catch (const zwang::WriteTrouble& trouble) {
    const std::string part = keep + ".part";
    std::error_code error;
    if (!asked.motion || !std::filesystem::exists(part, error)) throw;
    throw zwang::WriteTrouble(fmt::format("{}\n  samples are kept in {}; to continue: {}",
                                          trouble.what(), part, resuming(wish)));
  }
}

// The model at the values that one run of [sweep] has, and its start.
zwang::Model at_sample(const zwang::Model& model, long number, RunWish& wish) {
  const auto asked = zwang::asked_sweep(model);
  if (!asked) throw BadOption("--sample is for a model with [sweep], and this one has none");
  const zwang::SweepSample sample = zwang::sample_of(model, *asked, number);
  wish.options.start = sample.start;
  return model.with(sample.settings);
}

// A model that reads bob.csv is likely to be called bob.toml, and its results would replace what it reads. Whatever else
// is called so and was not written here is left alone, too.
void spare_foreign(const std::string& csv) {
  std::ifstream file(csv, std::ios::binary);
  const std::string own = "# zwang ";
  std::string first(own.size(), '\0');
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  if (file.gcount() == 0 || first == own) return;
  throw BadOption(fmt::format(
      "'{}' holds something other than results, and would be replaced\n  use --out DIR to write "
      "them elsewhere, or rename the file",
      csv));
}

int run_model(const RunWish& given) {
  zwang::Model model = load_with(given.model, given.set);
  const Asked asked = asked_of(given, model);
  check_options(given, asked);
  RunWish wish = shared(given, asked);
  std::string name =
      wish.model == "-" ? "model" : std::filesystem::path(wish.model).stem().string();
  if (wish.sample) {
    model = at_sample(model, *wish.sample, wish);
    name += "." + std::to_string(*wish.sample);
  }
  const Folder folder(wish.out);
  const std::string keep = folder.file(name);
  spare_foreign(keep + ".csv");
  const Hold hold(keep);
  for (const std::string& left : remove_leftovers(keep)) {
    if (wish.talks())
      fmt::print(stderr, "zwang run: removed {}, left by a run that was killed\n", left);
  }
  listen_to_signals();
  const RunOutcome outcome = run_kept(wish, asked, model, keep);
  listen_no_more();
  std::fwrite(outcome.json.data(), 1, outcome.json.size(), stdout);
  return outcome.status;
}

void declare_motion(CLI::App& app, RunWish& wish) {
  zwang::RunOptions& options = wish.options;
  app.add_option("--kernel", options.kernel, "solver for each instant (see zwang methods)")
      ->type_name("K");
  app.add_option("--step", options.step, "step size of fixed-step methods")->type_name("DT");
  app.add_option("--duration", options.duration, "simulated time")->type_name("T");
  app.add_option("--sensitivity", options.sensitivity,
                 "NAME,...: sensitivity of the final state, and of numbers such as max(f), to "
                 "parameters, or to "
                 "x and x' at the start")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--resume", options.resume, "resume an interrupted run");
  app.add_flag("--referee", wish.referee,
               "solve again in quadruple precision from the formulas, and compare (slow)");
  options.error = true;
  app.add_flag_callback(
      "--no-error", [&options] { options.error = false; },
      "do not estimate errors (±), which takes a second solution");
}

void declare_extremals(CLI::App& app, RunWish& wish) {
  app.add_option("--all", wish.extremal.all, "find up to N extremals, smallest action first")
      ->type_name("N");
  app.add_flag_callback(
      "--cross-check", [&wish] { wish.extremal.cross_check = true; },
      "solve for each extremal again, with multipliers");
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<RunWish>();
  zwang::RunOptions& options = wish->options;
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--out", wish->out, "folder for the results (default: the current folder)")
      ->type_name("DIR");
  app.add_option("--only", wish->only, "simulate or extremal: do only this part")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"simulate", "extremal"}));
  app.add_option("--method", options.method, "time integration method, or collocation, shooting")
      ->type_name("M");
  app.add_option("--tolerance", options.tolerance,
                 "relative tolerance (extremals: of the whole curve)")
      ->type_name("X");
  app.add_option("--samples", options.samples,
                 "number of samples, evenly spaced, both ends included")
      ->type_name("N");
  app.add_option("--sample", wish->sample,
                 "the Nth run of [sweep] alone, into NAME.N.csv and so on")
      ->type_name("N");
  declare_motion(app, *wish);
  declare_extremals(app, *wish);
  app.add_flag_callback(
      "--no-report", [wish = wish.get()] { wish->report = false; }, "do not write the web page");
  app.add_flag_callback(
      "--no-live", [wish = wish.get()] { wish->live = false; },
      "a smaller page without sliders and editor");
  add_memory_option(app);
  auto* quiet = app.add_flag("--quiet", wish->quiet, "print errors only");
  app.add_flag("--json", wish->json, "print the summary as JSON, and nothing else")
      ->excludes(quiet);
  app.footer(
      "Writes NAME.csv, NAME.h5, NAME.json and the page NAME.html into the current folder (or\n"
      "--out), replacing results of the same name; for extremals beside a motion, "
      "NAME.extremal.csv\n"
      "and so on. Open the page in any browser. Ctrl-C leaves a checkpoint for --resume.\n"
      "Exit status: 0 done, 1 constraints not met, no equilibrium or no extremal, 2 invalid "
      "input,\n"
      "3 interrupted, numerical failure, or results that cannot be written."
      "\n\nExample: zwang run pendulum.toml --set l=2 --duration 5 --out results");
  return [wish]() -> int { return guarded("run", [&] { return run_model(*wish); }); };
}

}  // namespace

const Verb run{"run", "run a model: its motion, or its extremals between two ends", declare};

}  // namespace cli
