// SPDX-License-Identifier: Apache-2.0
#include "record/checkpoint.h"

#include <gtest/gtest.h>

#include "record/bytes.h"
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
  Encoder encoder;
  encoder.numbers(test::any_doubles(random, random.integer(0, 30)));
  checkpoint.state = encoder.bytes();
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
    EXPECT_EQ(loaded.state, saved.state) << "seed " << seed;
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
  EXPECT_EQ(refusal(path, {}), path + ": is not a checkpoint, but another file of this program");
  test::put_bytes(path, preamble(FileKind::checkpoint));
  EXPECT_EQ(refusal(path, {}), path + ": the checkpoint is truncated or damaged");
}

// As format 1 had it: the identity, t, dt, the state, the numbers of all parts in a row, counts.
TEST(Checkpoint, OfAnEarlierProgramIsRefusedWithWhatToDo) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  Encoder encoder;
  encode(encoder, test::sample_identity());
  encoder.number(1.25);
  encoder.number(0.01);
  encoder.numbers(std::vector<double>{1, 2, 3});
  encoder.numbers(std::vector<double>{0.5, 0, 1e-16});
  for (std::uint64_t count = 0; count < 5; ++count) encoder.u64(count);
  test::put_bytes(path, preamble(FileKind::checkpoint) + frame(FrameKind::state, encoder.bytes()));
  EXPECT_EQ(refusal(path, test::sample_identity()),
            path +
                ": the checkpoint was written by an earlier version of this program and cannot be "
                "resumed; start the run again, without --resume");
}

TEST(Checkpoint, TheLastOneStaysWhenTheDiskIsFull) {
  const Scratch scratch;
  const std::string path = scratch.path("a.checkpoint");
  const Checkpoint first = any_checkpoint(3);
  save_checkpoint(path, first);
  Checkpoint second = first;
  second.state.resize(8000);
  {
    const test::SmallDisk disk(4000);
    EXPECT_THROW(save_checkpoint(path, second), FileError);
  }
  EXPECT_EQ(load_checkpoint(path, first.identity).state, first.state);
  EXPECT_EQ(scratch.names(), std::vector<std::string>{"a.checkpoint"});
}

}  // namespace
}  // namespace zwang::record
