// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_model
#include "fuzz/model_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, ModelsOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("model", replay_model, {"fuzz/corpus/model", "data/models"}, 500),
            500);
}
