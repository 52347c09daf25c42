// SPDX-License-Identifier: Apache-2.0
// The summary as JSON has the keys that the guide promises.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "api/texts.h"

namespace zwang::test {
namespace {

using Json = nlohmann::json;
using Keys = std::set<std::string>;

Keys keys(const Json& object) {
  Keys result;
  for (const auto& [key, value] : object.items()) result.insert(key);
  return result;
}

TEST(SummaryJson, HasEveryKey) {
  const Trajectory motion = run(read_model(pendulum_text, "pendulum.toml"));
  const Json json = Json::parse(to_json(motion, {{"csv", "pendulum.csv"}}));
  EXPECT_EQ(keys(json), (Keys{"model",
                              "title",
                              "status",
                              "message",
                              "freedom",
                              "rows",
                              "rank",
                              "redundant",
                              "contradictory",
                              "undetermined",
                              "findings",
                              "sharing",
                              "lost_between_samples",
                              "method",
                              "method_reference",
                              "why_method",
                              "kernel",
                              "tolerance",
                              "steps",
                              "rejected",
                              "evaluations",
                              "seconds",
                              "max_position_residual",
                              "max_velocity_residual",
                              "rank_history",
                              "energy",
                              "start_moved",
                              "start_rate_moved",
                              "start",
                              "final",
                              "gauss",
                              "final_forces",
                              "observe",
                              "peaks",
                              "events",
                              "events_in_all",
                              "samples",
                              "files"}));
  EXPECT_EQ(keys(json["energy"]),
            (Keys{"start", "end", "kinetic", "potential", "work_applied", "work_constraints",
                  "work_nonideal", "jumps", "drift", "worst_drift"}));
  EXPECT_EQ(keys(json["rank_history"]),
            (Keys{"least", "most", "changes", "near_singular_steps", "events"}));
  EXPECT_EQ(keys(json["final"]), (Keys{"t", "bob.x", "bob.y", "bob.x'", "bob.y'"}));
  EXPECT_EQ(keys(json["final_forces"]["rod"]), (Keys{"force", "multipliers", "unique", "power"}));
  EXPECT_EQ(json["files"]["csv"], "pendulum.csv");
  EXPECT_EQ(json["status"], "ok");
}

TEST(SummaryJson, HasTheNumbersOfTheSummaryToTheBit) {
  const Trajectory motion = run(read_model(two_rods_text, ""));
  const Summary& summary = motion.summary();
  const Json json = Json::parse(to_json(motion));
  EXPECT_EQ(json["final"]["bob.y'"].get<double>(), summary.end.v[1]);
  EXPECT_EQ(json["energy"]["drift"].get<double>(), summary.energy.drift);
  EXPECT_EQ(json["final_forces"]["second"]["force"]["bob.x"].get<double>(),
            summary.forces[1].force.front().second);
  EXPECT_EQ(json["final_forces"]["second"]["unique"], false);
  EXPECT_EQ(json["redundant"], Json::array({"second"}));
}

TEST(SummaryJson, WhatHasNoMeaningIsNull) {
  const Json json = Json::parse(to_json(run(read_model(first_order_text, ""))));
  EXPECT_TRUE(json["energy"]["drift"].is_null());
}

TEST(SummaryJson, EveryEndingHasItsOwnWord) {
  Keys words;
  for (int k = 0; k <= static_cast<int>(Ending::no_equilibrium); ++k) {
    words.insert(std::string(name(static_cast<Ending>(k))));
  }
  EXPECT_EQ(words.size(), 11u);
  EXPECT_FALSE(words.contains(""));
}

}  // namespace
}  // namespace zwang::test
