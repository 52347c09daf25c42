// SPDX-License-Identifier: Apache-2.0
// Mechanisms with loops: the same motion however the world is turned, with the same rows redundant and
// the same forces unique; and closed after a long time. ZWANG_SOAK=1 takes ten minutes of motion.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "problems/turned_world.h"

namespace zwang::test {
namespace {

struct Mechanism {
  const char* model;
  double seconds;  // compared
  double allowed;  // relative to numbers greater than 1, at a tolerance of 1e-11
};

// Rounding is another in another world, and the motion enlarges it: by about ten in a second. But for
// the parallel cranks, which pass flat poses where they could fold: there it is divided by how near a
// stage of a step comes.
constexpr Mechanism mechanisms[] = {
    {"crank_rocker", 1.5, 1e-9},  {"four_bar_hinges", 1.5, 1e-4}, {"slider_crank_bodies", 2, 1e-9},
    {"five_bar", 1.5, 1e-8},      {"flyball_bodies", 1, 1e-9},    {"stewart_platform", 1, 1e-9},
    {"double_wishbone", 1, 1e-9}, {"strandbeest_legs", 1, 1e-9},  {"cardan_shaft", 2, 1e-9},
};

Summary moved(const Description& description, double seconds) {
  RunOptions options;
  options.duration = seconds;
  options.tolerance = 1e-11;
  options.samples = 2;
  return run(compile_model(description), options).summary();
}

const JointForce* joint_of(const Summary& summary, const std::string& body) {
  for (const JointForce& joint : summary.joints) {
    if (joint.body == body) return &joint;
  }
  return nullptr;
}

double largest_force(const Summary& summary) {
  double most = 1;
  for (const JointForce& joint : summary.joints) {
    for (const double x : joint.force) most = std::max(most, std::abs(x));
    for (const double x : joint.torque) most = std::max(most, std::abs(x));
  }
  return most;
}

// In the body's axes nothing has turned.
void expect_same_forces(const Summary& one, const Summary& other, double allowed) {
  const double size = largest_force(one);
  for (const JointForce& joint : one.joints) {
    const JointForce* const same = joint_of(other, joint.body);
    ASSERT_NE(same, nullptr) << joint.body;
    EXPECT_EQ(same->unique, joint.unique) << joint.body;
    for (std::size_t k = 0; joint.unique && k < 3; ++k) {
      EXPECT_NEAR(same->force_in_body[k], joint.force_in_body[k], allowed * size) << joint.body;
      EXPECT_NEAR(same->torque_in_body[k], joint.torque_in_body[k], allowed * size) << joint.body;
    }
  }
}

void expect_same_motion(const Summary& one, const Summary& other, double allowed) {
  ASSERT_EQ(other.ending, Ending::done) << other.message;
  EXPECT_LE(other.max_position_residual, 1e-12);
  EXPECT_EQ(other.rank, one.rank);
  EXPECT_EQ(other.freedom, one.freedom);
  EXPECT_EQ(other.redundant, one.redundant);
  EXPECT_EQ(other.contradictory, one.contradictory);
  ASSERT_EQ(other.end.q.size(), one.end.q.size());
  for (std::size_t i = 0; i < one.end.q.size(); ++i) {
    EXPECT_NEAR(other.end.q[i], one.end.q[i], allowed * std::max(1.0, std::abs(one.end.q[i]))) << i;
    EXPECT_NEAR(other.end.v[i], one.end.v[i], allowed * std::max(1.0, std::abs(one.end.v[i]))) << i;
  }
}

TEST(BodyLoops, MoveTheSameInAnyWorld) {
  for (const Mechanism& mechanism : mechanisms) {
    const Description description = description_of(mechanism.model);
    const Summary one = moved(description, mechanism.seconds);
    ASSERT_EQ(one.ending, Ending::done) << one.message;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(std::string(mechanism.model) + ", seed " + std::to_string(seed));
      Random random(seed);
      const Summary other = moved(turned(description, random_turn(random)), mechanism.seconds);
      expect_same_motion(one, other, mechanism.allowed);
      expect_same_forces(one, other, 1e3 * mechanism.allowed);  // accelerations are less exact
      if (HasFailure()) return;
    }
  }
}

// Of the coordinates that constraints feel: what turns for long has few digits behind the point.
double largest_bound(const Summary& summary, const Model& model) {
  const std::vector<std::string>& names = model.coordinates();
  double most = 0;
  for (const ConstraintForce& force : summary.forces) {
    for (const auto& [name, value] : force.force) {
      const auto at = std::find(names.begin(), names.end(), name);
      if (at == names.end()) continue;  // along a quaternion, which has length one
      const auto i = static_cast<std::size_t>(at - names.begin());
      most = std::max(most, std::abs(summary.end.q[i]));
    }
  }
  return most;
}

TEST(BodyLoops, StayClosedForLong) {
  for (const Mechanism& mechanism : mechanisms) {
    Random random(7);
    const Description description = turned(description_of(mechanism.model), random_turn(random));
    RunOptions options;
    options.duration = std::getenv("ZWANG_SOAK") ? 600 : 5;
    options.samples = 2;
    options.tolerance = 1e-9;
    const Model model = compile_model(description);
    const Summary summary = run(model, options).summary();
    std::printf("%s: %ld steps, residuals %.1e and %.1e, drift of the energy %.1e of %.3g\n",
                mechanism.model, summary.steps, summary.max_position_residual,
                summary.max_velocity_residual, summary.energy.worst_drift, summary.energy.start);
    EXPECT_EQ(summary.ending, Ending::done) << mechanism.model << ": " << summary.message;
    const double allowed = 1e-12 + 1e-14 * largest_bound(summary, model);
    EXPECT_LE(summary.max_position_residual, allowed) << mechanism.model;
    EXPECT_LE(summary.max_velocity_residual, 1e-12) << mechanism.model;
  }
}

}  // namespace
}  // namespace zwang::test
