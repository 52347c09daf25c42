// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fuzz/replay.h"

#define LLVMFuzzerTestOneInput replay_report
#include "fuzz/report_fuzz.cpp"  // NOLINT(bugprone-suspicious-include)
#undef LLVMFuzzerTestOneInput

TEST(Fuzz, RecordsOfAnyBytes) {
  EXPECT_GT(zwang::test::replay("report", replay_report, {"fuzz/corpus/report"}, 100), 100);
}
