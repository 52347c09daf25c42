// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_formula
#include "fuzz/formula_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, FormulasOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("formula", replay_formula, {"fuzz/corpus/formula"}, 700), 700);
}
