// SPDX-License-Identifier: Apache-2.0
// Linear equations say where a kink is near.

#include <gtest/gtest.h>

#include <string>

#include "base/number.h"
#include "zwang/linear.h"

namespace zwang::test {
namespace {

/// A mass on a spring, at rest at x = place, and a stop that begins at `stop`; everything in units of `unit`.
std::string notes(double place, double stop, double unit) {
  const std::string text = "[parameters]\nplace = " + number_text(place * unit) +
                           "\nstop = " + number_text(stop * unit) +
                           "\n[coordinates]\nx = \"place\"\n[free]\nacceleration = [\"place - x - "
                           "100*max(0, x - stop)\"]\n";
  const LinearModel linear = linearise(read_model(text, "stop"));
  EXPECT_EQ(linear.problem, "");
  std::string all;
  for (const std::string& note : linear.notes) all += note;
  return all;
}

TEST(LinearKinks, AreToldWhereTheyAreNear) {
  for (const double unit : {1e-6, 1.0, 1e6}) {
    EXPECT_EQ(notes(1, 3, unit), "") << unit;
    EXPECT_EQ(notes(1, 1.02, unit),
              "A formula with max, min, abs or a comparison changes its side nearby, where a "
              "coordinate or rate differs by 2 % of the largest: the equations hold up to there.")
        << unit;
    EXPECT_EQ(notes(1, 1, unit),
              "A formula with max, min, abs or a comparison changes its side at this very state: "
              "the equations hold on one side only.")
        << unit;
  }
  EXPECT_NE(notes(0, 0, 1), "");  // at zero there is no size, and yet
}

TEST(LinearKinks, OfTheTyreIsTold) {
  const LinearModel linear =
      linearise(load_model(ZWANG_TEST_DATA "/../../models/double_wishbone.toml"));
  ASSERT_EQ(linear.problem, "");
  bool told = false;
  for (const std::string& note : linear.notes)
    told = told || note.find("max, min") != std::string::npos;
  EXPECT_TRUE(told);
}

TEST(LinearKinks, AreNotToldOfSmoothModels) {
  for (const char* name : {"bicycle.toml", "stewart_platform.toml", "spherical_pendulum.toml"}) {
    const LinearModel linear =
        linearise(load_model(std::string(ZWANG_TEST_DATA "/../../models/") + name));
    for (const std::string& note : linear.notes)
      EXPECT_EQ(note.find("max, min"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace zwang::test
