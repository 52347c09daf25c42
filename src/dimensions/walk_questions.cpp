// SPDX-License-Identifier: Apache-2.0
// Events, observables, and what is asked of the motion.

#include "dimensions/walk.h"

namespace zwang::compile {

namespace {

void walk_simulate(DimensionWalk& walk, const Simulate& simulate) {
  const Measure& time = walk.names().time;
  walk.want(simulate.from, time, "from");
  walk.want(simulate.duration, time, "duration");
  walk.want(simulate.step, time, "step");
  walk.want(simulate.every, time, "every");
  walk.want(simulate.tolerance, units::plain, "tolerance");
  walk.want(simulate.output, units::plain, "output");
  walk.check(simulate.absolute);
}

void walk_pairs(DimensionWalk& walk, const std::vector<std::pair<Name, Expression>>& pairs) {
  for (const auto& [name, formula] : pairs) walk.want(formula, walk.of_name(name), name.text);
}

void walk_end(DimensionWalk& walk, const End& end) {
  walk.want(end.t, walk.names().time, walk.description().time.text);
  walk_pairs(walk, end.values);
  for (const Expression& on : end.on) walk.check(on);
}

void walk_extremal(DimensionWalk& walk, const Extremal& extremal) {
  walk.want(extremal.integrand, walk.names().energy, "integrand");
  walk_end(walk, extremal.from);
  walk_end(walk, extremal.to);
  walk_pairs(walk, extremal.unknowns);
  walk_pairs(walk, extremal.guess);
  walk_pairs(walk, extremal.follow);
  for (const Expression& condition : extremal.subject) walk.check(condition);
  walk.want(extremal.tolerance, units::plain, "tolerance");
}

void walk_event(DimensionWalk& walk, const Event& event) {
  walk.check(event.when);
  walk_pairs(walk, event.action.set);
  for (const auto& [name, restitution] : event.action.impact)
    walk.want(restitution, units::plain, name.text);
}

}  // namespace

void walk_questions(DimensionWalk& walk) {
  const Description& description = walk.description();
  for (const Event& event : description.events) walk_event(walk, event);
  if (description.simulate) walk_simulate(walk, *description.simulate);
  if (description.extremal) walk_extremal(walk, *description.extremal);
  if (description.linear) walk.want(description.linear->t, walk.names().time, "t");
  for (const Observable& observable : description.observe) {
    const DimensionWalk::Indices indices(walk, observable.for_each);
    const bool in_file = observable.formula.at.line > 0 || description.text.empty();
    const Measure found =
        in_file ? walk.check(observable.formula) : walk.measure(observable.formula);
    walk.names().names.try_emplace(observable.name.text, Measured{found});
  }
  for (const GroundPoint& point : description.draw.points) {
    for (const Expression& component : point.position) walk.check(component);
  }
}

}  // namespace zwang::compile
