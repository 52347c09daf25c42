// SPDX-License-Identifier: Apache-2.0
// What formulas mean, against numbers computed by hand.

#include "formula/parse/reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "formula/world.h"

namespace zwang::test {
namespace {

using formula::Kind;
using formula::Node;
using formula::Op;
using formula::Reading;
using formula::Relation;
using formula::Wanted;
using Numbers = std::vector<double>;

struct Reader : ::testing::Test {
  World world;
  const double t = world.number("t"), x = world.number("x"), xd = world.number("x'"),
               xdd = world.number("x''"), y = world.number("y"), yd = world.number("y'");

  double value(std::string_view text) { return world.value(text); }
  Numbers values(std::string_view text) { return world.values(text); }
  Numbers numbers(const std::vector<std::string>& names) {
    Numbers result;
    for (const std::string& name : names) result.push_back(world.number(name));
    return result;
  }
};

TEST_F(Reader, NumbersAndArithmetic) {
  EXPECT_EQ(value("1 + 2*3 - 4/8"), 6.5);
  EXPECT_EQ(value("(1 + 2)*3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("16/4/2"), 2);
  EXPECT_EQ(value("6/2*3"), 9);
  EXPECT_EQ(value(".5 + 2. + 1e-3 + 1E+5"), 100002.501);
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("\n1\t+\r\n2 "), 3);
}

TEST_F(Reader, PowerBindsToTheRight) {
  EXPECT_EQ(value("2^3^2"), 512);
  EXPECT_EQ(value("(2^3)^2"), 64);
  EXPECT_EQ(value("2^-3"), 0.125);
  EXPECT_EQ(value("2^-1^2"), 0.5);
  EXPECT_EQ(value("2^-2*8"), 2);
  EXPECT_EQ(value("2*3^2"), 18);
}

TEST_F(Reader, MinusBindsLooserThanPower) {
  EXPECT_EQ(value("-2^2"), -4);
  EXPECT_EQ(value("(-2)^2"), 4);
  EXPECT_EQ(value("-x^2"), -x * x);
  EXPECT_EQ(value("2*-3"), -6);
  EXPECT_EQ(value("--3"), 3);
  EXPECT_EQ(value("2 - -3"), 5);
  EXPECT_EQ(value("+3 - +2"), 1);
  EXPECT_EQ(value("-2*3"), -6);
}

TEST_F(Reader, FunctionsOfNumbers) {
  EXPECT_EQ(value("sin(x)"), std::sin(x));
  EXPECT_EQ(value("cos(x)"), std::cos(x));
  EXPECT_EQ(value("tan(x)"), std::tan(x));
  EXPECT_EQ(value("asin(x)"), std::asin(x));
  EXPECT_EQ(value("acos(x)"), std::acos(x));
  EXPECT_EQ(value("atan(x)"), std::atan(x));
  EXPECT_EQ(value("sinh(x)"), std::sinh(x));
  EXPECT_EQ(value("cosh(x)"), std::cosh(x));
  EXPECT_EQ(value("tanh(x)"), std::tanh(x));
  EXPECT_EQ(value("exp(x)"), std::exp(x));
  EXPECT_EQ(value("log(x)"), std::log(x));
  EXPECT_EQ(value("sqrt(x)"), std::sqrt(x));
  EXPECT_EQ(value("atan2(y, x)"), std::atan2(y, x));
  EXPECT_EQ(value("abs(x - 9)"), 9 - x);
  EXPECT_EQ(value("sign(x) + 10*sign(-x) + 100*sign(0)"), -9);
  EXPECT_EQ(value("mod(7, 3) + mod(-1, 3)"), 3);
}

TEST_F(Reader, MinMaxAndHypotTakeManyArguments) {
  EXPECT_EQ(value("min(3, 1, 2)"), 1);
  EXPECT_EQ(value("max(3, 1, x, 4, 2)"), 4);
  EXPECT_EQ(value("min(x)"), x);
  EXPECT_EQ(value("hypot(3, 4)"), 5);
  EXPECT_EQ(value("hypot(3e200, 4e200)"), std::hypot(3e200, 4e200)) << "two do not overflow";
  EXPECT_EQ(value("hypot(3, 4, 12)"), 13);
  EXPECT_EQ(value("hypot(1, 1, 1, 1)"), 2);
}

TEST_F(Reader, ComparisonsAndLogic) {
  for (const char* truth :
       {"1 < 2", "2 <= 2", "3 > 2", "2 >= 2", "2 == 2", "1 != 2", "not 1 > 2", "1 < 2 and 2 < 3",
        "1 > 2 or 2 < 3", "not (1 < 2 and 2 > 3)", "1 < 2 or 1 > 2 and 1 > 2",
        "not 1 > 2 and 1 < 2", "1 + 1 == 2", "x < y and not x > y"})
    EXPECT_TRUE(world.truth(truth)) << truth;
  for (const char* wrong :
       {"2 < 2", "3 <= 2", "2 > 2", "1 >= 2", "1 == 2", "2 != 2", "not 1 < 2", "1 < 2 and 2 > 3",
        "(1 < 2 or 1 > 2) and 1 > 2", "not 1 < 2 or 1 > 2", "y < x", "x != x"})
    EXPECT_FALSE(world.truth(wrong)) << wrong;
}

TEST_F(Reader, IfChooses) {
  EXPECT_EQ(value("if(x < y, 1, 2)"), 1);
  EXPECT_EQ(value("if(x > y, 1, if(x == x, 3, 4))"), 3);
  EXPECT_EQ(values("if(x > y, bob, [7, 8])"), (Numbers{7, 8}));
}

// Where the branch is not taken, the root must not see a negative number.
TEST_F(Reader, BranchesAreGuarded) {
  const Reading reading = world.read("if(x > 1, sqrt(x - 1), 0)");
  ASSERT_TRUE(reading.ok());
  int roots = 0;
  for (const Node node : world.graph.reachable(reading.formula.value.nodes()))
    if (world.graph.op(node) == Op::sqrt) {
      ++roots;
      EXPECT_EQ(world.graph.op(world.graph[node].a), Op::select);
    }
  EXPECT_EQ(roots, 1);
}

TEST_F(Reader, NamesOfEveryKind) {
  EXPECT_EQ(value("m + 10*len + 100*N"), 432);
  EXPECT_EQ(value("θ"), world.number("θ"));
  EXPECT_EQ(values("bob"), numbers({"bob.x", "bob.y"}));
  EXPECT_EQ(value("bob . y"), world.number("bob.y"));
  EXPECT_EQ(value("tip.z"), world.number("tip.z"));
  EXPECT_EQ(value("r"), x * y);
  EXPECT_EQ(value("half"), 0.5);
  EXPECT_EQ(value("arm.end.y"), world.number("bob.y") + 1);
}

TEST_F(Reader, VectorsAndTheirProducts) {
  EXPECT_EQ(values("[1, 2] + [3, 4]*2 - -[1, 1]/4"), (Numbers{7.25, 10.25}));
  EXPECT_EQ(values("2*[1, 2, 3]"), (Numbers{2, 4, 6}));
  EXPECT_EQ(values("+[1, x]"), (Numbers{1, x}));
  EXPECT_EQ(value("[1, 2, 3].z"), 3);
  EXPECT_EQ(value("([1, 2] - [5, 7]).x"), -4);
  EXPECT_EQ(value("norm([3, 4])"), 5);
  EXPECT_EQ(value("norm([2, 3, 6])"), 7);
  EXPECT_EQ(value("distance([1, 1], [4, 5])"), 5);
  EXPECT_EQ(value("dot([1, 2, 3], [4, 5, 6])"), 32);
  EXPECT_EQ(value("cross([1, 2], [3, 4])"), -2);
  EXPECT_EQ(values("cross([1, 2, 3], [4, 5, 6])"), (Numbers{-3, 6, -3}));
  EXPECT_EQ(value("cross([1, 2, 3], [4, 5, 6]).y'"), 0);
}

TEST_F(Reader, PrimesOfCoordinatesAndPoints) {
  EXPECT_EQ(value("x' + 8*x''"), xd + 8 * xdd);
  EXPECT_EQ(value("θ'"), world.number("θ'"));
  EXPECT_EQ(values("bob'"), numbers({"bob.x'", "bob.y'"}));
  EXPECT_EQ(value("bob'.x"), world.number("bob.x'"));
  EXPECT_EQ(value("bob.y''"), world.number("bob.y''"));
  EXPECT_EQ(value("bob'.x'"), world.number("bob.x''"));
  EXPECT_EQ(value("x'^2"), xd * xd);
  EXPECT_EQ(value("-x'"), -xd);
  EXPECT_EQ(value("t'"), 1);
  EXPECT_EQ(value("t''"), 0);
}

TEST_F(Reader, PrimesOfExpressionsAreTotalTimeDerivatives) {
  EXPECT_EQ(value("(x*y)'"), xd * y + x * yd);
  EXPECT_EQ(value("(x^2)''"), 2 * xd * xd + 2 * x * xdd);
  EXPECT_EQ(value("(m*x*t)'"), 2 * (xd * t + x));
  EXPECT_EQ(value("r'"), xd * y + x * yd);
  EXPECT_EQ(value("(x')'"), xdd);
  EXPECT_EQ(value("(m)'"), 0) << "an expression may well stand still";
  EXPECT_EQ(value("half'"), 0) << "and so may a defined name";
  EXPECT_EQ(values("arm.end'"), numbers({"bob.x'", "bob.y'"}));
  EXPECT_EQ(values("([x, t])'"), (Numbers{xd, 1}));
  EXPECT_EQ(values("[x*y, 3]'"), (Numbers{xd * y + x * yd, 0}));
  EXPECT_EQ(value("if(x > 0, x*y, 0)'"), xd * y + x * yd);
  EXPECT_EQ(value("sum(k in 1..2, x^k)'"), xd + 2 * x * xd);
  EXPECT_EQ(value("sum(k in 1..0, 2)'"), 0);
}

TEST_F(Reader, FamiliesByIndex) {
  EXPECT_EQ(value("p[2].y"), world.number("p[2].y"));
  EXPECT_EQ(values("p[N]"), numbers({"p[4].x", "p[4].y"}));
  EXPECT_EQ(value("p[(N + 2)/2 - 1].x'"), world.number("p[2].x'"));
  EXPECT_EQ(values("p[1]'"), numbers({"p[1].x'", "p[1].y'"}));
  EXPECT_EQ(value("u[0] + u[N - 1]''"), world.number("u[0]") + world.number("u[3]''"));
  EXPECT_EQ(value("p[if(N > 3, 5, 1)].x"), world.number("p[5].x"));
  EXPECT_EQ(value("p [ 1 ] . x"), world.number("p[1].x"));
}

TEST_F(Reader, AnIndexOfPlacesMakesInputs) {
  const std::size_t before = world.symbols.inputs().size();
  EXPECT_EQ(value("p[i+1].y''"), static_cast<double>(before + 2) / 8);
  ASSERT_EQ(world.symbols.inputs().size(), before + 3);
  const formula::Input& added = world.symbols.inputs()[before];
  EXPECT_EQ(added.name, "p[i+1].y");
  EXPECT_EQ(added.component, 1);

  const Node once = world.read("p[i + 1].y").formula.value.at[0];
  EXPECT_EQ(world.graph.slot(once), before) << "i+1 and i + 1 are one place";
  EXPECT_EQ(world.symbols.inputs().size(), before + 3);
  ASSERT_TRUE(world.read("distance(p[i], p[i+1]) = len", Wanted::equation).ok());
  EXPECT_EQ(world.symbols.inputs().size(), before + 12);
}

TEST_F(Reader, SumsAddTheirTerms) {
  EXPECT_EQ(value("sum(k in 1..4, k^2)"), 30);
  EXPECT_EQ(value("sum(k in -2..2, k)"), 0);
  EXPECT_EQ(value("sum(k in 3..3, x)"), x);
  EXPECT_EQ(value("2*sum(k in 1..N, k) + 1"), 21);
  EXPECT_EQ(value("sum(k in 1..N, p[k].x)"), world.number("p[1].x") + world.number("p[2].x") +
                                                 world.number("p[3].x") + world.number("p[4].x"));
  EXPECT_EQ(values("sum(k in 1..3, k*[1, 2])"), (Numbers{6, 12}));
  EXPECT_EQ(value("sum(k in 1..2, [k, 1]).x"), 3);
}

TEST_F(Reader, SumsNestAndTheirBoundsUseOuterIndices) {
  EXPECT_EQ(value("sum(j in 1..3, sum(k in 1..j, 10*j + k))"), 11 + 43 + 96);
  EXPECT_EQ(value("sum(j in 1..sum(k in 1..2, k), j)"), 6);
  EXPECT_EQ(value("sum(j in 1..3, sum(k in j+1..3, 1))"), 3);
  EXPECT_EQ(value("sum(a in 1..1, sum(b in 1..1, sum(c in 1..1, sum(d in 1..1, sum(e in 1..1, "
                  "sum(f in 1..1, sum(g in 1..1, sum(h in 1..2, a+b+c+d+e+f+g+h))))))))"),
            17);
}

TEST_F(Reader, ASumOfNothingIsZeroOfItsKind) {
  EXPECT_EQ(value("sum(k in 1..0, x)"), 0);
  EXPECT_EQ(values("sum(k in 1..0, bob) + [1, 2]"), (Numbers{1, 2}));
  EXPECT_EQ(values("sum(k in 6..5, p[k])"), (Numbers{0, 0})) << "p[6] is never looked at";
  EXPECT_EQ(value("sum(k in 6..5, p[k].x + u[k])"), 0);
  EXPECT_EQ(value("sum(k in 6..5, sum(j in k..1/k, p[i+k].x))"), 0);
  EXPECT_EQ(world.symbols.inputs().size(), World().symbols.inputs().size());
  EXPECT_EQ(value("sum(k in 1..0, u[k]) + sum(k in 1..1, u[k])"), world.number("u[1]"))
      << "and what follows has its terms";
}

TEST_F(Reader, IndicesOfSumsLeaveNoTrace) {
  value("sum(k in 1..2, k)");
  EXPECT_FALSE(world.symbols.has("k"));
  EXPECT_EQ(world.codes("k"), "E204");
  EXPECT_EQ(value("sum(k in 1..2, k) + sum(k in 1..3, k)"), 9);
}

TEST_F(Reader, EquationsAreLeftMinusRight) {
  const Reading equal = world.read("x^2 = len", Wanted::equation);
  EXPECT_EQ(equal.formula.relation, Relation::equal);
  EXPECT_EQ(world.value("x^2 = len", Wanted::equation), x * x - 3);

  EXPECT_EQ(world.read("x >= y", Wanted::equation).formula.relation, Relation::at_least);
  EXPECT_EQ(world.value("x >= y", Wanted::equation), x - y);
  EXPECT_EQ(world.read("x <= y", Wanted::equation).formula.relation, Relation::at_least);
  EXPECT_EQ(world.value("x <= y", Wanted::equation), y - x);
  EXPECT_EQ(world.value("x = if(x == y, 1, 2)", Wanted::equation), x - 2);
}

TEST_F(Reader, AnEquationOfVectorsHasARowPerComponent) {
  const Reading reading = world.read("tip = [1, 2, 3]", Wanted::equation);
  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading.formula.value.kind, Kind::vector);
  EXPECT_EQ(reading.formula.value.size, 3);
  EXPECT_EQ(
      world.values("tip = [1, 2, 3]", Wanted::equation),
      (Numbers{world.number("tip.x") - 1, world.number("tip.y") - 2, world.number("tip.z") - 3}));
  EXPECT_EQ(world.values("[x, 1] <= [2, y]", Wanted::equation), (Numbers{2 - x, y - 1}));
}

TEST_F(Reader, ReadingTwiceGivesTheSameNodes) {
  for (const char* text : {"sum(k in 1..N, (p[k].x*p[k].y)')", "if(x > 1, sqrt(x - 1), log(y))",
                           "p[i+1].x - p[i].x"}) {
    const Reading first = world.read(text);
    const Node size = world.graph.size();
    EXPECT_EQ(world.read(text).formula.value.at, first.formula.value.at) << text;
    EXPECT_EQ(world.graph.size(), size) << text;
  }
}

}  // namespace
}  // namespace zwang::test
