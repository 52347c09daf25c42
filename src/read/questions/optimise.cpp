// SPDX-License-Identifier: Apache-2.0
// What is to be least, and over what: [optimise].

#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Range starts_range{"starts", "a whole number from 1 to 1000", 1, 1000, false, false,
                             true};
constexpr Range optimise_seed{
    "optimise_seed", "a whole number, 0 or greater", 0, 9007199254740991.0, false, false, true};
constexpr Form bounds_form = form::list(two);
constexpr Form condition_form = form::text("a condition such as \"max(f) <= 3\"");

void read_bounds(const Given& given, OptimiseQuestion& optimise) {
  for_each_name(given, [&](Name name, const Field& value) {
    optimise.vary.emplace_back(std::move(name), read_list(given.complaints(), value, two));
  });
}

constexpr Row optimise_rows[] = {
    {"minimise", form::text("a number of a run such as \"max(bob.x)\""),
     into<&OptimiseQuestion::minimise>(), "a number of a run that is to be least", Need::one,
     "minimise = \"max(bob.x)\"", "`\"max(abs(drive(motor)))\"`"},
    {"maximise", form::text("a number of a run such as \"max(bob.x)\""),
     into<&OptimiseQuestion::maximise>(), "or one that is to be greatest", Need::one},
    {"vary",
     {.kind = Form::Kind::labelled, .noun = "[optimise.vary]", .items = &bounds_form},
     by<read_bounds>(),
     "parameters, and coordinates and rates of the start, each from one value to another",
     Need::yes,
     "vary = { l = [0.5, 2] }",
     "`{ l = [0.5, 2] }`"},
    {"subject", form::list(at_least_one, condition_form, "condition"),
     into<&OptimiseQuestion::subject>(), "conditions on numbers of the run, with `=`, `<=` or `>=`",
     Need::no, "subject = [\"range(x) = 2\"]", "`[\"range(x) = 2\"]`"},
    {"starts", form::formula(starts_range), into<&OptimiseQuestion::starts>(),
     "so many searches, from different points; default 8"},
    {"seed", form::formula(optimise_seed), into<&OptimiseQuestion::seed>(),
     "other seeds begin at other points; default 1"},
    {"tolerance", form::formula(tolerance_range), into<&OptimiseQuestion::tolerance>(),
     "of each value, as a fraction of its range, and of the conditions; default 1e-5"},
};
constexpr Rule optimise_rules[] = {{Rule::Kind::one, "minimise | maximise",
                                    "[optimise] needs 'minimise' or 'maximise'",
                                    "minimise = \"max(bob.x)\""}};

}  // namespace

constinit const Table optimise_table =
    table_of<OptimiseQuestion>({"optimise", "[optimise]", optimise_rows, optimise_rules});

}  // namespace zwang::read
