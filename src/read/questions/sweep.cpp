// SPDX-License-Identifier: Apache-2.0
// What is asked of many runs: [sweep].

#include "base/words/sweeps.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Range runs_range{"runs", "a whole number from 1 to 10 million", 1, 1e7, false, false,
                           true};
constexpr Range seed_range{
    "seed", "a whole number, 0 or greater", 0, 9007199254740991.0, false, false, true};

constexpr Range steps_range{
    "steps", "a whole number, 1 or greater", 1, 9007199254740991.0, false, false, true};

constexpr Row spread_rows[] = {
    {"uniform", form::list(two), into<&SweepSpread::uniform>(), "between these two", Need::one},
    {"normal", form::list(two), into<&SweepSpread::normal>(), "mean and standard deviation",
     Need::one},
    {"grid", form::list(at_least_one), into<&SweepSpread::values>(), "these values", Need::one},
    {"even", form::list(three), into<&SweepSpread::even>(),
     "from, to, and how many values, evenly spaced", Need::one},
};
constexpr Rule spread_rules[] = {{Rule::Kind::one, "uniform | normal | grid | even",
                                  "what varies needs 'uniform', 'normal', 'grid' or 'even'",
                                  "l = { uniform = [0.9, 1.1] }"}};
constinit const Table spread_table =
    table_of<SweepSpread>({"sweep_spread", "'vary'", spread_rows, spread_rules});

constexpr Form spread_form = form::table(spread_table);
constexpr Form watch_form = form::text("a text such as \"max(bob.x)\"");

void read_vary(const Given& given, SweepQuestion& sweep) {
  for_each_name(given, [&](Name name, const Field& value) {
    if (!is_table(given.complaints(), value, "l = { uniform = [0.9, 1.1] }")) return;
    sweep.vary.emplace_back(std::move(name), read_table<SweepSpread>(given.context, spread_table,
                                                                     *value.value, value.label));
  });
}

void read_watch(const Given& given, SweepQuestion& sweep) {
  for_each_name(given, [&](Name name, const Field& value) {
    sweep.watch.emplace_back(std::move(name),
                             read_text(given.complaints(), value, watch_form.noun));
  });
}

constexpr Row sweep_rows[] = {
    {"runs", form::formula(runs_range), into<&SweepQuestion::runs>(),
     "how many; a grid, corners and a list know by themselves"},
    {"scheme", form::word("scheme", words::scheme_words), into<&SweepQuestion::scheme>(),
     "how values are chosen; default `sobol`, or `grid` where all have values"},
    {"seed", form::formula(seed_range), into<&SweepQuestion::seed>(),
     "other seeds give other values; default 1"},
    {"vary",
     {.kind = Form::Kind::labelled, .noun = "[sweep.vary]", .items = &spread_form},
     by<read_vary>(),
     "parameters, and coordinates and rates of the start, with their `uniform = [0.9, 1.1]`, "
     "`normal = "
     "[mean, deviation]`, `grid = [values]` or `even = [from, to, count]`",
     Need::no,
     "",
     "`{ l = { normal = [1, 0.01] } }`"},
    {"list", form::text("the name of a CSV file"), into<&SweepQuestion::list>(),
     "a CSV file with a column for each number that varies and a line for each run"},
    {"watch",
     {.kind = Form::Kind::labelled, .noun = "[sweep.watch]", .items = &watch_form},
     by<read_watch>(),
     "numbers of each run; default: all observables at the end",
     Need::no,
     "",
     "`{ far = \"max(bob.x)\" }`"},
    {"keep", form::word("word", words::keep_words), into<&SweepQuestion::keep>(),
     "what is kept of each run; default `numbers`"},
    {"time_limit", form::formula(positive), into<&SweepQuestion::time_limit>(),
     "seconds of computing after which a run is given up; default: none"},
    {"step_limit", form::formula(steps_range), into<&SweepQuestion::step_limit>(),
     "steps after which a run is given up; default: none"},
};
constexpr Rule sweep_rules[] = {{Rule::Kind::exclude, "vary | list"}};

}  // namespace

constinit const Table sweep_table =
    table_of<SweepQuestion>({"sweep", "[sweep]", sweep_rows, sweep_rules});

}  // namespace zwang::read
