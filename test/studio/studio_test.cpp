// SPDX-License-Identifier: Apache-2.0
// The engine as a page asks it: its answers are those of the library, and what is wrong is an answer, too.

#include "studio/studio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace zwang::studio {
namespace {

using nlohmann::json;

const std::string pendulum = R"toml(
title = "Pendulum"
[parameters]
n = 1
l = 2.0
half = "pi / 2"
long = "2*l"
[[particles]]
name = "bob"
count = "n"
mass = 1
position = ["l", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
for = "k in 1..n"
equation = "bob[k].x^2 + bob[k].y^2 = l^2"
[simulate]
duration = 1
output = 20
)toml";

json loaded(Studio& studio, const std::string& text) { return json::parse(studio.load(text)); }

TEST(Studio, TellsTheParametersAndWhichOfThemCanBeMoved) {
  Studio studio;
  const json answer = loaded(studio, pendulum);
  ASSERT_TRUE(answer["ok"]) << answer;
  EXPECT_EQ(answer["duration"], 1.0);
  const json& all = answer["parameters"];
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0]["whole"], true);
  EXPECT_EQ(all[1]["whole"], false);
  EXPECT_EQ(all[1]["given"], true);
  EXPECT_EQ(all[2]["given"], true);
  EXPECT_EQ(all[3]["given"], false);
  EXPECT_EQ(all[3]["value"], 4.0);
}

TEST(Studio, TellsHowFarASliderGoes) {
  Studio studio;
  const auto with = [](const std::string& line) {
    std::string text = pendulum;
    return text.replace(text.find("l = 2.0"), 7, line);
  };
  const json told =
      loaded(studio, with(R"(l = { value = 2, slider = ["500 mm", 3], about = "of the rod" })"));
  ASSERT_TRUE(told["ok"]) << told;
  const json& l = told["parameters"][1];
  EXPECT_EQ(l["value"], 2.0);
  EXPECT_EQ(l["slider"], json({0.5, 3.0}));
  EXPECT_EQ(l["about"], "of the rod");
  EXPECT_FALSE(told["parameters"][0].contains("slider"));
  for (const char* const wrong : {"[3, 1]", "[1]", "[\"l\", 2]", "[\"1 furlong\", 2]", "7"}) {
    const json refused =
        loaded(studio, with(std::string("l = { value = 2, slider = ") + wrong + " }"));
    EXPECT_FALSE(refused["ok"]) << wrong;
    EXPECT_NE(refused.dump().find("slider"), std::string::npos) << refused;
  }
}

TEST(Studio, DragsAPoseAndStartsFromIt) {
  Studio studio;
  ASSERT_TRUE(loaded(studio, pendulum)["ok"]);
  const json posed = json::parse(studio.drag({"bob[1]", {}, {-3, -3, 0}, {}, 0}));
  ASSERT_TRUE(posed["ok"]) << posed;
  EXPECT_EQ(posed["on"], true);
  const double x = posed["state"]["bob[1].x"], y = posed["state"]["bob[1].y"];
  EXPECT_NEAR(x, -std::sqrt(2), 5e-3);
  EXPECT_NEAR(std::hypot(x, y), 2, 1e-12);
  EXPECT_EQ(posed["scene"]["samples"], 2);
  studio.start_at("bob[1].x", x);
  studio.start_at("bob[1].y", y);
  const json told = json::parse(studio.run({}));
  ASSERT_TRUE(told["ok"]) << told;
  RunOptions options;
  options.start = State{0, {x, y}, {0, 0}};
  EXPECT_EQ(told["end"]["q"],
            json(run(read_model(pendulum, "model.toml"), options).summary().end.q));
  studio.unset_start();
  EXPECT_NE(json::parse(studio.run({}))["end"], told["end"]);
}

TEST(Studio, RunsAsTheLibraryDoesWithOtherValuesToo) {
  Studio studio;
  for (const double l : {2.0, 2.5, 1.7, 2.0}) {
    studio.unset();
    studio.set("l", l);
    ASSERT_TRUE(loaded(studio, pendulum)["ok"]);
    const json told = json::parse(studio.run({}));
    ASSERT_TRUE(told["ok"]) << told;
    const Trajectory wanted = run(read_model(pendulum, "model.toml", {{"l", l}}));
    EXPECT_EQ(told["ending"], "ok");
    EXPECT_EQ(told["end"]["q"], json(wanted.summary().end.q));
    const json& heads = told["scene"]["columns"];
    EXPECT_EQ(told["scene"]["samples"], 20);
    for (std::size_t k = 0; k < wanted.columns().size(); ++k) {
      EXPECT_EQ(heads[k]["name"], wanted.columns()[k]);
      const auto first = studio.columns().begin() + static_cast<std::ptrdiff_t>(20 * k);
      EXPECT_EQ(std::vector<double>(first, first + 20), wanted.column(wanted.columns()[k]));
    }
    EXPECT_EQ(heads.back()["name"], "energy balance");
    EXPECT_EQ(studio.columns().size(), 20 * heads.size());
  }
}

TEST(Studio, SaysWhatIsWrongAndGoesOn) {
  Studio studio;
  std::string wrong = pendulum;
  wrong.replace(wrong.find("bob[k].y"), 8, "bb[k].yy");
  const json answer = loaded(studio, wrong);
  EXPECT_FALSE(answer["ok"]);
  ASSERT_FALSE(answer["complaints"].empty());
  const json& complaint = answer["complaints"][0];
  EXPECT_EQ(complaint["line"], 18);
  EXPECT_GT(complaint["end"], complaint["column"]);
  EXPECT_FALSE(json::parse(studio.run({}))["ok"]);
  EXPECT_FALSE(json::parse(studio.check())["ok"]);
  EXPECT_TRUE(loaded(studio, pendulum)["ok"]);
  EXPECT_EQ(json::parse(studio.check())["freedom"], 1);
  studio.set("no such", 1);
  EXPECT_FALSE(loaded(studio, pendulum)["ok"]);
  studio.unset();
  EXPECT_TRUE(loaded(studio, pendulum)["ok"]);
  Wish wish;
  wish.method = "no such method";
  EXPECT_FALSE(json::parse(studio.run(wish))["ok"]);
}

TEST(Studio, FindsExtremalsAndWritesTheirWords) {
  Studio studio;
  ASSERT_TRUE(loaded(studio, R"toml(
title = "Straight"
[coordinates]
y = 0
[extremal]
integrand = "sqrt(1 + y'^2)"
from = { t = 0, y = 0 }
to = { t = 1, y = 1 }
)toml")["ok"]);
  Wish wish;
  wish.extremals = wish.words = true;
  const json told = json::parse(studio.run(wish));
  ASSERT_TRUE(told["ok"]) << told;
  EXPECT_NEAR(told["actions"][0].get<double>(), std::sqrt(2.0), 1e-9);
  EXPECT_EQ(told["scene"]["kind"], "extremals");
  EXPECT_NE(told["words"].get<std::string>().find("<section id=\"summary\">"), std::string::npos);
}

}  // namespace
}  // namespace zwang::studio
