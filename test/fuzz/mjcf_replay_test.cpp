// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_mjcf
#include "fuzz/mjcf_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, MujocoModelsOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("mjcf", replay_mjcf, {"fuzz/corpus/mjcf"}, 300), 300);
}
