// SPDX-License-Identifier: Apache-2.0
#include "api/run/snapshot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "record/file.h"

namespace zwang::test {
namespace {

motion::Snapshot sample() {
  motion::Snapshot snapshot;
  snapshot.t = 1.25;
  snapshot.dt = 0x1.123456789abcdp-7;
  snapshot.y = {1, -0.0, 3, 4};
  snapshot.memory = {5, 6, 7};
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
  return snapshot;
}

TEST(Snapshot, ComesBackFromItsCheckpointWhole) {
  const motion::Snapshot before = sample();
  const Resumption after = from_checkpoint(to_checkpoint(before, 12.5, {}), 4, "file");
  EXPECT_EQ(after.seconds, 12.5);
  const motion::Snapshot& now = after.snapshot;
  EXPECT_EQ(now.t, before.t);
  EXPECT_EQ(now.dt, before.dt);
  EXPECT_EQ(now.y, before.y);
  EXPECT_TRUE(std::signbit(now.y[1]));
  EXPECT_EQ(now.memory, before.memory);
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

TEST(Snapshot, NumbersThatAreNotOfSuchARunAreRefused) {
  const record::Checkpoint good = to_checkpoint(sample(), 0, {});
  EXPECT_NO_THROW(from_checkpoint(good, 4, "file"));
  EXPECT_THROW(from_checkpoint(good, 6, "file"), record::FileError);
  for (const double wrong : {-1.0, 0.0, 1e300, std::nan("")}) {
    record::Checkpoint bad = good;
    bad.memory[1] = wrong;  // the length of the stepper's memory
    EXPECT_THROW(from_checkpoint(bad, 4, "file"), record::FileError) << wrong;
  }
  for (std::size_t size = 0; size < good.memory.size(); ++size) {
    record::Checkpoint cut = good;
    cut.memory.resize(size);
    EXPECT_THROW(from_checkpoint(cut, 4, "file"), record::FileError) << size;
  }
}

}  // namespace
}  // namespace zwang::test
