// SPDX-License-Identifier: Apache-2.0
#include "api/error/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "api/error/pair_events.h"
#include "api/error/second_run.h"
#include "api/error/spread.h"
#include "api/error/words.h"

namespace zwang {

namespace {

const double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double floor_share = 0.1;  // of the tolerance

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
    compared.add(column.name, kind, is_state);
  }
  return compared;
}

Compared compared_ends(const Trajectory::Parts& parts) {
  Compared compared;
  compared.add(parts.model.description().time.text, 0, false);
  for (const std::string& name : parts.model.coordinates()) compared.add(name, -1, true);
  for (const std::string& name : parts.model.rates()) compared.add(name, -2, true);
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
bool part_after(double t, const Looks& looks, const Spread& spread) {
  constexpr double still_together = 0.01;
  for (std::size_t i = 0; i < looks.count(); ++i)
    if (looks.a.t(i) >= t && !(spread.distance[i] <= still_together)) return true;
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
        rows(rows_of(parts, stride_of(parts.rows, parts.columns.size()))) {}

  Rows rows_of(const Trajectory::Parts& parts, std::size_t stride) const {
    if (!has_rows) return end_row(parts);
    const auto source = parts.source();
    return choose_rows(*source, parts.rows, first.columns.size(), stride);
  }

  SecondRun wish(const RunOptions& options, const RunChoices& choices) const {
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < rows.count(); ++i) times.push_back(rows.t(i));
    if (has_rows) times.push_back(choices.plan.t_end);
    const std::vector<std::string> none;
    return second_run(first.summary.method, options, choices, std::move(times),
                      has_rows ? first.columns : none);
  }

  void nothing_known(RunError& error) const;
  void compare_with(const Trajectory::Parts& second, bool is_finer, RunError& error);
};

void Estimation::nothing_known(RunError& error) const {
  const std::size_t end = rows.count() - 1;
  for (std::size_t k = 1; k < compared.names.size(); ++k)
    error.values.push_back({compared.names[k], rows[end][k], unknown});
  error.events.assign(first.summary.events.size(), unknown);
  error.unknown_after = first.summary.start.t;
}

void Estimation::compare_with(const Trajectory::Parts& second, bool is_finer, RunError& error) {
  const Summary &a = first.summary, &b = second.summary;
  const Looks looks = side_by_side(rows, rows_of(second, 1));
  const PairedEvents pairs = pair_events(a.events, b.events);
  compared.yardstick.skipped = between_events(looks, a.events, pairs);
  compared.yardstick.floor = error.step > 0 ? 0 : floor_share * a.tolerance;
  const Spread spread = compare(looks, compared.yardstick);
  const bool apart = pairs.unpaired && part_after(*pairs.unpaired, looks, spread);
  const bool parted = apart && !(spread.lost && *spread.lost < *pairs.unpaired);
  error.unknown_after = parted ? pairs.unpaired : spread.lost;
  error.growth = parted ? 0 : spread.growth;
  const std::size_t end = looks.count() - 1;
  for (std::size_t k = a.ending == Ending::event ? 0 : 1; k < compared.names.size(); ++k) {
    const double estimate = parted ? unknown : spread.error[k];
    error.values.push_back({compared.names[k], looks.a[end][k], estimate});
  }
  add_joints(a, b, compared.yardstick.floor, !error.unknown_after, error);
  add_event_times(a, pairs, compared.yardstick.floor, error);
  error.message = parted                ? error_words::parted(pairs)
                  : error.unknown_after ? error_words::lost(error)
                                        : error_words::known(error, is_finer);
  if (pairs.unpaired && !apart) error.message += error_words::harmless(pairs);
}

}  // namespace

RunError estimate_error(const Trajectory::Parts& first, const RunOptions& options,
                        const RunChoices& choices, const RunAgain& again) {
  RunError error;
  Estimation estimation(first);
  if (!is_whole(first.summary.ending)) {
    estimation.nothing_known(error);
    error.message = error_words::not_whole();
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
  return error;
}

std::optional<double> RunError::of(std::string_view name) const {
  for (const Value& value : values)
    if (value.name == name && std::isfinite(value.error)) return value.error;
  return std::nullopt;
}

}  // namespace zwang
