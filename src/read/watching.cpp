// SPDX-License-Identifier: Apache-2.0
// What of the motion is shown and what is waited for: [[observe]] and [[events]].

#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr Row observable_rows[] = {
    {"name", form::name(Named::observable), into<&Observable::name>(), "of the column"},
    {"formula", form::formula(), into<&Observable::formula>(), "what is shown", Need::yes, "",
     "number or vector formula"},
    {"for", form::text(range_words), into<&Observable::for_each>(), "a family of columns"},
};

constexpr Form truth_value = form::truth;
constexpr Form any_value = form::formula();
constexpr Form restitution_value = form::formula(fraction);

constexpr Row action_rows[] = {
    {"stop", form::truth, into<&EventAction::stop>(), "the run ends"},
    {"set", form::pairs(any_value), into<&EventAction::set>(),
     "coordinates and rates get new values, of ball and free joints `\"top.joint_omega.x\"`; "
     "formulas read the state before",
     Need::no, "set = { \"bob.x'\" = 0 }", "`{ \"bob.x'\" = formula }`"},
    {"switch", form::pairs(truth_value, Named::constraint), into<&EventAction::switches>(),
     "constraints are taken off, or on again with `true`", Need::no, "switch = { rod = false }",
     "`{ rod = false }`"},
    {"impact", form::pairs(restitution_value, Named::constraint), into<&EventAction::impact>(),
     "an impact by these constraints, with their restitution", Need::no, "impact = { rod = 0.5 }",
     "`{ rod = 0.5 }`"},
};
constexpr std::string_view action_forms =
    "\"record\", \"stop\" or a table with stop, set, switch or impact";
constinit const Table action_table =
    table_of<EventAction>({.name = "action",
                           .label = "'action'",
                           .rows = action_rows,
                           .schema = R"({"minProperties": 1, "not": {
       "maxProperties": 1, "required": ["stop"], "properties": {"stop": {"const": false}}}})"});

void read_action(const Given& given, Event& event) {
  const Value& value = given.value();
  EventAction& action = event.action;
  if (value.kind == Kind::text) return take(given, action.stop);
  if (value.kind != Kind::table)
    return complain_of_type(given.complaints(), given.field, "a word or a table",
                            std::string(action_forms));
  action = read_table<EventAction>(given.context, action_table, value, "'action'");
  const bool idle = value.keys.size() == 1 && value.keys[0].text == "stop" &&
                    value.items[0].kind == Kind::truth && !action.stop;
  if (value.keys.empty() || idle)
    given.complaints().add(code::missing, value.place, "'action' asks for nothing",
                           std::string(action_forms));
}

constexpr Form action_word = form::word("action", words::action_words);
constexpr Form action_parts = form::table(action_table);
constexpr Form action_form{.kind = Form::Kind::either,
                           .noun = "action",
                           .words = words::action_words,
                           .items = &action_word,
                           .other = &action_parts};

constexpr Row event_rows[] = {
    {"name", form::name(Named::event), into<&Event::name>(), "`event2` and the like if not given"},
    {"when", form::text("a formula in quotes"), into<&Event::when>(),
     "the event is where it is zero", Need::yes, "when = \"bob.y'\": where it is 0", "formula"},
    {"direction", form::word("direction", words::direction_words), into<&Event::direction>(),
     "which way it must cross zero; `any` if not given"},
    {"action", action_form, by<read_action>(),
     "`record`: it is listed in the results, as every event is, so if not given; `stop`: the run "
     "ends there; or one or more of the keys below",
     Need::no, "", "`record`, `stop` or `{ stop, set, switch, impact }`"},
};

}  // namespace

constinit const Table observable_table =
    table_of<Observable>({"observable", "[[observe]]", observable_rows});
constinit const Table event_table = table_of<Event>({"event", "[[events]]", event_rows});

}  // namespace zwang::read
