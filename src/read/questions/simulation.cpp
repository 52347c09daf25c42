// SPDX-License-Identifier: Apache-2.0
// What is asked: [simulate].

#include "base/words/methods.h"
#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

/// So many samples, or one after every step.
void read_output(const Given& given, Simulate& simulation) {
  const Value& output = given.value();
  simulation.every_step = output.kind == Kind::text && output.text == "steps";
  if (!simulation.every_step) take(given, simulation.output);
}

constexpr Row simulation_rows[] = {
    {"from", form::formula(), into<&Simulate::from>(), "the time at the start; default 0"},
    {"duration", form::formula(positive), into<&Simulate::duration>(), "simulated time", Need::yes},
    {"tolerance", form::formula(tolerance_range), into<&Simulate::tolerance>(),
     "relative local error; default 1e-9"},
    {"absolute", form::formula(positive), into<&Simulate::absolute>(),
     "absolute local error; default: 1e-3·tolerance times the largest magnitude so far"},
    {"method", form::word("method", words::method_list), into<&Simulate::method>(),
     "[time integration method](choosing-a-method.md); default `auto`"},
    {"kernel", form::word("kernel", words::kernel_list), into<&Simulate::kernel>(),
     "[solver for each instant](methods.md); default `auto`"},
    {"step", form::formula(positive), into<&Simulate::step>(), "step size of fixed-step methods"},
    {"samples", form::formula(sample_range), by<read_output>(),
     "the number of samples, or `\"steps\"`: one after every step; default 200", Need::no, "",
     "whole number from 1, or `\"steps\"`"},
    {"every", form::formula(positive), into<&Simulate::every>(),
     "the time between samples, instead of `samples`"},
    {"output", form::formula(sample_range), by<read_output>(), "an older name of `samples`",
     Need::no, "", "whole number from 1, or `\"steps\"`"},
    {"start", form::word("policy for the start", words::start_words), into<&Simulate::start>(),
     "what to do with a start that violates the constraints; default `project`"},
    {"rank_change", form::word("policy for a change of rank", words::rank_words),
     into<&Simulate::rank_change>(),
     "what to do where constraints become dependent; default `keep`"},
    {"impact", form::word("policy for impacts", words::impact_words), into<&Simulate::impact>(),
     "how simultaneous impacts are solved; default `sequence`"},
    {"sensitivity", form::references("names of parameters, coordinates or rates"),
     into<&Simulate::sensitivity>(),
     "derivatives of the final state with respect to these: parameters, `\"bob.x\"` and "
     "`\"bob.x'\"` at the start"},
};
constexpr Rule simulation_rules[] = {{Rule::Kind::exclude, "samples | output | every"}};

}  // namespace

constinit const Table simulation_table =
    table_of<Simulate>({"simulate", "[simulate]", simulation_rows, simulation_rules});

}  // namespace zwang::read
