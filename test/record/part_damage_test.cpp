// SPDX-License-Identifier: Apache-2.0
// However a record is cut or changed, what is given back is a beginning of what was written.

#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/mend.h"
#include "record/checkpoint.h"
#include "record/file.h"
#include "record/part_reader.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"

namespace zwang::record {
namespace {

using Ending = PartReader::Ending;

constexpr Index kBlock = 2, kRows = 7, kWidth = 4;

/// A record of 7 rows in blocks of 2, and where its frames end.
struct Sample {
  std::string bytes;
  std::vector<std::uint64_t> rows;  // bits, row by row
  std::vector<std::size_t> ends;    // of the heading, of each block
};

Sample make_sample() {
  const test::Scratch scratch;
  const Table table = test::any_table(test::sample_heading(), kRows, 11);
  PartWriter writer(scratch.path("a.part"), table.heading(), {1e9, kBlock});
  const auto size = [&] { return std::filesystem::file_size(scratch.path("a.part")); };
  Sample sample{"", test::bits(test::all_rows(table)), {size()}};
  for (Index i = 0; i < kRows; ++i) {
    writer.append(table.row(i));
    if (i + 1 == kRows) writer.flush();
    if (size() != sample.ends.back()) sample.ends.push_back(size());
  }
  writer.finish();
  sample.bytes = test::bytes_of(scratch.path("a.part"));
  return sample;
}

struct Read {
  std::vector<std::uint64_t> rows;
  Ending ending = Ending::reading;
  bool refused = false;
};

Read read(const std::string& bytes) {
  Read result;
  try {
    PartReader reader(Input::from_memory(bytes, "part"));
    result.rows = test::bits(test::all_rows(read_table(reader)));
    result.ending = reader.ending();
  } catch (const FileError&) {
    result.refused = true;
  }
  return result;
}

bool is_beginning(const std::vector<std::uint64_t>& part, const std::vector<std::uint64_t>& all) {
  return part.size() <= all.size() && std::equal(part.begin(), part.end(), all.begin());
}

TEST(PartDamage, ACutAnywhereLeavesTheBlocksBefore) {
  const Sample sample = make_sample();
  ASSERT_EQ(sample.ends.size(), 5u);  // a heading and four blocks
  for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
    const Read cut = read(sample.bytes.substr(0, size));
    EXPECT_EQ(cut.refused, size < sample.ends[0]) << size;
    if (cut.refused) continue;
    const auto whole = static_cast<Index>(
        std::upper_bound(sample.ends.begin(), sample.ends.end(), size) - sample.ends.begin() - 1);
    EXPECT_EQ(cut.rows.size(), static_cast<std::size_t>(kWidth * std::min(whole * kBlock, kRows)));
    EXPECT_TRUE(is_beginning(cut.rows, sample.rows)) << size;
    const bool clean = sample.ends[static_cast<std::size_t>(whole)] == size;
    EXPECT_EQ(cut.ending, clean ? Ending::unfinished : Ending::truncated) << size;
  }
}

TEST(PartDamage, NoFlippedBitGoesUnseen) {
  const Sample sample = make_sample();
  ASSERT_EQ(read(sample.bytes).ending, Ending::finished);
  for (std::size_t at = 0; at < sample.bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = sample.bytes;
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      const Read flipped = read(bytes);
      EXPECT_TRUE(flipped.refused || flipped.ending == Ending::damaged ||
                  flipped.ending == Ending::truncated)
          << at << ", bit " << bit;
      EXPECT_TRUE(is_beginning(flipped.rows, sample.rows)) << at << ", bit " << bit;
    }
}

TEST(PartDamage, AnOverwrittenStretchGoesNotUnseen) {
  const Sample sample = make_sample();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    test::Random random(seed);
    std::string bytes = sample.bytes;
    const auto size = static_cast<Index>(bytes.size());
    const Index begin = random.integer(0, size - 1), end = random.integer(begin + 1, size);
    const bool zeros = random.chance(0.3);  // as after a loss of power
    for (Index i = begin; i < end; ++i)
      bytes[static_cast<std::size_t>(i)] = zeros ? '\0' : static_cast<char>(random.bits());
    if (bytes == sample.bytes) continue;
    const Read changed = read(bytes);
    EXPECT_TRUE(changed.refused || changed.ending != Ending::finished) << "seed " << seed;
    EXPECT_TRUE(is_beginning(changed.rows, sample.rows)) << "seed " << seed;
  }
}

TEST(PartDamage, BlocksLeftOutSwappedOrTwiceAreSeen) {
  const Sample sample = make_sample();
  const auto block = [&](std::size_t i) {
    return sample.bytes.substr(sample.ends[i], sample.ends[i + 1] - sample.ends[i]);
  };
  const std::string head = sample.bytes.substr(0, sample.ends[0]);
  const std::string tail = sample.bytes.substr(sample.ends[4]);
  for (const std::string& body :
       {block(0) + block(2) + block(3), block(1) + block(0) + block(2) + block(3),
        block(0) + block(0) + block(1) + block(2) + block(3), block(0) + block(1), std::string()}) {
    const Read changed = read(head + body + tail);
    EXPECT_EQ(changed.ending, Ending::damaged);
    EXPECT_TRUE(is_beginning(changed.rows, sample.rows));
  }
}

TEST(PartDamage, WhatFollowsTheEndIsSeen) {
  const Sample sample = make_sample();
  const Read more = read(sample.bytes + "x");
  EXPECT_EQ(more.ending, Ending::damaged);
  EXPECT_EQ(more.rows, sample.rows);
}

// With checksums made right again, the code behind them meets every kind of nonsense.
TEST(PartDamage, NonsenseWithARightChecksumDoesNoHarm) {
  const Sample sample = make_sample();
  Index given = 0;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    test::Random random(seed);
    std::string bytes = sample.bytes;
    for (Index n = random.integer(1, 4); n > 0; --n) {
      const auto at = static_cast<std::size_t>(
          random.integer(record::kPreambleSize, static_cast<Index>(bytes.size()) - 1));
      bytes[at] =
          static_cast<char>(random.chance(0.5) ? random.integer(0, 8) : random.integer(0, 255));
    }
    test::mend_checksums(bytes);
    const Read result = read(bytes);
    given += result.ending == Ending::finished;
    EXPECT_LE(8 * result.rows.size(), bytes.size()) << "seed " << seed;
  }
  EXPECT_GT(given, 250);  // numbers may be any: most of the nonsense is a good record
}

TEST(PartDamage, ACheckpointOfNonsenseDoesNoHarm) {
  const test::Scratch scratch;
  Checkpoint checkpoint;
  checkpoint.identity = test::sample_identity();
  checkpoint.state = "a state of twenty-four bytes";
  save_checkpoint(scratch.path("a"), checkpoint);
  const std::string good = test::bytes_of(scratch.path("a"));
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    test::Random random(seed);
    std::string bytes = good;
    for (Index n = random.integer(1, 4); n > 0; --n)
      bytes[static_cast<std::size_t>(
          random.integer(record::kPreambleSize, static_cast<Index>(bytes.size()) - 1))] =
          static_cast<char>(random.integer(0, 255));
    test::mend_checksums(bytes);
    try {
      const Checkpoint read = read_checkpoint(Input::from_memory(bytes, "checkpoint"));
      EXPECT_LE(read.state.size(), bytes.size()) << "seed " << seed;
    } catch (const FileError&) {
    }
  }
}

}  // namespace
}  // namespace zwang::record
