// SPDX-License-Identifier: Apache-2.0
#include "record/json_writer.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "record/sample.h"

namespace zwang::record {
namespace {

TEST(JsonWriter, HasThisForm) {
  JsonWriter json;
  json.begin_object();
  json.key("title").text("A \"pendulum\"\\\n");
  json.key("rows").integer(-1);
  json.key("ok").truth(true).key("failed").truth(false).key("nothing").null();
  json.key("tolerance").number(1e-9);
  json.key("energy").begin_object().key("start").number(0.1).key("end").number(-0.0).end_object();
  json.key("multipliers").numbers(std::vector<double>{1, NAN, 2.5});
  json.key("events").begin_array();
  json.begin_object().key("t").number(0.59).end_object();
  json.text("last");
  json.end_array();
  json.key("redundant").begin_array().end_array();
  json.key("state").begin_object().end_object();
  json.key("a").numbers({});
  json.end_object();
  EXPECT_EQ(std::move(json).finish(), R"({
  "title": "A \"pendulum\"\\\n",
  "rows": -1,
  "ok": true,
  "failed": false,
  "nothing": null,
  "tolerance": 1e-09,
  "energy": {
    "start": 0.1,
    "end": -0
  },
  "multipliers": [1, null, 2.5],
  "events": [
    {
      "t": 0.59
    },
    "last"
  ],
  "redundant": [],
  "state": {},
  "a": []
}
)");
}

TEST(JsonWriter, TakesTheMembersOfAnotherObject) {
  JsonWriter inner, empty, json;
  inner.begin_object().key("b").integer(2).key("c").numbers({}).end_object();
  empty.begin_object().end_object();
  json.begin_object().key("a").integer(1);
  json.members(std::move(inner).finish()).members(std::move(empty).finish());
  json.key("d").integer(4).end_object();
  EXPECT_EQ(std::move(json).finish(), "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": [],\n  \"d\": 4\n}\n");
}

TEST(JsonWriter, WhatIsNotFiniteBecomesNull) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  JsonWriter json;
  json.begin_array().number(NAN).number(infinity).number(-infinity).number(1).end_array();
  EXPECT_EQ(std::move(json).finish(), "[\n  null,\n  null,\n  null,\n  1\n]\n");
}

TEST(JsonWriter, AValueMayStandAlone) {
  JsonWriter json;
  json.number(2);
  EXPECT_EQ(std::move(json).finish(), "2\n");
}

// An independent reader takes what we write for what we meant.
TEST(JsonWriter, EveryNumberReadsBackToTheBit) {
  constexpr std::uint64_t seed = 41;
  test::Random random(seed);
  const auto values = test::any_doubles(random, 2000);
  JsonWriter writer;
  writer.numbers(values);
  const auto json = nlohmann::json::parse(std::move(writer).finish());
  ASSERT_EQ(json.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      EXPECT_TRUE(json[i].is_null()) << values[i];
    } else if (json[i].is_number_integer()) {
      EXPECT_EQ(json[i].get<double>(), values[i]) << "seed " << seed;
    } else {
      const double value = json[i].get<double>();
      EXPECT_EQ(test::bits({&value, 1}), test::bits({&values[i], 1})) << "seed " << seed;
    }
  }
}

TEST(JsonWriter, EveryTextOfCharactersReadsBack) {
  std::string text = "ẍ = a + M⁻¹C 🙂 / \"'\\ \x7F";
  for (char c = 0; c < 0x20; ++c) text += c;
  JsonWriter writer;
  writer.begin_object().key(text).text(text).end_object();
  const auto json = nlohmann::json::parse(std::move(writer).finish());
  EXPECT_EQ(json.begin().key(), text);
  EXPECT_EQ(json.begin().value().get<std::string>(), text);
}

TEST(JsonWriter, BytesThatAreNoCharacterAreReplaced) {
  JsonWriter writer;
  writer.text("a\xFF\xC3z");
  EXPECT_EQ(std::move(writer).finish(), "\"a\uFFFD\uFFFDz\"\n");
}

}  // namespace
}  // namespace zwang::record
