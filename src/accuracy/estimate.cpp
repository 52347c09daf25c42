// SPDX-License-Identifier: Apache-2.0
#include "accuracy/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "accuracy/numbers_of_run.h"
#include "accuracy/pair_events.h"
#include "accuracy/peak_errors.h"
#include "accuracy/second_run.h"
#include "accuracy/spread.h"
#include "accuracy/words.h"
#include "instant/mode.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

const double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double floor_share = 0.1;  // of the tolerance

// What ± is at least, as a share of a size: both runs begin with the same steps, and rounding adds up in each as in a random
// walk, of which no second run with smaller errors tells.
double least_error(const Summary& summary, bool is_fixed) {
  const double rounding = 4 * std::numeric_limits<double>::epsilon() *
                          std::sqrt(static_cast<double>(std::max(summary.steps, 1L)));
  return rounding + (is_fixed ? 0 : floor_share * summary.tolerance);
}

bool is_whole(Ending ending) { return ending == Ending::done || ending == Ending::event; }

// The numbers that are compared where a run kept no rows: those of its end.
Rows end_row(const Trajectory::Parts& parts) {
  const Summary& summary = parts.summary;
  Rows row{1, {summary.end.t}};
  const auto add = [&](const std::vector<double>& numbers) {
    row.numbers.insert(row.numbers.end(), numbers.begin(), numbers.end());
  };
  add(summary.end.q);
  add(rates_at(parts.model, summary.end));
  add(summary.observables);
  row.width = row.numbers.size();
  return row;
}

/// Names and kinds of what is compared.
struct Compared {
  std::vector<std::string> names;
  Yardstick yardstick;
  std::size_t count = 0;  // the one that counts something, the rank, and has no error; 0: none

  void add(const std::string& name, int kind, bool is_state) {
    names.push_back(name);
    yardstick.kinds.push_back(kind);
    yardstick.is_state.push_back(is_state ? 1 : 0);
  }
};

// Columns whose meanings begin alike are of one kind: "force of constraint rod on bob.x".
int kind_of(const record::Column& column, int number) {
  constexpr std::array<std::string_view, 6> shared = {"coordinate", "rate",       "acceleration",
                                                      "force",      "multiplier", "power"};
  for (std::size_t k = 0; k < shared.size(); ++k)
    if (column.meaning.starts_with(shared[k])) return -1 - static_cast<int>(k);
  const bool energy = column.meaning.find("energy") != std::string::npos;
  if (energy || column.meaning.starts_with("work of")) return -1 - static_cast<int>(shared.size());
  return number;
}

// Whether two names are parts of one vector: foot.x, foot.y.
bool are_of_one_vector(const std::string& a, const std::string& b) {
  const std::size_t dot = a.rfind('.');
  return dot != std::string::npos && dot == b.rfind('.') && a.compare(0, dot, b, 0, dot) == 0;
}

Compared compared_columns(const Trajectory::Parts& parts) {
  Compared compared;
  for (std::size_t k = 0; k < parts.columns.size(); ++k) {
    const record::Column& column = parts.heading.columns[static_cast<Index>(k)];
    const bool is_state = column.meaning == "coordinate" || column.meaning == "rate";
    int kind = kind_of(column, static_cast<int>(k));
    if (column.meaning == "observable" && are_of_one_vector(column.name, compared.names.back()))
      kind = compared.yardstick.kinds.back();
    if (column.meaning == "independent constraint equations") compared.count = k;
    compared.add(column.name, kind, is_state);
  }
  return compared;
}

Compared compared_ends(const Trajectory::Parts& parts) {
  Compared compared;
  compared.add(parts.model.description().time.text, 0, false);
  for (const std::string& name : parts.model.coordinates())
    compared.add(name, Yardstick::coordinate, true);
  for (const std::string& name : parts.model.rates()) compared.add(name, Yardstick::rate, true);
  for (const std::string& name : parts.model.observables())
    compared.add(name, static_cast<int>(compared.names.size()), false);
  return compared;
}

// Looks between the times at which the two solutions take the same event.
std::vector<char> between_events(const Looks& looks, const std::vector<RunEvent>& events,
                                 const PairedEvents& pairs) {
  std::vector<char> skipped(looks.count(), 0);
  for (std::size_t k = 0; k < events.size(); ++k) {
    const auto [from, to] = std::minmax(events[k].state.t, pairs.other[k]);
    if (!(from <= to)) continue;
    for (std::size_t i = 0; i + 1 < looks.count(); ++i)
      if (looks.a.t(i) >= from && looks.a.t(i) <= to) skipped[i] = 1;
  }
  return skipped;
}

// Whether solutions that took different events went different ways from there on.
bool part_after(double t, const Looks& looks, const std::vector<char>& skipped,
                const Spread& spread) {
  constexpr double still_together = 0.01;
  for (std::size_t i = 0; i < looks.count(); ++i) {
    const bool counts = looks.a.t(i) >= t && !skipped[i];
    if (counts && !(spread.distance[i] <= still_together)) return true;
  }
  return false;
}

// The three parts of a vector have one error: the largest.
void add_joints(const Summary& a, const Summary& b, double floor, bool known, RunError& error) {
  const auto add = [&](const std::string& name, const std::array<double, 3>& x,
                       const std::array<double, 3>& y) {
    double most = 0, size = 0;
    for (int k = 0; k < 3; ++k) {
      most = std::max(most, std::abs(x[k] - y[k]));
      size = std::max(size, std::abs(x[k]));
    }
    for (int k = 0; k < 3; ++k) {
      const double estimate = known ? 2 * most + floor * size : unknown;
      error.values.push_back({name + "." + "xyz"[k], x[k], estimate});
    }
  };
  for (std::size_t k = 0; k < std::min(a.joints.size(), b.joints.size()); ++k) {
    const std::string joint = "joint(" + a.joints[k].body + ")";
    add(joint + ".force", a.joints[k].force, b.joints[k].force);
    add(joint + ".torque", a.joints[k].torque, b.joints[k].torque);
  }
}

void add_event_times(const Summary& a, const PairedEvents& pairs, double floor, RunError& error) {
  const double span = a.end.t - a.start.t;
  for (std::size_t k = 0; k < a.events.size(); ++k) {
    const double t = a.events[k].state.t;
    const bool known = !error.unknown_after || t < *error.unknown_after;
    error.events.push_back(known ? 2 * pairs.difference[k] + floor * span : unknown);
  }
}

/// The two runs on the way to an estimate.
struct Estimation {
  const Trajectory::Parts& first;
  bool has_rows = false;
  Compared compared;
  Rows rows;

  explicit Estimation(const Trajectory::Parts& parts)
      : first(parts),
        has_rows(parts.rows > 0 && !parts.chosen),
        compared(has_rows ? compared_columns(parts) : compared_ends(parts)),
        rows(has_rows
                 ? rows_of(parts, parts.columns.size(), stride_of(parts.rows, parts.columns.size()))
                 : end_row(parts)) {}

  static Rows rows_of(const Trajectory::Parts& parts, std::size_t width, std::size_t stride) {
    const auto source = parts.source();
    return choose_rows(*source, parts.rows, width, stride);
  }

  // The times of the first run's rows; of few rows, times between them too.
  std::vector<double> times(double until) const {
    constexpr int enough = 32;
    const double from = first.summary.start.t;
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < rows.count(); ++i) times.push_back(rows.t(i));
    if (times.size() < enough) {
      for (int k = 1; k < enough; ++k) times.push_back(from + k * (until - from) / enough);
    }
    times.push_back(until);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
  }

  SecondRun wish(const RunOptions& options, const RunChoices& choices) const {
    SecondRun second = second_run({first.summary.method, first.stiff}, options, choices,
                                  times(choices.plan.t_end), compared.names);
    if (has_rows) nudge(second.choices.plan);
    return second;
  }

  void nudge(motion::RunOptions& plan) const;
  void nothing_known(RunError& error) const;
  void compare_with(const Trajectory::Parts& second, bool is_finer, RunError& error);
};

// A rest that is not stable stays one, and so does a motion in a plane that any disturbance would leave: no rounding moves what
// is exactly zero. So the second run begins one rounding off in coordinates that never moved. Contacts and events are left
// alone: what just touches would no longer touch.
void Estimation::nudge(motion::RunOptions& plan) const {
  const Model& model = first.model;
  if (plan.start != motion::StartRule::project || instant::has_events(model.parts().equations()))
    return;
  const State given = model.start();
  motion::StartState start = plan.from ? *plan.from : motion::StartState{given.t, given.q, given.v};
  double largest = 0;
  for (const double x : start.q) largest = std::max(largest, std::abs(x));
  if (largest == 0) largest = 1;
  bool nudged = false;
  for (std::size_t i = 0; i < start.q.size(); ++i) {
    bool moved = false;
    for (std::size_t k = 1; k < rows.count(); ++k)
      moved = moved || rows[k][1 + i] != rows[0][1 + i];
    if (moved) continue;
    start.q[i] += std::numeric_limits<double>::epsilon() * largest;
    nudged = true;
  }
  if (nudged) plan.from = std::move(start);
}

void Estimation::nothing_known(RunError& error) const {
  const std::size_t end = rows.count() - 1;
  for (std::size_t k = 1; k < compared.names.size(); ++k)
    error.values.push_back({compared.names[k], rows[end][k], unknown});
  add_numbers_of_run(first.model, first.summary, first.summary, 0, false, error);
  add_peak_errors(first, first, 0, false, error);
  error.events.assign(first.summary.events.size(), unknown);
  error.unknown_after = first.summary.start.t;
}

void Estimation::compare_with(const Trajectory::Parts& second, bool is_finer, RunError& error) {
  const Summary &a = first.summary, &b = second.summary;
  const Looks looks = side_by_side(rows, rows_of(second, rows.width, 1));
  const PairedEvents pairs = pair_events(a.events, b.events);
  compared.yardstick.skipped = between_events(looks, a.events, pairs);
  compared.yardstick.floor = least_error(a, error.step > 0);
  const Spread spread = compare(looks, compared.yardstick);
  const bool apart =
      pairs.unpaired && part_after(*pairs.unpaired, looks, compared.yardstick.skipped, spread);
  const bool parted = apart && !(spread.lost && *spread.lost < *pairs.unpaired);
  error.unknown_after = parted ? pairs.unpaired : spread.lost;
  error.growth = parted ? 0 : spread.growth;
  const std::size_t end = looks.count() - 1;
  for (std::size_t k = a.ending == Ending::event ? 0 : 1; k < compared.names.size(); ++k) {
    if (k > 0 && k == compared.count) continue;
    const double estimate = parted ? unknown : spread.error[k];
    error.values.push_back({compared.names[k], looks.a[end][k], estimate});
  }
  add_joints(a, b, compared.yardstick.floor, !error.unknown_after, error);
  add_event_times(a, pairs, compared.yardstick.floor, error);
  add_numbers_of_run(first.model, a, b, compared.yardstick.floor, !error.unknown_after, error);
  add_peak_errors(first, second, compared.yardstick.floor, !error.unknown_after, error);
  error.message = parted                ? error_words::parted(pairs)
                  : error.unknown_after ? error_words::lost(error)
                                        : error_words::known(error, is_finer);
  if (pairs.unpaired && !apart) error.message += error_words::harmless(pairs);
}

}  // namespace

namespace {

// Of an equilibrium; the second run starts at the same.
void add_start(const Trajectory::Parts& first, RunError& error) {
  const std::vector<double>& q = first.summary.start.q;
  for (std::size_t i = 0; i < std::min(first.start_error.size(), q.size()); ++i)
    error.values.push_back(
        {"start(" + first.model.coordinates()[i] + ")", q[i], first.start_error[i]});
}

}  // namespace

RunError estimate_error(const Trajectory::Parts& first, const RunOptions& options,
                        const RunChoices& choices, const RunAgain& again) {
  RunError error;
  Estimation estimation(first);
  if (!is_whole(first.summary.ending)) {
    estimation.nothing_known(error);
    error.message = error_words::not_whole();
    add_start(first, error);
    return error;
  }
  const SecondRun wish = estimation.wish(options, choices);
  const auto second = again(wish.options, wish.choices);
  const Summary& other = second->summary;
  (wish.is_fixed ? error.step : error.tolerance) =
      wish.is_fixed ? wish.choices.plan.step : wish.choices.plan.tolerance;
  error.evaluations = other.evaluations;
  if (other.ending == first.summary.ending) {
    estimation.compare_with(*second, wish.is_finer, error);
  } else {
    estimation.nothing_known(error);
    error.message = error_words::other_ending(error, other);
  }
  add_start(first, error);
  return error;
}

std::optional<double> RunError::of(std::string_view name) const {
  for (const Value& value : values)
    if (value.name == name && std::isfinite(value.error)) return value.error;
  return std::nullopt;
}

}  // namespace zwang
