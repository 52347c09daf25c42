// SPDX-License-Identifier: Apache-2.0
// What names mean, which slots they get, and what indices pick or gather.

#include "formula/parse/symbols.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "formula/settle.h"

namespace zwang::formula {
namespace {

struct SymbolsTest : ::testing::Test {
  Graph graph;
  Symbols symbols{graph};

  Reference name(std::vector<std::string_view> parts, Node index = no_node) {
    return {std::move(parts), index, "words"};
  }
  NotFound missing(std::vector<std::string_view> parts, Node index = no_node) {
    NotFound why{};
    EXPECT_FALSE(symbols.find(name(std::move(parts), index), &why));
    return why;
  }
  Node one(std::vector<std::string_view> parts, Node index = no_node) {
    const auto value = symbols.find(name(std::move(parts), index));
    if (!value || value->kind != Kind::scalar) return no_node;
    return value->at[0];
  }
  const Input& input(Node node) const { return symbols.inputs()[graph.slot(node)]; }
};

TEST_F(SymbolsTest, KnowsOnlyPiAtFirst) {
  EXPECT_EQ(symbols.names(), std::vector<std::string>{"pi"});
  EXPECT_EQ(graph.value(one({"pi"})), std::numbers::pi);
  EXPECT_TRUE(symbols.inputs().empty());
}

TEST_F(SymbolsTest, SlotsFollowTheOrderOfAdding) {
  const Node t = symbols.add_time(), m = symbols.add_parameter("m", 2.5);
  const Node x = symbols.add_coordinate("x"), i = symbols.add_index("i");
  EXPECT_EQ(graph.slot(t), 0u);
  EXPECT_EQ(graph.slot(m), 1u);
  EXPECT_EQ(graph.slot(x), 2u);
  EXPECT_EQ(graph.slot(i), 5u);
  EXPECT_EQ(symbols.inputs().size(), 6u);
  EXPECT_EQ(graph.slots(), 6u);
  EXPECT_EQ(symbols.numbers(), (std::vector<double>{0, 2.5, 0, 0, 0, 0}));
  const Role roles[] = {Role::time, Role::parameter,    Role::coordinate,
                        Role::rate, Role::acceleration, Role::index};
  const char* names[] = {"t", "m", "x", "x'", "x''", "i"};
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(symbols.inputs()[k].role, roles[k]) << k;
    EXPECT_EQ(symbols.inputs()[k].name, names[k]) << k;
    EXPECT_EQ(symbols.inputs()[k].family, -1) << k;
  }
}

TEST_F(SymbolsTest, EveryInputKnowsItsRate) {
  const Node t = symbols.add_time("s"), m = symbols.add_parameter("m", 1);
  const Node x = symbols.add_coordinate("x"), i = symbols.add_index("i");
  EXPECT_TRUE(graph.is_constant(symbols.rate(t), 1));
  EXPECT_TRUE(graph.is_constant(symbols.rate(m), 0));
  EXPECT_TRUE(graph.is_constant(symbols.rate(i), 0));
  const Node v = symbols.rate(x);
  EXPECT_EQ(input(v).role, Role::rate);
  EXPECT_EQ(input(symbols.rate(v)).role, Role::acceleration);
  EXPECT_EQ(symbols.rate(symbols.rate(v)), no_node);

  const Direction& rates = symbols.rates();
  EXPECT_EQ(rates.at(graph.slot(x)), v);
  EXPECT_EQ(rates.at(graph.slot(t)), graph.constant(1));
  EXPECT_EQ(rates.at(graph.slot(m)), no_node) << "parameters stand still";
}

TEST_F(SymbolsTest, APointIsAVectorOfCoordinates) {
  const Value bob = symbols.add_point("bob", 2), tip = symbols.add_point("tip", 3);
  EXPECT_EQ(bob.size, 2);
  EXPECT_EQ(tip.size, 3);
  EXPECT_EQ(symbols.find(name({"bob"}))->at, bob.at);
  EXPECT_EQ(one({"bob", "y"}), bob.at[1]);
  EXPECT_EQ(one({"tip", "z"}), tip.at[2]);
  EXPECT_EQ(input(tip.at[2]).name, "tip.z");
  EXPECT_EQ(missing({"bob", "z"}), NotFound::no_such_component);
  EXPECT_EQ(missing({"bob", "x", "x"}), NotFound::no_such_component);
  EXPECT_EQ(missing({"bbo"}), NotFound::no_such_name);
  EXPECT_EQ(missing({"bob"}, graph.constant(1)), NotFound::index_not_wanted);
  EXPECT_EQ(missing({}), NotFound::no_such_name);
}

TEST_F(SymbolsTest, NamesMayHaveDotsAndTheLongestCounts) {
  const Node angle = symbols.add_coordinate("crank.angle");
  const Value end = symbols.add_point("crank.end", 2);
  EXPECT_EQ(one({"crank", "angle"}), angle);
  EXPECT_EQ(one({"crank", "end", "y"}), end.at[1]);
  EXPECT_EQ(missing({"crank"}), NotFound::no_such_name);
  EXPECT_EQ(missing({"crank", "x"}), NotFound::no_such_name);
  EXPECT_EQ(missing({"crank", "angle", "x"}), NotFound::no_such_component);
  symbols.add_point("crank", 2);
  EXPECT_EQ(one({"crank", "angle"}), angle);
  EXPECT_EQ(input(one({"crank", "x"})).name, "crank.x");
}

TEST_F(SymbolsTest, AConstantIndexPicksAMember) {
  const int number = symbols.add_family("p", 3, 2, 4);
  const Family& family = symbols.families()[static_cast<std::size_t>(number)];
  EXPECT_EQ(family.members.size(), 9u);
  const auto p3 = symbols.find(name({"p"}, graph.constant(3)));
  ASSERT_TRUE(p3);
  EXPECT_EQ(p3->size, 3);
  EXPECT_EQ(p3->at[1], family.members[4]);
  EXPECT_EQ(input(p3->at[1]).name, "p[3].y");
  EXPECT_EQ(one({"p", "z"}, graph.constant(4)), family.members[8]);
  EXPECT_EQ(missing({"p"}), NotFound::index_missing);
  EXPECT_EQ(missing({"p", "x"}), NotFound::index_missing);
  EXPECT_EQ(missing({"p", "w"}, graph.constant(3)), NotFound::no_such_component);
  EXPECT_EQ(missing({"p"}, graph.constant(1)), NotFound::index_outside);
  EXPECT_EQ(missing({"p"}, graph.constant(5)), NotFound::index_outside);
  EXPECT_EQ(missing({"p"}, graph.constant(1e300)), NotFound::index_outside);
  EXPECT_EQ(missing({"p"}, graph.constant(2.5)), NotFound::index_not_whole);
  EXPECT_EQ(missing({"p"}, graph.constant(std::numeric_limits<double>::infinity())),
            NotFound::index_not_whole);
  EXPECT_EQ(missing({"p"}, graph.constant(std::nan(""))), NotFound::index_not_whole);
  EXPECT_EQ(symbols.family("p"), &family);
  EXPECT_EQ(symbols.family("pi"), nullptr);
}

TEST_F(SymbolsTest, ParametersInAnIndexHaveTheirNumbers) {
  const Node N = symbols.add_parameter("N", 4), x = symbols.add_coordinate("x");
  symbols.add_family("u", 0, 0, 4);
  EXPECT_EQ(input(one({"u"}, graph.subtract(N, graph.constant(1)))).name, "u[3]");
  EXPECT_EQ(missing({"u"}, graph.divide(N, graph.constant(3))), NotFound::index_not_whole);
  EXPECT_EQ(missing({"u"}, graph.add(N, x)), NotFound::index_moves);
}

TEST_F(SymbolsTest, AnIndexOfPlacesGathersOnce) {
  const Node i = symbols.add_index("i");
  const int number = symbols.add_family("p", 2, 1, 5);
  const Node next = graph.add(i, graph.constant(1));
  const std::size_t before = symbols.inputs().size();
  const Node y = one({"p", "y"}, next);
  ASSERT_NE(y, no_node);
  EXPECT_EQ(symbols.inputs().size(), before + 3) << "y alone: coordinate, rate, acceleration";
  EXPECT_EQ(input(y).name, "p[words].y");
  EXPECT_EQ(input(y).role, Role::coordinate);
  EXPECT_EQ(input(y).family, number);
  EXPECT_EQ(input(y).component, 1);
  EXPECT_EQ(input(y).index, next);
  EXPECT_EQ(input(symbols.rate(y)).name, "p[words].y'");
  EXPECT_EQ(input(symbols.rate(y)).index, next);

  EXPECT_EQ(one({"p", "y"}, next), y) << "the same place, the same input";
  EXPECT_NE(one({"p", "y"}, i), y);
  EXPECT_EQ(symbols.find(name({"p"}, next))->at[1], y);
}

TEST_F(SymbolsTest, EmptyFamiliesHaveNoMembers) {
  symbols.add_family("e", 0, 1, 0);
  EXPECT_EQ(missing({"e"}, graph.constant(1)), NotFound::index_outside);
}

TEST_F(SymbolsTest, DefinedNamesComeAndGo) {
  symbols.define("two", scalar(graph.constant(2)));
  EXPECT_TRUE(symbols.has("two"));
  EXPECT_EQ(graph.value(one({"two"})), 2);
  symbols.remove("two");
  EXPECT_FALSE(symbols.has("two"));
  symbols.remove("two");
  EXPECT_EQ(missing({"two"}), NotFound::no_such_name);
}

TEST_F(SymbolsTest, NamesAreListedInOrderWithTheirComponents) {
  symbols.add_point("bob", 2);
  symbols.add_family("a", 3, 1, 2);
  symbols.add_family("u", 0, 1, 2);
  symbols.add_coordinate("θ");
  EXPECT_EQ(symbols.names(), (std::vector<std::string>{"a", "a.x", "a.y", "a.z", "bob", "bob.x",
                                                       "bob.y", "pi", "u", "θ"}));
}

TEST_F(SymbolsTest, SettlingSaysWhatANumberDependsOn) {
  const Node N = symbols.add_parameter("N", 4), i = symbols.add_index("i"),
             x = symbols.add_coordinate("x"), t = symbols.add_time();
  const auto settled = [&](Node node) { return settle(graph, symbols.inputs(), node); };
  using How = Settled::How;
  EXPECT_EQ(settled(graph.constant(7)).number, 7);
  const Node formula = graph.select(graph.apply(Op::less, N, graph.constant(5)),
                                    graph.apply(Op::max, N, graph.constant(1)), graph.negate(N));
  EXPECT_EQ(settled(formula).how, How::number);
  EXPECT_EQ(settled(formula).number, 4);
  EXPECT_EQ(settled(graph.add(N, i)).how, How::varies);
  EXPECT_EQ(settled(graph.add(x, i)).how, How::moves);
  EXPECT_EQ(settled(graph.add(i, x)).how, How::moves);
  EXPECT_EQ(settled(t).how, How::moves);
  EXPECT_EQ(settled(symbols.rate(x)).how, How::moves);
}

}  // namespace
}  // namespace zwang::formula
