// SPDX-License-Identifier: Apache-2.0
// Forces, parameters and states that come from outside: against closed forms, and against the same written
// as formulas of the model.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "clocked_texts.h"

namespace zwang::test {
namespace {

const std::string puck_text = R"toml(
[parameters]
g = 0
[[particles]]
name = "puck"
mass = 2
position = [0, 0]
[free]
gravity = [0, "-g"]
[simulate]
duration = 3
)toml";

// What an exception says; empty where there is none.
template <class Call>
std::string complaint(Call call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Forces, AreHeldBetweenCalls) {
  Simulation simulation(model_of(puck_text));
  double x = 0, v = 0, work = 0;
  const double forces[] = {4, -1, 0, 7.5, -20};
  for (const double force : forces) {
    simulation.apply("puck", {force, 0});
    ASSERT_EQ(simulation.advance(0.3), Ending::done);
    const double before = x;
    x += v * 0.3 + 0.5 * (force / 2) * 0.09;
    v += 0.3 * force / 2;
    work += force * (x - before);
    EXPECT_NEAR(simulation.state().q[0], x, 1e-12);
    EXPECT_NEAR(simulation.state().v[0], v, 1e-12);
  }
  const EnergyBooks books = simulation.summary().energy;
  EXPECT_NEAR(books.work_applied, work, 1e-11);
  EXPECT_NEAR(books.drift, 0, 1e-11);
  simulation.apply("puck.x", 1.0);  // one of its coordinates
  simulation.apply("puck.x", 0.0);
  simulation.advance(0.1);
  EXPECT_NEAR(simulation.state().v[0], v, 1e-12);
}

// A tick of a controller: what is held is a formula of t that jumps, which a run in pieces follows too.
TEST(Forces, OfAControllerAreThoseOfItsLaw) {
  RunOptions options;
  options.tolerance = 1e-10;
  const Model model = model_of(pendulum_text);
  const auto law = [](double, std::span<const double> q, std::span<const double> v,
                      std::span<double> force) {
    force[0] = -8 * (q[0] - 0.3) - 2 * v[0];
    force[1] = -1.5 * v[1] + 0.1 * q[0] * q[1];
  };
  options.forces["bob"] = law;
  const Summary called = run(model, options).summary();
  ASSERT_EQ(called.ending, Ending::done) << called.message;
  std::string text = pendulum_text;
  text.insert(text.find("[free]"),
              "force = [\"-8*(bob.x - 0.3) - 2*bob.x'\", \"-1.5*bob.y' + 0.1*bob.x*bob.y\"]\n");
  RunOptions plain;
  plain.tolerance = 1e-10;
  const Summary written = run(model_of(text), plain).summary();
  Simulation simulation(model, options);
  for (int k = 0; k < 40; ++k) ASSERT_EQ(simulation.advance(0.05), Ending::done);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(called.end.q[i], written.end.q[i], 1e-9);
    EXPECT_NEAR(called.end.v[i], written.end.v[i], 1e-8);
    EXPECT_NEAR(simulation.state().q[i], written.end.q[i], 1e-9);
  }
  EXPECT_NEAR(called.energy.work_applied, written.energy.work_applied, 1e-8);
  EXPECT_LT(std::abs(called.energy.drift), 1e-8);
}

// The derivatives of a law are nobody's: implicit methods take differences.
TEST(Forces, OfAStiffLawAreTakenByImplicitMethods) {
  RunOptions options;
  options.method = "radau5";
  options.tolerance = 1e-7;
  options.forces["puck.x"] = [](double t, std::span<const double> q, std::span<const double> v,
                                std::span<double> force) {
    force[0] = -2e4 * (q[0] - std::sin(t)) - 2e4 * v[0];
  };
  const Summary stiff = run(model_of(puck_text), options).summary();
  ASSERT_EQ(stiff.ending, Ending::done) << stiff.message;
  EXPECT_LT(stiff.steps, 300);
  // x' ≈ sin t − x, but for 1e-4: x ≈ (sin t − cos t + e^{−t})/2.
  EXPECT_NEAR(stiff.end.q[0], 0.5 * (std::sin(3.0) - std::cos(3.0) + std::exp(-3.0)), 2e-4);
  options.method = "bdf";
  options.forces = {{"bob", [](double, std::span<const double>, std::span<const double> v,
                               std::span<double> force) {
                       for (std::size_t i = 0; i < 2; ++i) force[i] = -0.4 * v[i];
                     }}};
  const Summary called = run(model_of(pendulum_text), options).summary();
  ASSERT_EQ(called.ending, Ending::done) << called.message;
  std::string text = pendulum_text;
  text.insert(text.find("[free]"), "force = \"-0.4*bob'\"\n");
  options.forces.clear();
  const Summary written = run(model_of(text), options).summary();
  EXPECT_NEAR(called.end.q[0], written.end.q[0], 1e-5);
  EXPECT_NEAR(called.energy.work_applied, written.energy.work_applied, 1e-5);
}

// At its center of mass, and a torque; by the recursion and by the full matrices.
TEST(Forces, OnBodiesAreThoseOfTheModel) {
  const std::string written =
      "[[forces]]\non = \"arm\"\nforce = [3, -2, 1]\ntorque = [0.5, 0.2, -1.4]\n"
      "[[forces]]\non = \"tip\"\nforce = [-1, 0.5, 2]\ntorque = [0.1, -0.3, 0.2]\n";
  for (const char* const kernel : {"auto", "explicit"}) {
    RunOptions options;
    options.kernel = kernel;
    options.tolerance = 1e-11;
    const Summary expected = run(model_of(arm_text(written)), options).summary();
    Simulation simulation(model_of(arm_text()), options);
    simulation.apply("arm", {3, -2, 1, 0.5, 0.2, -1.4});
    simulation.apply("tip", {-1, 0.5, 2, 0.1, -0.3, 0.2});
    ASSERT_EQ(simulation.advance_to(2), Ending::done) << simulation.message();
    for (std::size_t i = 0; i < expected.end.q.size(); ++i) {
      EXPECT_NEAR(simulation.state().q[i], expected.end.q[i], 1e-8) << kernel << i;
      EXPECT_NEAR(simulation.state().v[i], expected.end.v[i], 1e-7) << kernel << i;
    }
    const Summary found = simulation.summary();
    EXPECT_NEAR(found.energy.work_applied, expected.energy.work_applied, 1e-7) << kernel;
    EXPECT_LT(std::abs(found.energy.drift), 1e-7) << kernel;
    ASSERT_EQ(found.joints.size(), expected.joints.size());
    for (std::size_t k = 0; k < found.joints.size(); ++k) {
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(found.joints[k].force[i], expected.joints[k].force[i], 1e-6) << kernel;
    }
  }
}

// Held by friction below its limit, sliding beyond it, and lifted off the floor.
TEST(Forces, OpenContactsAndMakeThemSlip) {
  std::string text = block_text;
  text.erase(text.find("force ="), text.find("[free]") - text.find("force ="));
  Simulation simulation(model_of(text));
  const double weight = 3 * 9.81, limit = 0.4 * weight;
  simulation.apply("block", {0.99 * limit, 0});
  ASSERT_EQ(simulation.advance(0.5), Ending::done) << simulation.message();
  EXPECT_NEAR(simulation.state().q[0], 0, 1e-12);
  simulation.apply("block", {limit + 6, 0});
  ASSERT_EQ(simulation.advance(0.5), Ending::done) << simulation.message();
  ASSERT_FALSE(simulation.events().empty());
  EXPECT_EQ(simulation.events()[0].what, "slip");
  EXPECT_EQ(simulation.events()[0].state.t, 0.5);
  EXPECT_NEAR(simulation.state().q[0], 0.5 * 2 * 0.25, 1e-10);
  EXPECT_NEAR(simulation.state().v[0], 1, 1e-10);
  simulation.apply("block", {0, weight + 3});
  ASSERT_EQ(simulation.advance(1), Ending::done) << simulation.message();
  EXPECT_EQ(simulation.events()[0].what, "leave");
  EXPECT_NEAR(simulation.state().q[1], 0.5, 1e-10);
  EXPECT_NEAR(simulation.state().v[0], 1, 1e-10);
  EXPECT_LT(std::abs(simulation.summary().energy.drift), 1e-9);
}

TEST(Forces, OfParametersThatAreSet) {
  Simulation simulation(model_of(puck_text));
  simulation.set("g", 2);
  ASSERT_EQ(simulation.advance(0.5), Ending::done);
  simulation.set("g", -3);
  ASSERT_EQ(simulation.advance(0.5), Ending::done);
  EXPECT_NEAR(simulation.state().v[1], -1 + 1.5, 1e-12);
  EXPECT_NEAR(simulation.state().q[1], -0.25 - 0.5 + 0.375, 1e-12);
  EXPECT_EQ(simulation.model().parameter_values()[0], -3);
  EXPECT_NEAR(simulation.summary().energy.drift, 0, 1e-12);
  // A rod that is longer takes the bob along.
  Simulation pendulum(model_of(pendulum_text));
  pendulum.advance(0.3);
  pendulum.set("l", 1.25);
  EXPECT_NEAR(std::hypot(pendulum.state().q[0], pendulum.state().q[1]), 1.25, 1e-12);
  EXPECT_EQ(pendulum.advance(1), Ending::done);
  EXPECT_NEAR(std::hypot(pendulum.state().q[0], pendulum.state().q[1]), 1.25, 1e-12);
  // A restitution is a number of the equations themselves.
  std::string text = ball_text;
  text.insert(0, "[parameters]\ne = 0.5\n");
  text.replace(text.find("restitution = 0.5"), 17, "restitution = \"e\"");
  Simulation ball(model_of(text));
  ball.advance(0.1);
  ball.set("e", 1);
  const Simulation kept = ball;
  ball.advance(0.6);
  const double v = 9.81 * std::sqrt(2 / 9.81), since = 0.7 - std::sqrt(2 / 9.81);
  EXPECT_NEAR(ball.state().v[1], v - 9.81 * since, 1e-7);
  Simulation again = kept;
  again.advance(0.6);
  EXPECT_EQ(again.state().q, ball.state().q);
}

TEST(Forces, SetStates) {
  Simulation simulation(model_of(puck_text));
  simulation.advance(1);
  simulation.set_state({5, {1, 2}, {3, 4}});
  EXPECT_EQ(simulation.t(), 5);
  simulation.advance(2);
  EXPECT_NEAR(simulation.state().q[0], 7, 1e-12);
  EXPECT_NEAR(simulation.state().q[1], 10, 1e-12);
  EXPECT_NEAR(simulation.summary().energy.jumps, 25, 1e-12);
  EXPECT_NEAR(simulation.summary().energy.drift, 0, 1e-12);
}

TEST(Forces, ThatThrowEndTheRun) {
  RunOptions options;
  options.forces["puck"] = [](double t, std::span<const double>, std::span<const double>,
                              std::span<double>) {
    if (t > 1) throw std::runtime_error("out of gas");
  };
  EXPECT_THROW(run(model_of(puck_text), options), std::runtime_error);
  Simulation simulation(model_of(puck_text), options);
  EXPECT_THROW(simulation.advance_to(2), std::runtime_error);
  EXPECT_LE(simulation.t(), 1);
  simulation.apply("puck", {0, 0});
  simulation.set_state({0, {0, 0}, {1, 0}});
  EXPECT_EQ(simulation.advance(1), Ending::done);
}

TEST(Forces, ThatCannotBeAreNamed) {
  const Model model = model_of(arm_text());
  Simulation simulation(model);
  EXPECT_EQ(complaint([&] {
              simulation.apply("amr", {1, 0, 0});
            }),
            "forces: there is none called 'amr'; did you mean 'arm'?");
  EXPECT_EQ(complaint([&] {
              simulation.apply("arm", {1, 0});
            }),
            "arm: the force has 2 components; it must have 6, force and torque, or 3");
  EXPECT_EQ(complaint([&] { simulation.apply("arm.angle", std::nan("")); }),
            "arm.angle: contains nan");
  EXPECT_EQ(
      complaint([&] { simulation.apply(model.coordinates().back(), 1.0); }),
      "forces: '" + model.coordinates().back() +
          "' belongs to a joint that turns about a point; apply a torque to its body instead");
  Simulation puck(model_of(puck_text));
  EXPECT_EQ(complaint([&] { puck.apply("g", 1.0); }), "forces: 'g' is a parameter; set it instead");
  EXPECT_EQ(complaint([&] { puck.set("h", 1.0); }), "parameters: there is none called 'h'");
  EXPECT_EQ(complaint([&] { puck.set("g", std::nan("")); }), "g: contains nan");
  EXPECT_EQ(complaint([&] { puck.advance(-1); }), "dt: must be a time ahead (got -1)");
  EXPECT_EQ(complaint([&] { puck.advance(std::nan("")); }), "dt: must be a time ahead (got nan)");
  EXPECT_EQ(complaint([&] { puck.advance_to(-1); }),
            "t: must not be before the present time 0 (got -1)");
  EXPECT_NE(complaint([&] { puck.set_state({0, {1}, {0, 0}}); }), "");
  RunOptions options;
  options.samples = 10;
  EXPECT_EQ(complaint([&] { Simulation(model, options); }),
            "samples: is for runs; a simulation gives its states when it is asked");
}

}  // namespace
}  // namespace zwang::test
