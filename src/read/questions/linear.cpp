// SPDX-License-Identifier: Apache-2.0
// What is asked about small motions: [linear].

#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Row linear_rows[] = {
    {"at", form::word("place", words::linear_place_words), into<&LinearQuestion::place>(),
     "the state about which the motion is linearised; default `start`"},
    {"t", form::formula(), into<&LinearQuestion::t>(),
     "or the state that the motion has reached at this time"},
    {"inputs", form::references("names of parameters"), into<&LinearQuestion::inputs>(),
     "parameters that act as inputs, such as a force"},
    {"outputs", form::references("names of coordinates, rates or observables"),
     into<&LinearQuestion::outputs>(),
     "coordinates, rates (`\"x'\"`) and observables; default: all observables"},
};
constexpr Rule linear_rules[] = {{Rule::Kind::exclude, "at | t"}};

}  // namespace

constinit const Table linear_table =
    table_of<LinearQuestion>({"linear", "[linear]", linear_rows, linear_rules});

}  // namespace zwang::read
