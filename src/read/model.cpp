// SPDX-License-Identifier: Apache-2.0
#include "read/model.h"

#include <algorithm>

#include "read/fill.h"
#include "read/limits.h"
#include "read/plane/lift.h"
#include "read/section.h"
#include "read/sections.h"
#include "read/tree.h"

namespace zwang::read {

namespace {

constexpr Form number_form = form::formula();
constexpr Form control_form = form::table(control_table);
constexpr Form unit_form = form::text("a unit in quotes");

constinit const Table plane_table =
    table_of<Description>({.name = "plane",
                           .label = "[plane]",
                           .rows = {},
                           .about = "Everything moves in the plane x, y."});

void read_plane(const Given& given, Description& description) {
  description.plane = is_table_of(given, plane_table);
  const Section plane(given.complaints(), given.value(), "[plane]", plane_table);
}

void read_title(const Given& given, Description& description) { take(given, description.title); }
void read_about(const Given& given, Description& description) { take(given, description.about); }

constexpr Row model_rows[] = {
    {"title", {.kind = Form::Kind::free_text}, by<read_title>(), "of the model"},
    {"about",
     {.kind = Form::Kind::free_text},
     by<read_about>(),
     "what the page says of it under the title: paragraphs, lists, `code`, **bold**, as in "
     "Markdown"},
    {"parameters", form::named(Named::parameter, "[parameters]", parameter_forms),
     by<read_parameters>(), "named numbers; they may depend on each other, in any order"},
    {"units",
     {.kind = Form::Kind::labelled, .noun = "[units]", .items = &unit_form},
     by<read_units>(),
     "units to show results in, instead of those of the SI",
     Need::no,
     "",
     "`{ length = \"mm\", angle = \"deg\" }`"},
    {"define", form::named(Named::definition, "[define]", number_form), by<read_definitions>(),
     "names for formulas"},
    {"plane", form::table(plane_table), by<read_plane>(),
     "everything moves in the plane x, y: vectors have two components, bodies one angle"},
    {"coordinates", form::named(Named::coordinate, "[coordinates]", coordinate_forms),
     by<read_coordinates>(), "generalized coordinates and families of them, with their start"},
    {"particles", form::tables(particle_table), into<&Description::particles>(), "point masses"},
    {"bodies", form::tables(body_table), into<&Description::bodies>(),
     "rigid bodies, each with the joint that connects it to its parent"},
    {"ground", form::table(ground_table), by<read_ground>(), "fixed points and shapes"},
    {"free", form::table(free_table), into<&Description::free>(),
     "the free motion, without constraints"},
    {"forces", form::tables(force_table), into<&Description::forces>(),
     "forces, potentials and springs"},
    {"constraints", form::tables(constraint_table), into<&Description::constraints>(),
     "equations and inequalities that constrain the motion"},
    {"contacts", form::tables(contact_table), into<&Description::contacts>(),
     "shapes that touch each other"},
    {"controls", form::named(Named::control, "[controls]", control_form), by<read_controls>(),
     "unknown forces, determined by servo constraints"},
    {"nonideal", form::tables(nonideal_table), into<&Description::nonideal>(),
     "friction, and forces that depend on reactions"},
    {"simulate", form::table(simulation_table), into<&Description::simulate>(),
     "time integration from the start"},
    {"extremal", form::table(extremal_table), into<&Description::extremal>(),
     "a boundary-value problem: curves between two ends"},
    {"linear", form::table(linear_table), into<&Description::linear>(),
     "linear equations of small motions near a state: modes, stability, response"},
    {"observe", form::tables(observable_table), into<&Description::observe>(),
     "formulas that become columns of the results"},
    {"events", form::tables(event_table), into<&Description::events>(),
     "moments to locate, and what to do then"},
    {"draw", form::table(drawing_table), into<&Description::draw>(),
     "points and lines to draw on the page"},
    {"sweep", form::table(sweep_table), by<look_at_sweep>(), "many runs with other values"},
    {"fit", form::table(fit_table), by<look_at_fit>(), "parameters that fit measurements"},
    {"periodic", form::table(periodic_table), by<look_at_periodic>(),
     "a motion that returns to its start: its period and stability"},
    {"optimise", {}, {}, "parameters for which a number of the motion is least", Need::later},
};

/// What was not named is named after its number; families use the name i for theirs.
void finish_names(Context& context, Description& description) {
  const auto family = [](const auto& one) { return one.count.given(); };
  context.names.compare(
      context.complaints,
      std::any_of(description.coordinates.begin(), description.coordinates.end(), family) ||
          std::any_of(description.particles.begin(), description.particles.end(), family) ||
          std::any_of(description.bodies.begin(), description.bodies.end(), family) ||
          std::any_of(description.controls.begin(), description.controls.end(), family));
  const auto name = [&](auto& list, const char* word) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].name.text.empty()) list[i].name.text = context.names.fresh(word, i + 1);
  };
  name(description.constraints, "constraint");
  name(description.observe, "observable");
  name(description.events, "event");
}

}  // namespace

constinit const Table model_table = table_of<Description>({"model", "a model", model_rows});

Reading read(std::string_view text, std::string source) {
  Reading reading;
  reading.description.source = std::move(source);
  if (const auto excess = find_excess(text)) {
    reading.diagnostics.push_back(*excess);
    return reading;
  }
  reading.description.text = text;
  Tree tree = parse(text);
  if (tree.problem) {
    reading.diagnostics.push_back(*tree.problem);
    return reading;
  }
  Context context;
  Description& description = reading.description;
  lift_plane(tree.root, context.complaints);
  const Section section(context.complaints, tree.root, std::string(model_table.label), model_table);
  fill(context, model_table, section, &description);
  description.time = context.time;
  finish_names(context, description);
  reading.diagnostics = context.complaints.take();
  return reading;
}

}  // namespace zwang::read
