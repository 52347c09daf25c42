// SPDX-License-Identifier: Apache-2.0
// Points and axes of bodies are made when a formula asks for them, once; and what is said where a
// body is written as if it were a value.

#include <gtest/gtest.h>

#include <algorithm>

#include "formula/parse/reader.h"

namespace zwang::formula {
namespace {

/// A body `crank` with a point `tip`; vectors are made anew at every call, as v + [10, 20, 30].
struct BodyNames : ::testing::Test {
  Graph graph;
  Symbols symbols{graph};
  int made = 0;

  BodyNames() {
    symbols.add_parameter("a", 2);
    symbols.add_coordinate("x");
    symbols.define_later("crank.tip", [this] {
      ++made;
      return symbols.add_frame("crank.tip");
    });
    symbols.add_body("crank", [this](const std::array<Node, 3>& v) {
      return Value{Kind::vector,
                   3,
                   {graph.add(v[0], graph.constant(10)), graph.add(v[1], graph.constant(20)),
                    graph.add(v[2], graph.constant(30))}};
    });
    symbols.add_body("robot.arm", [](const std::array<Node, 3>& v) {
      return Value{Kind::vector, 3, {v[2], v[1], v[0]}};
    });
  }

  Reading take(const std::string& text) { return read(text, symbols, Wanted::value); }
  /// "E204 0+5: what (hint)"
  std::string wrong(const std::string& text) {
    std::string words;
    for (const Diagnostic& d : take(text).diagnostics) {
      words += (words.empty() ? "" : "\n") + std::string(d.code) + " " +
               std::to_string(d.place.begin) + "+" + std::to_string(d.place.length) + ": " + d.what;
      if (!d.hint.empty()) words += " (" + d.hint + ")";
    }
    return words;
  }
  std::vector<double> constants(const std::string& text) {
    const Reading reading = take(text);
    EXPECT_TRUE(reading.ok()) << wrong(text);
    std::vector<double> numbers;
    for (const Node x : reading.formula.value.nodes()) numbers.push_back(graph.value(x));
    return numbers;
  }
};

TEST_F(BodyNames, APointIsMadeWhenItIsAskedForAndOnlyOnce) {
  EXPECT_EQ(made, 0);
  EXPECT_EQ(symbols.inputs().size(), 4u);
  const Reading first = take("crank.tip"), again = take("crank.tip.y");
  ASSERT_TRUE(first.ok());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(made, 1);
  EXPECT_EQ(first.formula.value.size, 3);
  EXPECT_EQ(again.formula.value.at[0], first.formula.value.at[1]);
  EXPECT_EQ(symbols.inputs().size(), 13u);
}

TEST_F(BodyNames, APointHasAVelocityAndAnAcceleration) {
  const Value tip = take("crank.tip").formula.value;
  const Reading velocity = take("crank.tip'"), acceleration = take("crank.tip.z''");
  ASSERT_TRUE(velocity.ok());
  ASSERT_TRUE(acceleration.ok());
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(velocity.formula.value.at[k], symbols.rate(tip.at[k]));
  EXPECT_EQ(acceleration.formula.value.at[0], symbols.rate(symbols.rate(tip.at[2])));
  EXPECT_EQ(symbols.inputs()[graph.slot(tip.at[1]) + 2].name, "crank.tip.y''");
}

TEST_F(BodyNames, AnAxisIsAVectorAlongOne) {
  EXPECT_EQ(constants("crank.axis(x)"), (std::vector<double>{11, 20, 30}));
  EXPECT_EQ(constants("crank.axis(z)"), (std::vector<double>{10, 20, 31}));
  EXPECT_EQ(constants("crank.axis( y ).y"), (std::vector<double>{21}));
  EXPECT_EQ(constants("robot.arm.axis(x)"), (std::vector<double>{0, 0, 1}));
}

TEST_F(BodyNames, AVectorTakesThreeFormulas) {
  EXPECT_EQ(constants("crank.vector(1, 2*3, -4)"), (std::vector<double>{11, 26, 26}));
  const Reading reading = take("crank.vector(a, 0, x)");
  ASSERT_TRUE(reading.ok());
  EXPECT_FALSE(graph.is_constant(reading.formula.value.at[0]));
}

TEST_F(BodyNames, AnAxisMayBeNamedLikeACoordinate) {
  EXPECT_EQ(constants("crank.axis(x) - crank.axis(y)"), (std::vector<double>{1, -1, 0}));
}

TEST_F(BodyNames, ABodyAloneIsNoValue) {
  EXPECT_EQ(wrong("2*crank"),
            "E205 2+5: 'crank' is a body, not a value (name a point of it, as in crank.origin)");
  EXPECT_EQ(wrong("crank.axis"),
            "E205 0+10: 'crank.axis' alone is not a value (write crank.axis(x))");
  EXPECT_EQ(wrong("crank.vector"),
            "E205 0+12: 'crank.vector' alone is not a value (write crank.vector(a, b, c))");
  EXPECT_EQ(
      wrong("crank.orientation"),
      "E205 0+17: 'crank.orientation' alone is not a value (its components are w, x, y and z)");
}

TEST_F(BodyNames, WrongCallsAreNamed) {
  EXPECT_EQ(wrong("crank.axis(w)"),
            "E203 11+1: expected x, y or z, found 'w' (the axes of a body are x, y and z)");
  EXPECT_EQ(wrong("crank.axis(x, y)"), "E203 12+1: expected ')', found ',' (write crank.axis(x))");
  EXPECT_EQ(wrong("crank.axis()"),
            "E203 11+1: expected x, y or z, found ')' (the axes of a body are x, y and z)");
  EXPECT_EQ(wrong("crank.vector(1, 2)"),
            "E206 0+12: 'vector' takes three arguments, not 2 (write vector(a, b, c))");
  EXPECT_EQ(wrong("crank.vector(crank.tip, 0, 0)"),
            "E205 13+9: 'vector' takes numbers, not a vector in space");
  EXPECT_EQ(wrong("crank.tpi"),
            "E204 0+9: 'crank.tpi' is not a coordinate, a parameter or a function (did you mean "
            "'crank.tip'?)");
  EXPECT_EQ(wrong("crank.tip(x)"),
            "E204 0+9: 'crank.tip' is not a function (to multiply, write '*' before the "
            "parenthesis)");
  EXPECT_EQ(wrong("rocker.axis(x)").substr(0, 41), "E204 0+11: 'rocker.axis' is not a functio");
}

TEST_F(BodyNames, WhatABodyHasNotIsAnsweredByWhatItHas) {
  EXPECT_EQ(wrong("crank.force"),
            "E204 0+11: 'crank.force' is not a coordinate, a parameter or a function (write "
            "joint(crank).force)");
  const std::string rate = wrong("crank.velocity");
  EXPECT_NE(rate.find("there are "), rate.npos) << rate;
  EXPECT_NE(rate.find("crank.tip"), rate.npos) << rate;
  EXPECT_NE(rate.find("with a prime"), rate.npos) << rate;
  EXPECT_EQ(wrong("velocity(3)"),
            "E204 0+8: 'velocity' is not a function (a rate is written with a prime, as in x' or "
            "(x*y)')");
}

TEST_F(BodyNames, AReactionMayNameABody) {
  std::vector<std::string> bodies;
  std::size_t objects = 0;
  symbols.set_reactions([&](const ReactionCall& call, Complaints&) {
    bodies.push_back(call.body);
    objects += call.object.has_value();
    return graph.constant(1);
  });
  EXPECT_TRUE(take("reaction(rod, crank) + reaction(rod, robot.arm)").ok());
  EXPECT_EQ(bodies, (std::vector<std::string>{"crank", "robot.arm"}));
  EXPECT_EQ(objects, 0u);
  EXPECT_TRUE(take("reaction(rod, crank.tip)").ok());
  EXPECT_EQ(bodies.back(), "");
  EXPECT_EQ(objects, 1u);
  EXPECT_EQ(wrong("reaction(rod, crank + 1)"),
            "E205 14+5: 'crank' is a body, not a value (name a point of it, as in crank.origin)");
}

TEST_F(BodyNames, GuessesKnowPointsThatAreNotMadeYet) {
  const std::vector<std::string> names = symbols.names();
  for (const char* const name : {"crank.tip", "crank.tip.x", "crank.tip.z"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  EXPECT_EQ(made, 0);
}

}  // namespace
}  // namespace zwang::formula
