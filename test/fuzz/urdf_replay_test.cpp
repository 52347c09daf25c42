// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_urdf
#include "fuzz/urdf_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, RobotsOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("urdf", replay_urdf, {"fuzz/corpus/urdf"}, 300), 300);
}
