// SPDX-License-Identifier: Apache-2.0
#include "api/run/snapshot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "motion/run/sample_loss.h"
#include "record/file.h"

namespace zwang::test {
namespace {

motion::Snapshot sample() {
  motion::Snapshot snapshot;
  snapshot.t = 1.25;
  snapshot.dt = 0x1.123456789abcdp-7;
  snapshot.y = {1, -0.0, 3, 4, 5};
  snapshot.samples = 42;
  motion::Tally& tally = snapshot.tally;
  tally.steps = 10;
  tally.rejected = 2;
  tally.evaluations = 99;
  tally.worst = {1e-16, 2e-16};
  tally.energy = {1, 2, 3, 4, 6, 7, 5};
  tally.rank = 3;
  tally.least_rank = 2;
  tally.most_rank = 4;
  tally.near_singular = 6;
  tally.rank_changes = 2000;
  tally.stiff = true;
  tally.uses = {{0, 11, 12, 13, 14, 15, 16}, 17, 18, 19, 20, 21, 22};
  tally.changes = {{0.5, 3, 2, {}}, {0.75, 2, 3, {1, -2}}};
  tally.methods = {{0, motion::Stepper::dopri853}, {0.5, motion::Stepper::radau5}};
  snapshot.magnitudes = {{1, 2, 9.81}, {{3, 4}, {5, 6}}, {{7, 8}, {9, 10}}, 11, false};
  snapshot.stiffness = {true, 3, 4, 5};
  snapshot.loss.assign(motion::SampleLoss::saved(1), 0.5);
  snapshot.growth = {{2}, {30}, {400}, 1.125};
  snapshot.even = {0.25, 17};
  snapshot.pivots = {0.5, 0.25, 0.125};
  snapshot.rank = {2, true, 0.5, 0.25, 0.75, {3, 4}, {1, 0}};
  snapshot.mode = {{1, 0}, {1, 1}, {instant::Slip::sticks}, {0, 1, 0}, {0.5}, {1e-9}, {-1, 0}};
  motion::EventState& events = snapshot.events.state;
  events.sizes = {1, 2, 3, 4, 5, 6, {7}, {8}, {9}};
  events.departures = {10, 11, 12, 13};
  events.pace = {4, 5, 6, 7, 8, true};
  events.contacts = {{1, 0.5, -0.25, 2, 1e-16, true, false}};
  events.jumps = -3;
  events.count = 12;
  events.contradictory = true;
  snapshot.events.slack = {1e-10, 0, 1e-9, 0};
  snapshot.events.marks = {
      {1, 2, 3, 4}, {-1, 1, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1e-16, 0, 0, 0}};
  motion::Happening happening;
  happening.what = motion::What::impact;
  happening.number = 3;
  happening.t = 0.5;
  happening.q = {1};
  happening.v = {2};
  happening.v_before = {-2};
  happening.hit = {3, 4};
  happening.blows = 5;
  snapshot.happenings = {happening, happening};
  snapshot.step = {1e-4, true, {3, 4, true}, {1e-17, 2e-17, 3e-17, 4e-17, 5e-17}};
  return snapshot;
}

/// With a coordinate, two rows, one of them a contact, one place of friction, and two formulas that jump.
equations::Equations sample_equations(Index n = 1, Index rows = 2, std::size_t events = 0) {
  equations::Equations equations;
  equations.n = n;
  equations.m = rows;
  equations.rows.resize(at(rows));
  equations.events.resize(events);
  equations.rows[0].kind = equations::Kind::unilateral;
  equations.sliding.resize(1);
  equations.switches.resize(2);
  return equations;
}

TEST(Snapshot, ComesBackFromItsCheckpointWhole) {
  const motion::Snapshot before = sample();
  const Resumption after =
      from_checkpoint(to_checkpoint(before, 12.5, {}), sample_equations(), "file");
  EXPECT_EQ(after.seconds, 12.5);
  const motion::Snapshot& now = after.snapshot;
  EXPECT_EQ(now.t, before.t);
  EXPECT_EQ(now.dt, before.dt);
  EXPECT_EQ(now.y, before.y);
  EXPECT_TRUE(std::signbit(now.y[1]));
  EXPECT_EQ(now.samples, 42u);
  EXPECT_EQ(now.tally.steps, 10);
  EXPECT_EQ(now.tally.rejected, 2);
  EXPECT_EQ(now.tally.evaluations, 99);
  EXPECT_EQ(now.tally.worst.position, 1e-16);
  EXPECT_EQ(now.tally.worst.velocity, 2e-16);
  EXPECT_EQ(now.tally.energy.start, 1);
  EXPECT_EQ(now.tally.energy.end, 2);
  EXPECT_EQ(now.tally.energy.applied, 3);
  EXPECT_EQ(now.tally.energy.constraints, 4);
  EXPECT_EQ(now.tally.energy.nonideal, 6);
  EXPECT_EQ(now.tally.energy.jumps, 7);
  EXPECT_EQ(now.tally.energy.worst, 5);
  EXPECT_EQ(now.tally.rank, 3u);
  EXPECT_EQ(now.tally.least_rank, 2u);
  EXPECT_EQ(now.tally.most_rank, 4u);
  EXPECT_EQ(now.tally.near_singular, 6u);
  EXPECT_EQ(now.tally.rank_changes, 2000u);
  const instant::Uses& uses = now.tally.uses;
  EXPECT_EQ(uses.instants, (std::array<long, 7>{0, 11, 12, 13, 14, 15, 16}));
  EXPECT_EQ(uses.in_full, 17);
  EXPECT_EQ(uses.contradictory, 18);
  EXPECT_EQ(uses.nonideal, 19);
  EXPECT_EQ(uses.controlled, 20);
  EXPECT_EQ(uses.projections, 21);
  EXPECT_EQ(uses.blows, 22);
  EXPECT_TRUE(now.tally.stiff);
  ASSERT_EQ(now.tally.changes.size(), 2u);
  EXPECT_EQ(now.tally.changes[1].t, 0.75);
  EXPECT_EQ(now.tally.changes[1].from, 2u);
  EXPECT_EQ(now.tally.changes[1].to, 3u);
  EXPECT_EQ(now.tally.changes[1].combination, (std::vector<double>{1, -2}));
}

// What is written of what was read is the same again: every list of fields reads what it writes.
TEST(Snapshot, EveryPartComesBack) {
  const record::Checkpoint first = to_checkpoint(sample(), 12.5, {});
  const Resumption read = from_checkpoint(first, sample_equations(), "file");
  EXPECT_EQ(to_checkpoint(read.snapshot, read.seconds, {}).state, first.state);
  const motion::Snapshot& now = read.snapshot;
  EXPECT_EQ(now.magnitudes.largest, (std::vector<double>{1, 2, 9.81}));
  EXPECT_EQ(now.even.count, 17);
  EXPECT_EQ(now.growth.steepest, std::vector<double>{400});
  EXPECT_EQ(now.growth.last, 1.125);
  EXPECT_EQ(now.pivots.dt, 0.125);
  EXPECT_EQ(now.rank.independent, (std::vector<unsigned char>{1, 0}));
  EXPECT_EQ(now.mode.slip, std::vector<instant::Slip>{instant::Slip::sticks});
  EXPECT_EQ(now.events.state.sizes.roots, std::vector<double>{9});
  EXPECT_EQ(now.events.state.departures, (std::vector<double>{10, 11, 12, 13}));
  EXPECT_EQ(now.events.state.contacts.at(0).size, 2);
  EXPECT_EQ(now.events.state.pace.gathered, 8);
  EXPECT_EQ(now.events.marks.expected, (std::vector<double>{-1, 1, 0, 1}));
  EXPECT_EQ(now.happenings.at(1).what, motion::What::impact);
  EXPECT_EQ(now.happenings.at(1).hit, (std::vector<double>{3, 4}));
  EXPECT_TRUE(now.step.stiffness.found);
  EXPECT_EQ(now.step.carry.size(), 5u);
}

std::string refusal(const record::Checkpoint& checkpoint, const equations::Equations& equations) {
  try {
    from_checkpoint(checkpoint, equations, "file");
  } catch (const record::FileError& error) {
    return error.what();
  }
  return "";
}

TEST(Snapshot, NumbersThatAreNotOfSuchARunAreRefused) {
  const record::Checkpoint good = to_checkpoint(sample(), 0, {});
  const equations::Equations equations = sample_equations();
  EXPECT_EQ(refusal(good, equations), "");
  EXPECT_EQ(refusal(good, sample_equations(2)), "file: the checkpoint is not of this model");
  EXPECT_NE(refusal(good, sample_equations(1, 3)), "");
  EXPECT_NE(refusal(good, sample_equations(1, 2, 1)), "");
  motion::Snapshot odd = sample();
  odd.events.state.sizes.roots = {1, 2};
  EXPECT_NE(refusal(to_checkpoint(odd, 0, {}), equations), "");
  odd = sample();
  odd.events.state.departures.clear();
  EXPECT_NE(refusal(to_checkpoint(odd, 0, {}), equations), "");
  for (std::size_t size = 0; size < good.state.size(); ++size) {
    record::Checkpoint cut = good;
    cut.state.resize(size);
    EXPECT_NE(refusal(cut, equations), "") << size;
  }
  EXPECT_NE(refusal({{}, good.state + "x"}, equations), "");
}

TEST(Snapshot, OneOfAnotherVersionIsRefusedWithWhatToDo) {
  record::Checkpoint other = to_checkpoint(sample(), 0, {});
  const std::string name = "pace";
  other.state.at(other.state.find(name) + name.size()) = 2;  // its version
  EXPECT_EQ(refusal(other, sample_equations()),
            "file: the checkpoint was written by another version of this program (it has \"pace "
            "2\"), and this one cannot resume it; start the run again, without --resume");
}

// Bytes that a checksum would have caught.
TEST(Snapshot, NonsenseDoesNoHarm) {
  const record::Checkpoint good = to_checkpoint(sample(), 0, {});
  for (std::size_t at = 0; at < good.state.size(); ++at) {
    for (const int change : {1, 128, 255}) {
      record::Checkpoint bad = good;
      bad.state[at] = static_cast<char>(bad.state[at] ^ change);
      refusal(bad, sample_equations());
    }
  }
}

}  // namespace
}  // namespace zwang::test
