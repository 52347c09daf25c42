// SPDX-License-Identifier: Apache-2.0
#include "read/model.h"

#include <algorithm>

#include "read/limits.h"
#include "read/sections.h"
#include "read/tree.h"

namespace zwang::read {

namespace {

const Keys& top_level() {
  static const Keys keys{{"title", "parameters", "define", "coordinates", "particles", "bodies",
                          "ground", "free", "forces", "constraints", "controls", "nonideal",
                          "simulate", "extremal", "observe", "events", "draw"},
                         {"sweep"}};
  return keys;
}

void read_title(Context& context, const Field& field, std::string& title) {
  if (field.value->kind != Kind::text) complain_of_type(context.complaints, field, "a text");
  title = field.value->text;
}

/// What was not named is named after its number; families use the name i for theirs.
void finish_names(Context& context, Description& description) {
  const auto family = [](const auto& one) { return one.count.given(); };
  context.names.compare(
      context.complaints,
      std::any_of(description.coordinates.begin(), description.coordinates.end(), family) ||
          std::any_of(description.particles.begin(), description.particles.end(), family));
  const auto name = [&](auto& list, const char* word) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].name.text.empty()) list[i].name.text = context.names.fresh(word, i + 1);
  };
  name(description.constraints, "constraint");
  name(description.observe, "observable");
  name(description.events, "event");
}

void read_sections(Context& context, const Value& root, Description& description) {
  const Section section(context.complaints, root, "a model", top_level());
  const auto take = [&](const char* key, auto& result, auto read) {
    if (const Field field = section.find(key)) result = read(context, field);
  };
  if (const Field title = section.find("title")) read_title(context, title, description.title);
  take("parameters", description.parameters, read_parameters);
  take("define", description.definitions, read_definitions);
  take("coordinates", description.coordinates, read_coordinates);
  take("particles", description.particles, read_particles);
  take("bodies", description.bodies, read_bodies);
  take("ground", description.ground, read_ground);
  take("free", description.free, read_free);
  take("forces", description.forces, read_forces);
  take("constraints", description.constraints, read_constraints);
  take("controls", description.controls, read_controls);
  take("nonideal", description.nonideal, read_nonideal);
  take("simulate", description.simulate, read_simulation);
  take("extremal", description.extremal, read_extremal);
  description.time = context.time;
  take("observe", description.observe, read_observables);
  take("events", description.events, read_events);
  take("draw", description.draw, read_drawing);
}

}  // namespace

Reading read(std::string_view text, std::string source) {
  Reading reading;
  reading.description.source = std::move(source);
  if (const auto excess = find_excess(text)) {
    reading.diagnostics.push_back(*excess);
    return reading;
  }
  reading.description.text = text;
  const Tree tree = parse(text);
  if (tree.problem) {
    reading.diagnostics.push_back(*tree.problem);
    return reading;
  }
  Context context;
  read_sections(context, tree.root, reading.description);
  finish_names(context, reading.description);
  reading.diagnostics = context.complaints.take();
  return reading;
}

}  // namespace zwang::read
