// SPDX-License-Identifier: Apache-2.0
// Robots that hold on to the world: what their joints and hands carry, by Newton's laws for the whole
// and by cutting them free.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "api/run_files.h"

namespace zwang::test {
namespace {

using Three = std::array<double, 3>;

Three plus(const Three& u, const Three& v, double s = 1) {
  return {u[0] + s * v[0], u[1] + s * v[1], u[2] + s * v[2]};
}

void expect_near(const Three& found, const Three& known, double allowed, const std::string& what) {
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], known[k], allowed) << what << k;
}

const ConstraintForce& force_of(const Summary& summary, const std::string& name) {
  for (const ConstraintForce& force : summary.forces) {
    if (force.name == name) return force;
  }
  ADD_FAILURE() << "no constraint " << name;
  return summary.forces.front();
}

const JointForce& joint_of(const Summary& summary, const std::string& body) {
  for (const JointForce& joint : summary.joints) {
    if (joint.body == body) return joint;
  }
  ADD_FAILURE() << "no body " << body;
  return summary.joints.front();
}

Three at_end(const Trajectory& motion, const std::string& column) {
  return {motion.column(column + ".x").back(), motion.column(column + ".y").back(),
          motion.column(column + ".z").back()};
}

const std::string models_folder = ZWANG_TEST_DATA "/../../models/";

/// The model with more text behind it, as if it stood beside the others.
Model with_more(const std::string& file, const std::string& more) {
  Description description = load_model(models_folder + file).description();
  return read_model(description.text + more, models_folder + file);
}

// Masses of arm.urdf.
const std::map<std::string, double> arm_masses{
    {"shoulder", 3.2}, {"upper_arm", 2.7}, {"elbow", 1.8}, {"forearm", 1.6},
    {"wrist", 0.7},    {"palm", 0.5},      {"hand", 0.6}};

// Newton for the whole arm: what the knob and the pedestal exert, less the weight, moves its mass.
TEST(ArmHoldingAPoint, IsMovedByTheKnobAndThePedestal) {
  std::string observe;
  for (const auto& [link, mass] : arm_masses) {
    observe += "[[observe]]\nname = 'a_" + link + "'\nformula = \"arm." + link + ".center''\"\n";
  }
  RunOptions options = to_rounding(1e-10);
  options.duration = 1.3;
  const Trajectory motion = run(with_more("arm_holding_a_point.toml", observe), options);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.freedom, 4u);
  EXPECT_EQ(summary.kernel, "bodies");  // an observable that reads a reaction changes no instant
  Three needed{0, 0, 0};
  double mass = 0;
  for (const auto& [link, m] : arm_masses) {
    needed = plus(needed, at_end(motion, "a_" + link), m);
    mass += m;
  }
  needed[2] += mass * 9.81;
  const ConstraintForce& grip = force_of(summary, "grip");
  ASSERT_EQ(grip.bodies.size(), 1u);
  EXPECT_TRUE(grip.unique);
  const Three sum = plus(grip.bodies[0].force, joint_of(summary, "arm.base").force);
  expect_near(sum, needed, 1e-9, "force");
  for (const JointForce& joint : summary.joints) EXPECT_TRUE(joint.unique) << joint.body;
  // A point transmits no torque, and grip's own column is the length of its force.
  expect_near(grip.bodies[0].torque, {0, 0, 0}, 1e-12, "torque");
  const Three& F = grip.bodies[0].force;
  EXPECT_NEAR(motion.column("grip").back(), std::hypot(F[0], F[1], F[2]), 1e-9);
  EXPECT_LE(summary.max_position_residual, 1e-12);
}

// Let go of the knob, and push the fingertip with the force that the knob had: it stays at rest, and
// the arm goes on as before.
TEST(ArmHoldingAPoint, CannotTellTheKnobFromItsForce) {
  RunOptions options = to_rounding(1e-11);
  options.duration = 0.8;
  const Trajectory held = run_file("arm_holding_a_point.toml", options);
  const Three F = force_of(held.summary(), "grip").bodies.at(0).force;
  const std::string text =
      "[free]\ngravity = [0, 0, -9.81]\n[parameters]\nX = 0\nY = 0\nZ = 0\n"
      "[[bodies]]\nname = 'arm'\nfile = 'robots/arm.urdf'\n"
      "[[forces]]\non = 'arm.finger.origin'\nforce = ['X', 'Y', 'Z']\n"
      "[[observe]]\nname = 'tip'\nformula = \"arm.finger.origin''\"\n";
  const Model model =
      read_model(text, models_folder + "pushed.toml", {{"X", F[0]}, {"Y", F[1]}, {"Z", F[2]}});
  const ModelInstant pushed = solve_instant(model, held.summary().end);
  for (const double a : pushed.observables) EXPECT_NEAR(a, 0, 1e-9);
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_NEAR(pushed.instant.acceleration[k],
                held.column(held.model().coordinates()[k] + "''").back(), 1e-7)
        << k;
  }
}

/// Its mass and where its center lies: masses of the capsules, boxes and balls of humanoid.xml by
/// their joints' own forces at rest would be circular, so by a run of the same robot in free fall.
double mass_of_humanoid() {
  const std::string text =
      "[free]\ngravity = [0, 0, 0]\n[[bodies]]\nname = 'man'\n"
      "file = 'robots/humanoid.xml'\n";
  Model model = read_model(text, models_folder + "drifting.toml");
  State state = model.start();
  assign(model, "man.pelvis.joint_velocity.x", 1, state);  // all of it drifts at 1
  return 2 * solve_instant(model, state).energy - 2 * solve_instant(model).energy;
}

TEST(Humanoid, WeighsWhatItsFeetCarryAtRest) {
  Description description = load_model(models_folder + "humanoid_standing.toml").description();
  std::string text = description.text;
  text.replace(text.find("[simulate]\n"), 11, "[simulate]\nstart = \"equilibrium\"\n");
  const std::size_t push = text.find("100*exp");
  text.replace(push, 3, "0");
  RunOptions options;
  options.duration = 0.01;
  options.samples = 2;
  const Trajectory motion =
      run(read_model(text, models_folder + "humanoid_standing.toml"), options);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.rank, 12u);
  EXPECT_EQ(summary.freedom, 18u);
  EXPECT_TRUE(summary.redundant.empty());
  EXPECT_TRUE(summary.undetermined.empty());
  const double weight = 9.81 * mass_of_humanoid();
  EXPECT_NEAR(weight, 513.6, 0.5);
  Three sum{0, 0, 0}, moment{0, 0, 0};
  for (const char* const foot : {"left_foot", "right_foot"}) {
    const ConstraintForce& force = force_of(summary, foot);
    EXPECT_TRUE(force.unique) << foot;
    ASSERT_EQ(force.bodies.size(), 1u);
    EXPECT_NEAR(force.bodies[0].force[2], weight / 2, 1e-6 * weight) << foot;
    sum = plus(sum, force.bodies[0].force);
    moment = plus(moment, force.bodies[0].torque);
  }
  // At rest to the precision of the equilibrium.
  expect_near(sum, {0, 0, weight}, 1e-6 * weight, "sum");
  // It is its own mirror image: no moment about x and z.
  EXPECT_NEAR(moment[0], 0, 1e-6 * weight);
  EXPECT_NEAR(moment[2], 0, 1e-6 * weight);
}

// With locked joints the legs are one rigid body, which two welds hold twice: six of the rows repeat
// the others, and how the feet share the load is anybody's guess. Their sum is not.
TEST(Humanoid, WithStiffLegsKnowsNotHowItsFeetShareTheLoad) {
  std::string locks = "[[constraints]]\nname = 'locks'\nequations = [\n";
  for (const std::string side : {"left_", "right_"}) {
    for (const char* const joint :
         {"hip_turn", "hip_spread", "thigh", "shin", "ankle_pitch", "foot"}) {
      locks += "'man." + side + joint + ".angle = 0',\n";
    }
  }
  RunOptions options;
  options.duration = 0.05;
  options.samples = 2;
  const Trajectory motion = run(with_more("humanoid_standing.toml", locks + "]\n"), options);
  const Summary& summary = motion.summary();
  ASSERT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_EQ(summary.rows, 24u);
  EXPECT_EQ(summary.rank, 18u);
  EXPECT_EQ(summary.freedom, 12u);
  EXPECT_FALSE(force_of(summary, "left_foot").unique);
  EXPECT_FALSE(force_of(summary, "right_foot").unique);
  EXPECT_FALSE(joint_of(summary, "man.left_shin").unique);
  EXPECT_TRUE(joint_of(summary, "man.head").unique);
}

}  // namespace
}  // namespace zwang::test
