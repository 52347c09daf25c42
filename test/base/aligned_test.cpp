// SPDX-License-Identifier: Apache-2.0
// Aligned arrays start on a cache line, are zero, and hold whole registers.

#include "base/aligned.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace zwang {
namespace {

TEST(Aligned, StartsOnACacheLineAndIsZero) {
  for (Index size : {1, 7, 8, 9, 63, 64, 65, 1000}) {
    const AlignedArray array(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0u) << size;
    for (Index i = 0; i < array.size(); ++i) EXPECT_EQ(array.data()[i], 0) << size;
  }
}

TEST(Aligned, SizeIsRoundedUpToWholeRegisters) {
  EXPECT_EQ(AlignedArray(1).size(), 8);
  EXPECT_EQ(AlignedArray(8).size(), 8);
  EXPECT_EQ(AlignedArray(9).size(), 16);
}

TEST(Aligned, NothingHasNoSize) {
  EXPECT_EQ(AlignedArray().size(), 0);
  EXPECT_EQ(AlignedArray().data(), nullptr);
  EXPECT_EQ(AlignedArray(0).size(), 0);
}

TEST(Aligned, MovesWithoutCopying) {
  AlignedArray from(10);
  from.data()[3] = 5;
  const double* place = from.data();
  AlignedArray to(std::move(from));
  EXPECT_EQ(to.data(), place);
  EXPECT_EQ(to.size(), 16);
  AlignedArray next;
  next = std::move(to);
  EXPECT_EQ(next.data(), place);
  EXPECT_EQ(next.data()[3], 5);
}

TEST(Aligned, RoundUpGivesTheNextMultiple) {
  EXPECT_EQ(round_up(0, 8), 0);
  EXPECT_EQ(round_up(1, 8), 8);
  EXPECT_EQ(round_up(8, 8), 8);
  EXPECT_EQ(round_up(13, 4), 16);
}

}  // namespace
}  // namespace zwang
