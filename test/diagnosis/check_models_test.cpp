// SPDX-License-Identifier: Apache-2.0
// Every model of the project is checked and has its instant: where the sanitizers watch, too.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "diagnosis/findings.h"

namespace zwang::test {
namespace {

TEST(CheckModels, AllButTheContradictoryOneCanRun) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ZWANG_TEST_DATA "/../../models")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path().filename());
    const Model model = load_model(entry.path().string());
    EXPECT_EQ(check(model).ok(), entry.path().stem() != "rigid_frame");
    const std::string once = to_json(check(model));
    EXPECT_EQ(to_json(check(load_model(entry.path().string()))), once);
    solve_instant(model, model.start());
    ++count;
  }
  EXPECT_GT(count, 70);
}

TEST(CheckModels, ABoxOnFourCornersIsToldOnce) {
  const Diagnosis box = check(load_model(ZWANG_TEST_DATA "/../../models/box_on_incline.toml"));
  EXPECT_EQ(
      text_of(box, "undetermined-law"),
      "The contacts 'box corner 1 on slope', 'box corner 2 on slope', 'box corner 3 on slope' "
      "and 'box corner 4 on slope' carry a statically indeterminate load and have friction.");
  const Names all = codes(box);
  EXPECT_EQ(std::count(all.begin(), all.end(), "undetermined-law"), 1);
}

}  // namespace
}  // namespace zwang::test
