// SPDX-License-Identifier: Apache-2.0
#pragma once
// Many runs of a model: what varies from one to the next, what is watched in each, and what they have in
// common. The same bits for any number of threads.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/run.h"

namespace zwang {

/// How one number varies from run to run.
struct Variation {
  enum class Kind : std::uint8_t {
    uniform,  // from numbers[0] to numbers[1]
    normal,   // with mean numbers[0] and deviation numbers[1]
    values    // one of these
  };
  std::string name;  // of a parameter, or of a coordinate or rate of the start: "bob.x", "bob.x'"
  Kind kind = Kind::uniform;
  std::vector<double> numbers;
};

/// One number of each run.
struct Watch {
  std::string name;
  /// "end(f)", "start(f)", "max(f)", "min(f)", "mean(f)", "rms(f)", "range(f)", "integral(f)", "when_max(f)"
  /// of a formula f; "first(e)", "last(e)", "count(e)" of an event or a contact.
  std::string formula;
  Location at = {};
};

struct Sweep {
  long runs = 0;                 // 0: as many as the scheme has
  std::string scheme = "sobol";  // grid, corners, latin, sobol, random, list
  std::uint64_t seed = 1;
  std::vector<Variation> vary;
  std::vector<Watch> watch;  // none: all observables at the end
};

/// What [sweep] of a model asks; nothing if there is none. Throws ModelError.
std::optional<Sweep> asked_sweep(const Model& model);

/// What a run of a sweep has of its own. Runs are numbered from 1.
struct SweepSample {
  Settings settings;
  std::optional<State> start;   // where a coordinate or a rate varies
  std::vector<double> numbers;  // in the order of Sweep::vary
};
/// Throws InputError: a run of this number alone, without those before.
SweepSample sample_of(const Model& model, const Sweep& sweep, long run);

struct SweepProgress {
  long done = 0, failed = 0, runs = 0;
};

struct SweepOptions {
  RunOptions run;        // of each; its start, settings, columns and keep are the sweep's
  unsigned threads = 1;  // 0: as many as the machine has
  /// Where runs are written down as they end; empty: nowhere. With `resume` those that stand there are not
  /// done again; FileTrouble if it belongs to another sweep.
  std::string journal;
  bool resume = false;
  /// Called between runs, from one thread at a time; false ends the sweep with what is done.
  std::function<bool(const SweepProgress&)> goes_on;
};

struct SweepRun {
  std::vector<double> varied, watched;  // watched: NaN where there is no such number
  std::string
      status;  // as Summary's ending, "not_met" where constraints are not, "refused" by the model
  std::string message;  // of what did not end well
  bool done = false;    // false: it was not its turn yet
  bool ok() const { return status == "ok" || status == "event"; }
};

struct SweepResult {
  Model model;
  Sweep asked;
  std::vector<std::string> varied, watched;  // names
  std::vector<SweepRun> runs;                // in their order
  bool complete() const;
};

/// Throws InputError for a sweep that cannot be, ModelError for a formula that cannot, FileTrouble.
SweepResult sweep(const Model& model, const Sweep& sweep, const SweepOptions& options = {});

/// What the runs that ended well have in common, of one watched number.
struct WatchedSpread {
  std::string name;
  std::size_t count = 0;
  double mean = 0, deviation = 0, least = 0, most = 0;
  long least_run = 0, most_run = 0;  // numbered from 1
  std::vector<double> quantiles;     // at sweep_quantiles
  std::vector<double> correlations;  // with each number that varies
};
inline constexpr double sweep_quantiles[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
std::vector<WatchedSpread> spreads(const SweepResult& result);

/// Runs that ended for the same reason.
struct SweepFailure {
  std::string status, message;  // the message of the first of them
  std::size_t count = 0;
  long first_run = 0;
};
std::vector<SweepFailure> failures(const SweepResult& result);

/// A line for each run, and a summary.
std::string to_csv(const SweepResult& result);
std::string to_json(const SweepResult& result,
                    const std::map<std::string, std::string>& files = {});

}  // namespace zwang
