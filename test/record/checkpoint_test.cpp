// SPDX-License-Identifier: Apache-2.0
#include "record/checkpoint.h"

#include <gtest/gtest.h>

#include "record/file.h"
#include "record/frame.h"
#include "record/sample.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using test::Scratch;

Checkpoint any_checkpoint(std::uint64_t seed) {
  test::Random random(seed);
  Checkpoint checkpoint;
  checkpoint.identity = test::sample_identity();
  checkpoint.time = test::any_double(random);
  checkpoint.step = test::any_double(random);
  checkpoint.state = test::any_doubles(random, random.integer(0, 30));
  checkpoint.memory = test::any_doubles(random, random.integer(0, 5));
  checkpoint.steps = random.bits();
  checkpoint.rejected = random.bits();
  checkpoint.evaluations = random.bits();
  checkpoint.segment = random.bits();
  checkpoint.rows = random.bits();
  return checkpoint;
}

std::string refusal(const std::string& path, const Identity& now) {
  return test::message_of<FileError>([&] { load_checkpoint(path, now); });
}

TEST(Checkpoint, ComesBackToTheBit) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Checkpoint saved = any_checkpoint(seed);
    save_checkpoint(path, saved);
    const Checkpoint loaded = load_checkpoint(path, saved.identity);
    EXPECT_EQ(test::bits({&loaded.time, 1}), test::bits({&saved.time, 1})) << "seed " << seed;
    EXPECT_EQ(test::bits({&loaded.step, 1}), test::bits({&saved.step, 1})) << "seed " << seed;
    EXPECT_EQ(test::bits(loaded.state), test::bits(saved.state)) << "seed " << seed;
    EXPECT_EQ(test::bits(loaded.memory), test::bits(saved.memory)) << "seed " << seed;
    EXPECT_EQ(loaded.steps, saved.steps);
    EXPECT_EQ(loaded.rejected, saved.rejected);
    EXPECT_EQ(loaded.evaluations, saved.evaluations);
    EXPECT_EQ(loaded.segment, saved.segment);
    EXPECT_EQ(loaded.rows, saved.rows);
    EXPECT_EQ(loaded.identity.title, saved.identity.title);
  }
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.checkpoint"});
}

TEST(Checkpoint, OfAnotherRunIsRefusedWithWhatDiffers) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  save_checkpoint(path, any_checkpoint(1));
  Identity now = test::sample_identity();
  now.parameters[0].value = 1.5;
  EXPECT_EQ(refusal(path, now),
            path + ": belongs to another run: the parameter 'len' was 1.25 and is now 1.5");
  now = test::sample_identity();
  now.version = "0.1.1";
  EXPECT_EQ(refusal(path, now),
            path + ": belongs to another run: the version was '0.1.0' and is now '0.1.1'");
}

TEST(Checkpoint, CutAnywhereOrChangedAnywhereIsRefused) {
  const Scratch scratch;
  save_checkpoint(scratch.path("a"), any_checkpoint(2));
  const std::string bytes = test::bytes_of(scratch.path("a"));
  const auto is_refused = [](const std::string& changed) {
    return !test::message_of<FileError>([&] {
              read_checkpoint(Input::from_memory(changed, "checkpoint"));
            }).empty();
  };
  EXPECT_FALSE(is_refused(bytes));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    EXPECT_TRUE(is_refused(bytes.substr(0, at))) << at;
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    EXPECT_TRUE(is_refused(flipped)) << at;
  }
  EXPECT_TRUE(is_refused(bytes + "x"));
}

TEST(Checkpoint, WhatIsNoneIsSaid) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  EXPECT_EQ(refusal(path, {}), path + ": cannot be read: No such file or directory");
  test::put_bytes(path, preamble(FileKind::part));
  EXPECT_EQ(refusal(path, {}), path + ": is not a checkpoint, but another of our files");
  test::put_bytes(path, preamble(FileKind::checkpoint));
  EXPECT_EQ(refusal(path, {}), path + ": the checkpoint is cut off or damaged");
}

TEST(Checkpoint, TheLastOneStaysWhenTheDiskIsFull) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  const Checkpoint first = any_checkpoint(3);
  save_checkpoint(path, first);
  Checkpoint second = first;
  second.state.resize(1000);
  {
    const test::SmallDisk disk(4000);
    EXPECT_THROW(save_checkpoint(path, second), FileError);
  }
  EXPECT_EQ(test::bits(load_checkpoint(path, first.identity).state), test::bits(first.state));
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.checkpoint"});
}

}  // namespace
}  // namespace zwang::record
