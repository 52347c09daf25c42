// SPDX-License-Identifier: Apache-2.0
// Which periodic motion is looked for: [periodic].

#include "read/questions/periodic.h"

#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

struct Guess {
  Expression guess;
  Location at;
};
constexpr Row guess_rows[] = {{"guess", form::formula(positive), into<&Guess::guess>(),
                               "about how long it is", Need::yes, "period = { guess = 2 }"}};
constinit const Table guess_table = table_of<Guess>({"periodic_guess", "'period'", guess_rows});

constexpr Form given_form = form::formula(positive), guess_form = form::table(guess_table);
constexpr Form range_form = form::list(two);

void read_period(const Given& given, PeriodicTable& periodic) {
  if (given.value().kind == Kind::table) {
    periodic.guess = read_table<Guess>(given.context, guess_table, given.value(), "'period'").guess;
  } else {
    periodic.period = read_formula(given.complaints(), given.field, positive);
  }
}

void read_over(const Given& given, PeriodicTable& periodic) {
  for_each_name(given, [&](Name name, const Field& value) {
    periodic.over.emplace_back(std::move(name), read_list(given.complaints(), value, two));
  });
}

constexpr Row periodic_rows[] = {
    {"period", form::either(given_form, guess_form), by<read_period>(),
     "a number for a driven system; `{ guess = 2 }` where the period is to be found", Need::yes,
     "period = { guess = 2 }"},
    {"over",
     {.kind = Form::Kind::labelled, .noun = "[periodic.over]", .items = &range_form},
     by<read_over>(),
     "a parameter over which the motion is followed, from the first value to the second",
     Need::no,
     "",
     "`{ w = [0.5, 2] }`"},
    {"tolerance", form::formula(tolerance_range), into<&PeriodicTable::tolerance>(),
     "of the motions; default 1e-11"},
};

}  // namespace

constinit const Table periodic_table =
    table_of<PeriodicTable>({"periodic", "[periodic]", periodic_rows});

void look_at_periodic(const Given& given, Description&) {
  if (is_table_of(given, periodic_table))
    read_table<PeriodicTable>(given.context, periodic_table, given.value(), "[periodic]");
}

std::optional<PeriodicTable> read_periodic(std::string_view text) {
  const Tree tree = parse(text);
  if (tree.problem) return std::nullopt;
  for (std::size_t i = 0; i < tree.root.keys.size(); ++i) {
    if (tree.root.keys[i].text != "periodic") continue;
    Context context;
    return read_table<PeriodicTable>(context, periodic_table, tree.root.items[i], "[periodic]");
  }
  return std::nullopt;
}

}  // namespace zwang::read
