// SPDX-License-Identifier: Apache-2.0
// Runs by demand: each thread takes the next number that nobody has. What a run gives depends on its number
// alone, and results stand in the order of the numbers.

#include "zwang/sweep.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <thread>

#include "api/observing.h"
#include "api/run/lanes.h"
#include "base/number.h"
#include "ensemble/journal.h"
#include "model/model_parts.h"
#include "questions/sweep/question.h"
#include "record/identity.h"
#include "zwang/units.h"
#include "zwang/version.h"

namespace zwang {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The model with what is watched among what it observes.
Model watching(const Model& model, const std::vector<Watch>& watches) {
  std::vector<Observable> more;
  for (const Watch& watch : watches) {
    if (watch.formula.empty()) continue;
    Observable one;
    one.name = Name("watch(" + watch.name + ")", watch.at);
    one.formula = Expression(watch.formula, watch.at);
    more.push_back(std::move(one));
  }
  return more.empty() ? model : observing(model, std::move(more));
}

/// What one run may take.
class Limits {
 public:
  explicit Limits(const Sweep& asked) : asked_(asked) {}

  bool allow(const Progress& now) {
    steps_ = asked_.step_limit > 0 && now.steps >= asked_.step_limit;
    time_ = asked_.time_limit > 0 &&
            std::chrono::duration<double>(Clock::now() - begin_).count() > asked_.time_limit;
    return !reached();
  }
  bool reached() const { return steps_ || time_; }

  void tell(SweepRun& run) const {
    run.status = steps_ ? "step_limit" : "time_limit";
    run.message = steps_
                      ? "the run did not end within " + std::to_string(asked_.step_limit) + " steps"
                      : "the run took longer than " + number_text(asked_.time_limit) + " s";
    std::fill(run.watched.begin(), run.watched.end(), nan);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const Sweep& asked_;
  Clock::time_point begin_ = Clock::now();
  bool steps_ = false, time_ = false;
};

/// What is asked of each run, and how it is answered.
class Runner {
 public:
  Runner(const Model& model, const Sweep& sweep, const SweepOptions& options)
      : asked_(sweep),
        plan_(plan_of(model, sweep)),
        watches_(watches_of(model, sweep)),
        model_(watching(model, watches_)),
        options_(options.run) {
    options_.keep.clear();
    options_.resume = false;
    options_.columns = std::vector<std::string>();  // no samples: what is watched needs none
  }

  const ensemble::Plan& plan() const { return plan_; }
  std::vector<std::string> watched() const {
    std::vector<std::string> names;
    for (const Watch& one : watches_) names.push_back(one.name);
    return names;
  }

  /// In the SI, of what varies and of what is watched; none in a model without units.
  std::vector<std::string> units(const std::vector<std::string>& varied) const {
    std::vector<std::string> all;
    for (const std::string& name : varied) all.push_back(unit_of(model_, name));
    for (const Watch& one : watches_)
      all.push_back(unit_of(model_, one.formula.empty() ? one.name : "watch(" + one.name + ")"));
    const bool any = std::any_of(all.begin(), all.end(), [](const auto& x) { return !x.empty(); });
    return any ? all : std::vector<std::string>();
  }

  /// A number for all that decides what runs give.
  std::uint64_t identity(const Model& model) const {
    std::string text = std::string(version()) + '|' + std::string(instruction_set()) + '|';
    char number[40];
    const auto add = [&](double x) {
      std::snprintf(number, sizeof number, "%a,", x);
      text += number;
    };
    text += std::to_string(model.parts().fingerprint) + '|';
    for (const double x : model.parameter_values()) add(x);
    text += std::to_string(plan_.runs) + asked_.scheme + std::to_string(plan_.seed) + '|';
    for (const Variation& one : asked_.vary) {
      text += one.name + std::to_string(static_cast<int>(one.kind));
      for (const double x : one.numbers) add(x);
    }
    for (const Watch& one : watches_) text += one.name + '=' + one.formula + '|';
    for (const auto& x : {options_.duration, options_.tolerance, options_.absolute, options_.step,
                          options_.every}) {
      add(x.value_or(nan));
    }
    add(asked_.time_limit);
    text += std::to_string(asked_.step_limit) + '|';
    text += options_.method.value_or("-") + options_.kernel.value_or("-");
    text += std::to_string(options_.samples.value_or(0)) +
            (options_.every_step.value_or(false) ? "steps" : "");
    return record::fingerprint(text);
  }

  /// Where runs go side by side; null: one after the other.
  std::unique_ptr<RunLanes> lanes() const {
    const bool limited = asked_.step_limit > 0 || asked_.time_limit > 0;
    return limited ? nullptr : RunLanes::of(model_, options_);
  }

  /// Of each of these numbers its run, or nothing where it must be made alone.
  std::vector<std::optional<SweepRun>> run(RunLanes& lanes, std::span<const long> numbers,
                                           const std::function<bool()>& goes_on) const {
    std::vector<LaneRun> runs;
    std::vector<std::size_t> of;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      try {
        runs.push_back(asked(numbers[k]));
        of.push_back(k);
      } catch (const ModelError&) {  // the lone run says so
      }
    }
    std::vector<std::optional<Trajectory>> ended = lanes.run(runs, goes_on);
    std::vector<std::optional<SweepRun>> results(numbers.size());
    for (std::size_t i = 0; i < ended.size(); ++i) {
      if (!ended[i]) continue;
      results[of[i]] = blank(numbers[of[i]]);
      take(*ended[i], *results[of[i]]);
    }
    return results;
  }

  SweepRun run(long number, const std::function<bool(const Progress&)>& goes_on) const {
    SweepRun result = blank(number);
    try {
      LaneRun alone = asked(number);
      Limits limits(asked_);
      alone.options.goes_on = [&](const Progress& now) {
        return limits.allow(now) && goes_on(now);
      };
      take(zwang::run(alone.model, alone.options), result);
      if (limits.reached()) limits.tell(result);
    } catch (const ModelError& error) {
      result.status = "refused";
      result.message = error.complaints().empty() ? error.what() : error.complaints().front().what;
    } catch (const std::bad_alloc&) {
      result.status = "no_memory";
      result.message = "the run needs more memory than there is";
    }
    return result;
  }

 private:
  SweepRun blank(long number) const {
    SweepRun run;
    run.varied = numbers_of(plan_, static_cast<std::uint64_t>(number - 1));
    run.watched.assign(watches_.size(), nan);
    return run;
  }

  LaneRun asked(long number) const {
    const SweepSample sample = sample_of(model_, asked_, plan_, number);
    LaneRun run{sample.settings.empty() ? model_ : model_.with(sample.settings), options_};
    run.options.start = sample.start;
    return run;
  }

  void take(const Trajectory& trajectory, SweepRun& result) const {
    const Summary& summary = trajectory.summary();
    result.status = name(summary.ending);
    // A motion that does not meet its constraints has numbers that nobody should count.
    if (result.ok() && !summary.contradictory.empty()) {
      result.status = "not_met";
      result.message = "the constraints cannot all be met";
    }
    if (!result.ok()) {
      if (result.message.empty()) result.message = summary.message;
      return;
    }
    // Observables first, numbers of the run behind them, those that are watched last of all.
    std::vector<double> told = summary.observables;
    for (const Reduction& one : summary.reductions) told.push_back(one.value);
    std::copy(told.end() - static_cast<std::ptrdiff_t>(watches_.size()), told.end(),
              result.watched.begin());
  }

  Sweep asked_;
  ensemble::Plan plan_;
  std::vector<Watch> watches_;
  Model model_;
  RunOptions options_;
};

/// The runs of all threads.
class Crew {
 public:
  Crew(const Runner& runner, const SweepOptions& options, SweepResult& result,
       std::optional<ensemble::Journal>& journal)
      : runner_(runner), options_(options), result_(result), journal_(journal) {
    for (const SweepRun& run : result.runs) {
      progress_.done += run.done ? 1 : 0;
      progress_.failed += run.done && !run.ok() ? 1 : 0;
    }
    progress_.runs = static_cast<long>(result.runs.size());
  }

  void work() {
    const unsigned wanted =
        options_.threads > 0 ? options_.threads : std::thread::hardware_concurrency();
    threads_ = std::max(1u, std::min(wanted, 1024u));
    std::vector<std::thread> others;
    for (unsigned k = 1; k < threads_; ++k) others.emplace_back([this, k] { work_alone(k); });
    work_alone(0);
    for (std::thread& other : others) other.join();
    if (wrong_) std::rethrow_exception(wrong_);
  }

 private:
  void work_alone(unsigned thread) {
    try {
      // Runs that are asked for by number may be those that crash.
      const std::unique_ptr<RunLanes> lanes = options_.only.empty() ? runner_.lanes() : nullptr;
      while (!is_stopped()) {
        const std::vector<long> numbers = next(lanes ? RunLanes::most : 1);
        if (numbers.empty()) return;
        std::vector<std::optional<SweepRun>> done(numbers.size());
        if (lanes) {
          for (const long number : numbers) say_begins(thread, number);
          done = runner_.run(*lanes, numbers, [this] { return !is_stopped(); });
          say_begins(thread, 0);
        }
        for (std::size_t k = 0; k < numbers.size(); ++k) finish(thread, numbers[k], done[k]);
      }
    } catch (...) {
      const std::lock_guard lock(busy_);
      if (!wrong_) wrong_ = std::current_exception();
      stopped_ = true;
    }
  }

  // Alone, if it is not done yet.
  void finish(unsigned thread, long number, std::optional<SweepRun>& run) {
    if (!run) {
      if (is_stopped()) return;
      say_begins(thread, number);
      run = runner_.run(number, [this](const Progress&) { return !is_stopped(); });
      say_begins(thread, 0);
    }
    take(static_cast<std::size_t>(number - 1), std::move(*run));
  }

  void say_begins(unsigned thread, long number) {
    if (options_.begins) options_.begins(thread, number);
  }

  bool is_stopped() {
    if (options_.stops && options_.stops()) stopped_ = true;
    return stopped_;
  }

  // The next runs that nobody has; in the end fewer, so that all threads have some.
  std::vector<long> next(std::size_t most) {
    const std::lock_guard lock(busy_);
    const std::size_t left = (options_.claim ? claimed_ : result_.runs.size()) - next_;
    most = std::clamp<std::size_t>(left / threads_, 1, most);
    std::vector<long> numbers;
    while (numbers.size() < most) {
      const std::size_t k = next_number();
      if (k >= result_.runs.size()) break;
      numbers.push_back(static_cast<long>(k) + 1);
      if (options_.claim && next_ >= claimed_) break;  // what is claimed is done first
    }
    return numbers;
  }

  // Of those that are ours, or of all.
  std::size_t next_number() {
    for (;;) {
      std::size_t k = result_.runs.size();
      if (!options_.only.empty()) {
        if (next_ < options_.only.size()) k = static_cast<std::size_t>(options_.only[next_++] - 1);
      } else {
        if (options_.claim && next_ >= claimed_) {
          const auto [first, last] = options_.claim();
          if (first > last) return k;
          next_ = static_cast<std::size_t>(first - 1);
          claimed_ = static_cast<std::size_t>(last);
        }
        k = next_++;
      }
      if (k >= result_.runs.size() || !result_.runs[k].done) return k;
    }
  }

  void take(std::size_t k, SweepRun run) {
    const std::lock_guard lock(busy_);
    if (run.status == name(Ending::interrupted)) return;
    run.done = true;
    if (journal_) journal_->append({k, {run.status, run.message, run.watched}});
    ++progress_.done;
    progress_.failed += run.ok() ? 0 : 1;
    result_.runs[k] = std::move(run);
    if (options_.goes_on && !options_.goes_on(progress_)) stopped_ = true;
  }

  const Runner& runner_;
  const SweepOptions& options_;
  SweepResult& result_;
  std::optional<ensemble::Journal>& journal_;
  std::mutex busy_;
  unsigned threads_ = 1;
  std::size_t next_ = 0, claimed_ = 0;
  std::atomic<bool> stopped_{false};
  SweepProgress progress_;
  std::exception_ptr wrong_;
};

void put_down(const Runner& runner, std::vector<ensemble::Journal::Entry> entries,
              SweepResult& result) {
  for (ensemble::Journal::Entry& entry : entries) {
    if (entry.run >= result.runs.size()) continue;
    SweepRun& run = result.runs[entry.run];
    run.varied = numbers_of(runner.plan(), entry.run);
    run.watched = std::move(entry.outcome.numbers);
    run.status = std::move(entry.outcome.status);
    run.message = std::move(entry.outcome.message);
    run.done = true;
  }
}

// Where runs are written down, those that stand there, and those whose end is known.
std::optional<ensemble::Journal> open_journal(const Runner& runner, const SweepOptions& options,
                                              SweepResult& result) {
  std::optional<ensemble::Journal> journal;
  std::vector<ensemble::Journal::Entry> entries;
  const std::uint64_t identity = runner.identity(result.model);
  if (!options.journal.empty()) {
    journal.emplace(options.resume ? ensemble::Journal::resume(options.journal, identity, entries)
                                   : ensemble::Journal::begin(options.journal, identity));
  }
  for (const std::string& path : options.others) ensemble::Journal::read(path, identity, entries);
  put_down(runner, std::move(entries), result);
  entries.clear();
  for (const SweepEnd& end : options.known) {
    const auto k = static_cast<std::size_t>(end.run - 1);
    if (end.run < 1 || k >= result.runs.size() || result.runs[k].done) continue;
    entries.push_back(
        {k, {end.status, end.message, std::vector<double>(result.watched.size(), nan)}});
    if (journal) journal->append(entries.back());
  }
  put_down(runner, std::move(entries), result);
  return journal;
}

}  // namespace

bool SweepResult::complete() const {
  return std::all_of(runs.begin(), runs.end(), [](const SweepRun& run) { return run.done; });
}

SweepResult sweep(const Model& model, const Sweep& asked, const SweepOptions& options) {
  try {
    const Runner runner(model, asked, options);
    SweepResult result{model, asked, {}, runner.watched(), {}, {}};
    for (const Variation& one : asked.vary) result.varied.push_back(one.name);
    result.units = runner.units(result.varied);
    result.runs.resize(static_cast<std::size_t>(runner.plan().runs));
    std::optional<ensemble::Journal> journal = open_journal(runner, options, result);
    Crew(runner, options, result, journal).work();
    if (journal) journal->close();
    return result;
  } catch (const record::FileError& error) {
    throw FileTrouble(error.what());
  }
}

}  // namespace zwang
