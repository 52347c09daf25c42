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
#include <utility>
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
  std::string scheme = "sobol";  // grid, corners, latin, sobol, random, list, saltelli,
                                 // tolerances
  std::uint64_t seed = 1;
  std::vector<Variation> vary;
  std::vector<Watch> watch;  // none: all observables at the end
  /// What a run may take; 0: any. Steps are counted, so that their limit is the same everywhere; seconds are not.
  double time_limit = 0;
  long step_limit = 0;
};

/// What [sweep] of a model asks; nothing if there is none. Throws ModelError.
std::optional<Sweep> asked_sweep(const Model& model);

/// How many runs it has. Throws InputError for a sweep that cannot be.
long runs_of(const Model& model, const Sweep& sweep);

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

/// How a run ended that is not to be done: "crashed", "time_limit".
struct SweepEnd {
  long run = 0;
  std::string status, message;
};

struct SweepOptions {
  RunOptions run;        // of each; its start, settings, columns and keep are the sweep's
  unsigned threads = 1;  // 0: as many as the machine has
  /// Where runs are written down as they end; empty: nowhere. With `resume` those that stand there are not
  /// done again; FileTrouble if it belongs to another sweep.
  std::string journal;
  bool resume = false;
  /// Journals of others that work on the same sweep: what stands there is not done again.
  std::vector<std::string> others;
  std::vector<long> only;       // do these runs and no others; empty: all
  std::vector<SweepEnd> known;  // written down and not done
  /// Who works together takes runs by turns: the first and the last of the next that nobody has; {1, 0} when there
  /// are none left. Without it all are ours.
  std::function<std::pair<long, long>()> claim;
  /// Called by a thread (from 0) before each run, also before each of those side by side; with 0 when all have ended.
  std::function<void(unsigned thread, long run)> begins;
  /// Called between runs, from one thread at a time; false ends the sweep with what is done.
  std::function<bool(const SweepProgress&)> goes_on;
  /// Asked within runs too, from every thread; true ends the sweep with what is done.
  std::function<bool()> stops;
};

struct SweepRun {
  std::vector<double> varied, watched;  // watched: NaN where there is no such number
  /// As Summary's ending, "not_met" where constraints are not, "refused" by the model, "time_limit", "step_limit".
  std::string status;
  std::string message;  // of what did not end well
  bool done = false;    // false: it was not its turn yet
  bool ok() const { return status == "ok" || status == "event"; }
};

struct SweepResult {
  Model model;
  Sweep asked;
  std::vector<std::string> varied, watched;  // names
  std::vector<SweepRun> runs;                // in their order
  std::vector<std::string> units = {};       // of what varies, then of what is watched; empty: none
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
  double from = 0, to = 0;           // of the histogram: as many equal parts as there are counts
  std::vector<std::size_t> histogram;
  /// Of scheme "saltelli", for each number that varies: which share of the variance it causes alone (first), and
  /// together with others (total), with standard errors. Sobol' indices.
  struct Index {
    double first = 0, total = 0, first_error = 0, total_error = 0;
  };
  std::vector<Index> indices;
  /// Of scheme "tolerances". Mean, deviation, quantiles, histogram and correlations are then of the runs between
  /// the ends, least and most of all runs.
  struct Tolerance {
    double nominal = 0;  // with every number in the middle
    std::vector<double>
        changes;  // by each number that varies: half of what it does from one end to the other
    double linear_worst = 0;     // the sum of their sizes: the worst case, if the answer is linear
    double linear_spread = 0;    // the root of the sum of their squares
    double least = 0, most = 0;  // of the corners; NaN where there are more than 1024
    long least_run = 0, most_run = 0;
  };
  std::optional<Tolerance> tolerance;
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

/// The same as HDF5: columns run, status, what varies and what is watched; statuses are numbers into the text
/// "statuses". Throws FileTrouble.
void write_hdf5(const SweepResult& result, const std::string& path);

/// A page of them: tables and charts in one HTML file that needs no network. Throws FileTrouble.
void write_page(const SweepResult& result, const std::string& path);

/// A line for each run, and a summary.
std::string to_csv(const SweepResult& result);
std::string to_json(const SweepResult& result,
                    const std::map<std::string, std::string>& files = {});

}  // namespace zwang
