// SPDX-License-Identifier: Apache-2.0
#include "base/memory.h"

#include <gtest/gtest.h>

#include "scope/room_for.h"

namespace zwang {
namespace {

TEST(Memory, IsToldInFewDigits) {
  EXPECT_EQ(memory_text(999), "1.0 kB");
  EXPECT_EQ(memory_text(5.4e8), "540 MB");
  EXPECT_EQ(memory_text(1.62e9), "1.6 GB");
  EXPECT_EQ(memory_text(3e16), "30000 TB");
}

TEST(Memory, OfAMachineIsNotNothing) { EXPECT_GT(free_memory(), 1e6); }

TEST(Memory, LargeFamiliesAreWeighedBeforeTheyAreMade) {
  EXPECT_EQ(compile::no_room_for(1e4, 1e4), "");
  const std::string wrong = compile::no_room_for(3e13, 1e13);
  EXPECT_NE(wrong.find("would take about 83000 TB of memory"), std::string::npos) << wrong;
}

}  // namespace
}  // namespace zwang
