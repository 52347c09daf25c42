// SPDX-License-Identifier: Apache-2.0
// A loop in space whose links are too short: its rows are redundant everywhere, and yet they do not
// fight everywhere, so that there is no motion in the sense of least squares to be had.

#include <gtest/gtest.h>

#include <string>

#include "zwang/run.h"

namespace zwang::test {
namespace {

std::string link(const char* name, const char* parent, double at, double angle) {
  return std::string("[[bodies]]\nname = \"") + name + "\"\nparent = \"" + parent +
         "\"\njoint = \"hinge\"\nat = [" + std::to_string(at) +
         ", 0, 0]\nmass = 1\ninertia = [0.01, 0.2, 0.2]\ncenter = [0.5, 0, 0]\n" +
         "points = { tip = [1, 0, 0] }\nstart = { angle = " + std::to_string(angle) + " }\n";
}

std::string four_bar(double width) {
  return "[ground]\npoints = { right = [" + std::to_string(width) + ", 0, 0] }\n" +
         link("crank", "ground", 0, 1.0) + link("coupler", "crank", 1, -0.8) +
         link("rocker", "coupler", 1, -0.9) +
         "[[constraints]]\nname = \"closure\"\n"
         "hinge = { between = [\"rocker.tip\", \"ground.right\"], axis = [0, 0, 1] }\n"
         "[simulate]\nduration = 0.1\n";
}

TEST(OpenLoop, IsRefusedByTheNamesAndTheLineOfItsClosure) {
  const Model model = read_model(four_bar(3.5), "linkage.toml");
  const Summary summary = run(model).summary();
  EXPECT_EQ(summary.ending, Ending::start_impossible);
  EXPECT_NE(summary.message.find("linkage.toml:34: 'closure' cannot close between 'rocker.tip' and "
                                 "'ground.right'."),
            std::string::npos)
      << summary.message;
}

TEST(OpenLoop, ClosesWhereTheLinksReach) {
  EXPECT_EQ(run(read_model(four_bar(2.5), "linkage.toml")).summary().ending, Ending::done);
}

}  // namespace
}  // namespace zwang::test
