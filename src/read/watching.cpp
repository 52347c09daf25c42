// SPDX-License-Identifier: Apache-2.0
// What of the motion is shown and what is waited for: [[observe]] and [[events]].

#include "read/pairs.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

constexpr std::string_view action_forms =
    "\"record\", \"stop\" or a table with stop, set, switch or impact";

Observable read_observable(Context& context, const Value& table) {
  static const Keys keys{{"name", "formula", "for"}};
  const Section section(context.complaints, table, "[[observe]]", keys);
  Observable observable;
  observable.name = context.names.add(context.complaints, section.find("name"), Named::observable);
  if (!section.has("name")) observable.name.at = table.at;
  observable.formula = read_formula(context.complaints, section.need("formula"));
  observable.for_each = read_text(context.complaints, section.find("for"), range_words);
  return observable;
}

EventAction read_action_table(Complaints& complaints, const Field& field) {
  static const Keys keys{{"stop", "set", "switch", "impact"}};
  const Section section(complaints, *field.value, "'action'", keys);
  EventAction action;
  const Field stop = section.find("stop");
  action.stop = read_truth(complaints, stop);
  action.set = read_pairs(complaints, section.find("set"), "set = { \"bob.x'\" = 0 }",
                          [&](const Field& value) { return read_formula(complaints, value); });
  action.switches = read_pairs(complaints, section.find("switch"), "switch = { rod = false }",
                               [&](const Field& value) { return read_truth(complaints, value); });
  action.impact =
      read_pairs(complaints, section.find("impact"), "impact = { rod = 0.5 }",
                 [&](const Field& value) { return read_formula(complaints, value, fraction); });
  const bool idle = stop && stop.value->kind == Kind::truth && !action.stop;
  if (field.value->keys.size() == (idle ? 1 : 0))
    complaints.add(code::missing, field.value->place, "'action' asks for nothing",
                   std::string(action_forms));
  return action;
}

EventAction read_action(Complaints& complaints, const Field& field) {
  static const std::vector<std::string> words = {"record", "stop"};
  EventAction action;
  if (!field) return action;
  if (field.value->kind == Kind::table) return read_action_table(complaints, field);
  if (field.value->kind == Kind::text) {
    action.stop = read_word(complaints, field, "action", words) == 1;
  } else {
    complain_of_type(complaints, field, "a word or a table", std::string(action_forms));
  }
  return action;
}

Event read_event(Context& context, const Value& table) {
  static const Keys keys{{"name", "when", "direction", "action"}};
  static const std::vector<std::string> directions = {"any", "rising", "falling"};
  Complaints& complaints = context.complaints;
  const Section section(complaints, table, "[[events]]", keys);
  Event event;
  event.at = table.at;
  event.name = context.names.add(complaints, section.find("name"), Named::event);
  if (!section.has("name")) event.name.at = table.at;
  event.when = read_text(complaints, section.need("when", "when = \"bob.y'\": where it is 0"),
                         "a formula in quotes");
  const int direction = read_word(complaints, section.find("direction"), "direction", directions);
  if (direction > 0) event.direction = static_cast<Event::Direction>(direction);
  event.action = read_action(complaints, section.find("action"));
  return event;
}

}  // namespace

std::vector<Observable> read_observables(Context& context, const Field& field) {
  std::vector<Observable> observables;
  for (const Value* const table : tables(context.complaints, field, "[[observe]]"))
    observables.push_back(read_observable(context, *table));
  return observables;
}

std::vector<Event> read_events(Context& context, const Field& field) {
  std::vector<Event> events;
  for (const Value* const table : tables(context.complaints, field, "[[events]]"))
    events.push_back(read_event(context, *table));
  return events;
}

}  // namespace zwang::read
