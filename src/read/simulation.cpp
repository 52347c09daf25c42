// SPDX-License-Identifier: Apache-2.0
// What is asked: [simulate].

#include "base/words/methods.h"
#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

/// So many samples, or one after every step.
void read_output(const Given& given, Simulation& simulation) {
  const Value& output = given.value();
  simulation.every_step = output.kind == Kind::text && output.text == "steps";
  if (!simulation.every_step) take(given, simulation.output);
}

constexpr Row simulation_rows[] = {
    {"from", form::formula(), into<&Simulation::from>(), "the time at the start; 0"},
    {"duration", form::formula(positive), into<&Simulation::duration>(), "of the run", Need::yes},
    {"tolerance", form::formula(tolerance_range), into<&Simulation::tolerance>(),
     "relative local error; 1e-9"},
    {"absolute", form::formula(positive), into<&Simulation::absolute>(),
     "absolute local error; 1e-3·tolerance times the largest magnitude so far"},
    {"method", form::word("method", words::method_list), into<&Simulation::method>(),
     "of the steps; `auto` if not given"},
    {"kernel", form::word("kernel", words::kernel_list), into<&Simulation::kernel>(),
     "[how an instant is solved](methods.md); `auto` if not given"},
    {"step", form::formula(positive), into<&Simulation::step>(), "for methods with a fixed step"},
    {"output", form::formula(sample_range), by<read_output>(),
     "the number of samples, or `\"steps\"`: one after every step; 200", Need::no, "",
     "whole number from 1, or `\"steps\"`"},
    {"every", form::formula(positive), into<&Simulation::every>(),
     "instead of `output`: the time between samples"},
    {"start", form::word("policy for the start", words::start_words), into<&Simulation::start>(),
     "what is done with a start that is off the constraints; `project` if not given"},
    {"rank_change", form::word("policy for a change of rank", words::rank_words),
     into<&Simulation::rank_change>(),
     "what is done where constraints become dependent; `keep` if not given"},
    {"impact", form::word("policy for impacts", words::impact_words), into<&Simulation::impact>(),
     "of contacts that are hit at once; `sequence` if not given"},
    {"sensitivity", form::references("names of parameters, coordinates or rates"),
     into<&Simulation::sensitivity>(),
     "derivatives of the motion by these: parameters, `\"bob.x\"` and `\"bob.x'\"` at the start"},
};
constexpr Rule simulation_rules[] = {{Rule::Kind::exclude, "output | every"}};

}  // namespace

constinit const Table simulation_table =
    table_of<Simulation>({"simulate", "[simulate]", simulation_rows, simulation_rules});

}  // namespace zwang::read
