// SPDX-License-Identifier: Apache-2.0
#include "api/canonical_text.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "api/texts.h"

namespace zwang::test {
namespace {

using Change = std::function<void(Description&)>;

TEST(CanonicalText, EveryChangeOfAModelChangesIt) {
  const std::vector<Change> changes = {
      [](Description&) {},
      [](Description& d) { d.parameters[0].value = 2.0; },
      [](Description& d) { d.parameters[0].name = "mass"; },
      [](Description& d) {
        d.definitions = {{"r", "norm(bob)"}};
      },
      [](Description& d) { d.coordinates.emplace_back().name = "x"; },
      [](Description& d) { d.particles[0].mass = 2; },
      [](Description& d) { d.particles[0].position[0] = 2; },
      [](Description& d) {
        d.particles[0].velocity = {0, 0};
      },
      [](Description& d) {
        d.particles[0].force = {1, 0};
      },
      [](Description& d) { d.particles[0].count = 3; },
      [](Description& d) {
        d.ground = {{"pivot", {0, 0}}};
      },
      [](Description& d) { d.free.lagrangian = "1"; },
      [](Description& d) { d.free.kinetic = "1"; },
      [](Description& d) { d.free.potential = "1"; },
      [](Description& d) { d.free.mass = {{1}}; },
      [](Description& d) { d.free.force = {1}; },
      [](Description& d) { d.free.acceleration = {1}; },
      [](Description& d) { d.free.gravity = {1}; },
      [](Description& d) { d.free.order = 1; },
      [](Description& d) { d.forces.emplace_back().potential = "1"; },
      [](Description& d) { d.forces.emplace_back().on = "1"; },
      [](Description& d) { d.forces.emplace_back().spring.emplace().damping = 1; },
      [](Description& d) { d.constraints[0].equations.push_back("bob.x = 0"); },
      [](Description& d) { d.constraints[0].weight = 2; },
      [](Description& d) { d.constraints[0].drift.policy = Drift::Policy::none; },
      [](Description& d) { d.constraints[0].drift.alpha = 1; },
      [](Description& d) { d.constraints[0].for_each = "i in 1..2"; },
      [](Description& d) { d.constraints[0].restitution = 1; },
      [](Description& d) { d.constraints[0].friction = 1; },
      [](Description& d) { d.constraints[0].servo = {"u"}; },
      [](Description& d) { d.constraints[0].gains = {1}; },
      [](Description& d) { d.controls.emplace_back().name = "u"; },
      [](Description& d) { d.controls.emplace_back().weight = 2; },
      [](Description& d) { d.nonideal.emplace_back(); },
      [](Description& d) { d.nonideal.emplace_back().on = "bob"; },
      [](Description& d) { d.nonideal.emplace_back().force = {1}; },
      [](Description& d) { d.nonideal.emplace_back().law = ReactionLaw::explicit_; },
      [](Description& d) { d.nonideal.emplace_back().for_each = "i in 1..2"; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace(); },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().constraints = {"rod"}; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().coefficient = 1; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().static_coefficient = 1; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().on = "bob"; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().velocity = {1}; },
      [](Description& d) { d.nonideal.emplace_back().friction.emplace().sliding = "1"; },
      [](Description& d) { d.events.emplace_back(); },
      [](Description& d) { d.events.emplace_back().name = "a"; },
      [](Description& d) { d.events.emplace_back().when = "a"; },
      [](Description& d) { d.events.emplace_back().direction = Event::Direction::rising; },
      [](Description& d) { d.events.emplace_back().action.stop = true; },
      [](Description& d) {
        d.events.emplace_back().action.set = {{"a", "1"}};
      },
      [](Description& d) {
        d.events.emplace_back().action.switches = {{"a", false}};
      },
      [](Description& d) {
        d.events.emplace_back().action.switches = {{"a", true}};
      },
      [](Description& d) {
        d.events.emplace_back().action.impact = {{"a", "1"}};
      },
      [](Description& d) { d.observe[0].formula = "bob.x"; },
      [](Description& d) { d.simulate.reset(); },
      [](Description& d) { d.simulate->from = 1; },
      [](Description& d) { d.simulate->duration = 1; },
      [](Description& d) { d.simulate->tolerance = 1; },
      [](Description& d) { d.simulate->absolute = 1; },
      [](Description& d) { d.simulate->method = "rk4"; },
      [](Description& d) { d.simulate->kernel = "bellman"; },
      [](Description& d) { d.simulate->step = 1; },
      [](Description& d) { d.simulate->output = 1; },
      [](Description& d) { d.simulate->every = 1; },
      [](Description& d) { d.simulate->every_step = true; },
      [](Description& d) { d.simulate->start = StartPolicy::strict; },
      [](Description& d) { d.simulate->rank_change = RankPolicy::stop; },
      [](Description& d) { d.simulate->impact = ImpactPolicy::simultaneous; },
      [](Description& d) { d.simulate->sensitivity = {"l"}; },
      [](Description& d) { d.extremal.emplace(); },
      [](Description& d) { d.extremal.emplace().integrand = "1"; },
      [](Description& d) { d.extremal.emplace().from.t = 1; },
      [](Description& d) { d.extremal.emplace().to.t = 1; },
      [](Description& d) { d.extremal.emplace().from.on = {"a = 1"}; },
      [](Description& d) { d.extremal.emplace().to.on = {"a = 1"}; },
      [](Description& d) { d.extremal.emplace().subject = {"a"}; },
      [](Description& d) { d.extremal.emplace().periodic = {"a"}; },
      [](Description& d) { d.extremal.emplace().all = 2; },
      [](Description& d) { d.extremal.emplace().tolerance = 1; },
      [](Description& d) { d.extremal.emplace().method = "shooting"; },
      [](Description& d) { d.extremal.emplace().cross_check = true; },
      [](Description& d) { d.extremal.emplace().output = 2; },
      [](Description& d) {
        d.extremal.emplace().from.values = {{"a", "1"}};
      },
      [](Description& d) {
        d.extremal.emplace().to.values = {{"a", "1"}};
      },
      [](Description& d) {
        d.extremal.emplace().unknowns = {{"a", "1"}};
      },
      [](Description& d) {
        d.extremal.emplace().guess = {{"a", "1"}};
      },
      [](Description& d) {
        d.extremal.emplace().follow = {{"a", "1"}};
      },
      [](Description& d) { d.time = "s"; },
      [](Description& d) {
        d.extremal.emplace();
        d.time = "s";
      },
  };
  std::set<std::string> texts;
  for (const Change& change : changes) {
    Description description = pendulum_in_code();
    change(description);
    texts.insert(canonical_text(description));
  }
  EXPECT_EQ(texts.size(), changes.size());
}

TEST(CanonicalText, PiecesDoNotRunTogether) {
  Description x, y;
  x.parameters = {{"a", "1;1:b"}};
  y.parameters = {{"a", "1"}, {"b", ""}};
  EXPECT_NE(canonical_text(x), canonical_text(y));
}

TEST(CanonicalText, DoesNotDependOnPlacesAndTitles) {
  Description x = pendulum_in_code(), y = pendulum_in_code();
  y.title = "another";
  y.source = "another.toml";
  y.constraints[0].name.at = {7, 1};
  EXPECT_EQ(canonical_text(x), canonical_text(y));
}

}  // namespace
}  // namespace zwang::test
