// SPDX-License-Identifier: Apache-2.0
// How many operations the engine needs for known mechanisms. The bounds are what the rules of
// differentiation were chosen by (second directional derivatives, forward over reverse); a change
// that costs operations shows here first.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "formula/lower.h"
#include "support/mechanisms.h"

namespace zwang::test {
namespace {

using formula::Node;

std::vector<Node> joined(std::vector<Node> x, const std::vector<Node>& y) {
  x.insert(x.end(), y.begin(), y.end());
  return x;
}

/// Prints and checks a count.
void expect_at_most(const char* what, Index count, Index bound) {
  std::printf("%-44s %6td operations, at most %td\n", what, count, bound);
  EXPECT_LE(count, bound) << what;
}

void expect_operations(const char* what, const Mechanism& mechanism,
                       const std::vector<Node>& outputs, Index bound) {
  expect_at_most(what, mechanism.graph.operations(outputs), bound);
}

/// The instructions of the body: arithmetic, and each result of a call.
Index instructions(const Mechanism& mechanism) {
  formula::Lowering lowering;
  lowering.inputs = mechanism.graph.slots();
  const formula::Lowered lowered = lower(mechanism.graph, mechanism.outputs(), lowering);
  return std::count_if(lowered.body.code.begin(), lowered.body.code.end(),
                       [](const tape::Instruction& i) { return i.op != tape::Op::call; });
}

TEST(NodeCount, AllOutputsOfTheMechanisms) {
  const auto all = [](const char* what, const Mechanism& mechanism, Index bound) {
    expect_operations(what, mechanism, mechanism.outputs(), bound);
  };
  all("double pendulum", double_pendulum(), 91);
  all("chain of 5", planar_chain(5), 402);
  all("chain of 10", planar_chain(10), 1147);
  all("chain of 10, parameters as inputs", planar_chain(10, Parameters::inputs), 1131);
  all("chain of 30", planar_chain(30), 7375);
  all("chain of 30, parameters as inputs", planar_chain(30, Parameters::inputs), 7031);
  all("20 particles", particle_chain(20), 668);
  all("squeezer", andrews_squeezer(), 183);
}

TEST(NodeCount, InstructionsAfterFusion) {
  expect_at_most("double pendulum, lowered", instructions(double_pendulum()), 69);
  expect_at_most("chain of 5, lowered", instructions(planar_chain(5)), 285);
  expect_at_most("chain of 10, lowered", instructions(planar_chain(10)), 800);
  expect_at_most("20 particles, lowered", instructions(particle_chain(20)), 570);
  expect_at_most("squeezer, lowered", instructions(andrews_squeezer()), 146);
}

void expect_rows(const char* what, const Mechanism& mechanism, Index A, Index A_and_b) {
  expect_operations((std::string(what) + ", A").c_str(), mechanism, mechanism.A, A);
  expect_operations((std::string(what) + ", A and b").c_str(), mechanism,
                    joined(mechanism.A, mechanism.b), A_and_b);
}

TEST(NodeCount, RowsOfConstraints) {
  expect_rows("planar closure, 10 coordinates", planar_chain(10), 67, 155);
  expect_rows("planar closure, 30 coordinates", planar_chain(30), 207, 475);
  expect_rows("squeezer", andrews_squeezer(), 37, 96);
  expect_rows("20 particles", particle_chain(20), 174, 411);
  expect_rows("pose of the tip, 7 coordinates", tip_pose(7), 414, 1025);
  expect_rows("pose of the tip, 30 coordinates", tip_pose(30), 2566, 6333);
}

TEST(NodeCount, LagrangiansForwardOverReverse) {
  const Mechanism ten = planar_chain(10), thirty = planar_chain(30), robot = serial_robot(30);
  expect_operations("chain of 10, M", ten, ten.M, 712);
  expect_operations("chain of 30, M", thirty, thirty.M, 6040);
  expect_operations("chain of 30, Q", thirty, thirty.Q, 1309);
  expect_operations("robot of 30 joints, M", robot, robot.M, 33062);
}

}  // namespace
}  // namespace zwang::test
