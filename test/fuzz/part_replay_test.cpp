// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_part
#include "fuzz/part_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, PartsOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("part", replay_part, {"fuzz/corpus/part"}, 200), 200);
}
