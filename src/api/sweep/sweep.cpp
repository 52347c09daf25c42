// SPDX-License-Identifier: Apache-2.0
// Runs by demand: each thread takes the next number that nobody has. What a run gives depends on its number
// alone, and results stand in the order of the numbers.

#include "zwang/sweep.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <thread>

#include "api/observing.h"
#include "api/sweep/question.h"
#include "ensemble/journal.h"
#include "model/model_parts.h"
#include "record/identity.h"
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
    text += options_.method.value_or("-") + options_.kernel.value_or("-");
    text += std::to_string(options_.samples.value_or(0)) +
            (options_.every_step.value_or(false) ? "steps" : "");
    return record::fingerprint(text);
  }

  SweepRun run(long number, const std::function<bool(const Progress&)>& goes_on) const {
    SweepRun result;
    result.varied = numbers_of(plan_, static_cast<std::uint64_t>(number - 1));
    result.watched.assign(watches_.size(), nan);
    try {
      const SweepSample sample = sample_of(model_, asked_, plan_, number);
      RunOptions options = options_;
      options.start = sample.start;
      options.goes_on = goes_on;
      const Model model = sample.settings.empty() ? model_ : model_.with(sample.settings);
      take(zwang::run(model, options), result);
    } catch (const ModelError& error) {
      result.status = "refused";
      result.message = error.complaints().empty() ? error.what() : error.complaints().front().what;
    }
    return result;
  }

 private:
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
    unsigned threads =
        options_.threads > 0 ? options_.threads : std::thread::hardware_concurrency();
    threads = std::max(1u, std::min(threads, 1024u));
    std::vector<std::thread> others;
    for (unsigned k = 1; k < threads; ++k) others.emplace_back([this] { work_alone(); });
    work_alone();
    for (std::thread& other : others) other.join();
    if (wrong_) std::rethrow_exception(wrong_);
  }

 private:
  void work_alone() {
    try {
      while (!stopped_) {
        const std::size_t k = next_++;
        if (k >= result_.runs.size()) return;
        if (result_.runs[k].done) continue;
        take(k, runner_.run(static_cast<long>(k) + 1,
                            [this](const Progress&) { return !stopped_.load(); }));
      }
    } catch (...) {
      const std::lock_guard lock(busy_);
      if (!wrong_) wrong_ = std::current_exception();
      stopped_ = true;
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
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  SweepProgress progress_;
  std::exception_ptr wrong_;
};

// Where runs are written down, and those that stand there.
std::optional<ensemble::Journal> open_journal(const Runner& runner, const SweepOptions& options,
                                              SweepResult& result) {
  if (options.journal.empty()) return std::nullopt;
  const std::uint64_t identity = runner.identity(result.model);
  if (!options.resume) return ensemble::Journal::begin(options.journal, identity);
  std::vector<ensemble::Journal::Entry> entries;
  auto journal = ensemble::Journal::resume(options.journal, identity, entries);
  for (ensemble::Journal::Entry& entry : entries) {
    if (entry.run >= result.runs.size()) continue;
    SweepRun& run = result.runs[entry.run];
    run.varied = numbers_of(runner.plan(), entry.run);
    run.watched = std::move(entry.outcome.numbers);
    run.status = std::move(entry.outcome.status);
    run.message = std::move(entry.outcome.message);
    run.done = true;
  }
  return journal;
}

}  // namespace

bool SweepResult::complete() const {
  return std::all_of(runs.begin(), runs.end(), [](const SweepRun& run) { return run.done; });
}

SweepResult sweep(const Model& model, const Sweep& asked, const SweepOptions& options) {
  try {
    const Runner runner(model, asked, options);
    SweepResult result{model, asked, {}, runner.watched(), {}};
    for (const Variation& one : asked.vary) result.varied.push_back(one.name);
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
