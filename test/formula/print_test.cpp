// SPDX-License-Identifier: Apache-2.0
// Formulas as text: that it reads back to the very same node, and that a person would write it so.

#include "formula/write/print.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>

#include "formula/evaluate.h"
#include "formula/parse/reader.h"
#include "formula/scribble.h"

namespace zwang::test {
namespace {

using formula::Node;
using formula::Op;
using formula::Printed;
using formula::Symbols;
using formula::Wanted;

// What the reader makes of a text: a number or a condition.
formula::Value read_any(const std::string& text, Symbols& symbols) {
  formula::Reading reading = formula::read(text, symbols, Wanted::scalar);
  if (!reading.ok()) reading = formula::read(text, symbols, Wanted::condition);
  if (reading.ok()) return reading.formula.value;
  ADD_FAILURE() << to_text(reading.diagnostics[0], text, "printed");
  return formula::scalar(symbols.graph().constant(0));
}

Node read_back(const Printed& printed, Symbols& symbols) {
  for (std::size_t k = 0; k < printed.names.size(); ++k) {
    symbols.define(printed.names[k], read_any(printed.parts[k], symbols));
  }
  const Node x = read_any(printed.formula, symbols).at[0];
  for (const std::string& name : printed.names) symbols.remove(name);
  return x;
}

std::string all_text(const Printed& printed) {
  std::string text;
  for (std::size_t k = 0; k < printed.names.size(); ++k) {
    text += printed.names[k] + " = " + printed.parts[k] + "\n";
  }
  return text + printed.formula;
}

::testing::AssertionResult reads_back(Symbols& symbols, Node x, const Printed& printed) {
  const Node read = read_back(printed, symbols);
  if (read == x) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << all_text(printed) << "\nreads as\n"
                                       << all_text(formula::print(symbols, read));
}

// Bit for bit, at a random point.
bool have_equal_values(Scribble& scribble, Node x, Node y, Random& random) {
  std::vector<double> inputs(scribble.graph.slots());
  for (double& value : inputs) value = random.normal();
  const Node outputs[] = {x, y};
  const std::vector<double> values = formula::evaluate(scribble.graph, outputs, inputs);
  return std::bit_cast<std::uint64_t>(values[0]) == std::bit_cast<std::uint64_t>(values[1]) ||
         (values[0] != values[0] && values[1] != values[1]);
}

TEST(Print, RandomFormulasReadBackToTheSameNode) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    Scribble scribble;
    scribble.draw(random, static_cast<int>(5 + seed % 97), false);
    const Node x = scribble.numbers.back();
    EXPECT_TRUE(reads_back(scribble.symbols, x, print(scribble.symbols, x))) << "seed " << seed;
  }
}

TEST(Print, RandomFormulasWithIfsReadBackToTheSameNode) {
  int unsettled = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    Scribble scribble;
    scribble.draw(random, static_cast<int>(5 + seed % 97), true);
    const Node x = scribble.guarded(scribble.numbers.back());
    // Guarding one operation may take away the other use of a second one. Such formulas change
    // with every reading, printed or not.
    if (scribble.guarded(x) != x) {
      ++unsettled;
      continue;
    }
    EXPECT_TRUE(reads_back(scribble.symbols, x, print(scribble.symbols, x))) << "seed " << seed;
  }
  EXPECT_LT(unsettled, 40);
}

TEST(Print, ConditionsReadBackToTheSameNode) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    Scribble scribble;
    scribble.draw(random, 40, true);
    if (scribble.conditions.empty()) continue;
    const Node x = scribble.guarded(scribble.conditions.back());
    if (scribble.guarded(x) != x) continue;
    EXPECT_TRUE(reads_back(scribble.symbols, x, print(scribble.symbols, x))) << "seed " << seed;
  }
}

TEST(Print, DerivativesReadBackToTheSameNode) {
  int exact = 0, equal = 0;
  std::size_t characters = 0, operations = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    Scribble scribble;
    scribble.draw(random, static_cast<int>(5 + seed % 60), seed % 3 == 0);
    Node x = scribble.rate(scribble.numbers.back());
    if (seed % 2 == 0) x = scribble.rate(x);
    x = scribble.guarded(x);
    if (scribble.guarded(x) != x) continue;
    const Printed printed = print(scribble.symbols, x);
    characters += all_text(printed).size();
    operations += static_cast<std::size_t>(scribble.graph.operations({&x, 1}));
    // A long part with `if` gets a name all the same, and its guards are then its own.
    const bool names_if =
        std::any_of(printed.parts.begin(), printed.parts.end(),
                    [](const std::string& part) { return part.find("if(") != part.npos; });
    if (!names_if) {
      ++exact;
      EXPECT_TRUE(reads_back(scribble.symbols, x, printed)) << "seed " << seed;
    } else {
      ++equal;
      const Node read = read_back(printed, scribble.symbols);
      EXPECT_TRUE(have_equal_values(scribble, x, read, random)) << "seed " << seed;
    }
  }
  EXPECT_GT(exact, 1000);
  EXPECT_GT(equal, 10);
  EXPECT_LT(characters, 30 * operations);  // an operation is some ten characters, written once
}

/// Names for the examples.
struct Book {
  formula::Graph graph;
  Symbols symbols{graph};

  Book() {
    symbols.add_time();
    for (const char* name : {"m", "l", "g", "k", "a", "b", "c"}) symbols.add_parameter(name, 1);
    for (const char* name : {"x", "y", "z", "theta"}) symbols.add_coordinate(name);
    symbols.add_point("bob", 2);
    symbols.add_family("p", 2, 1, 5);
    symbols.add_index("i");
  }

  std::string print(Node x) { return all_text(formula::print(symbols, x)); }
  std::string printed(const std::string& text) { return print(read_any(text, symbols).at[0]); }
};

// Written as the printer would, so that nothing may change.
TEST(Print, WhatIsWellWrittenStaysAsItIs) {
  Book book;
  for (const char* text : {
           "0.5*m*l^2*theta'^2 - m*g*l*(1 - cos(theta))",
           "a + b + c",
           "a - b - c",
           "a - (b - c)",
           "a - (b + c)",
           "a + b + (x + y)",
           "(a + b)*(x + y)",
           "a*b*c",
           "a*b*(x*y)",
           "a/b/c",
           "a/(b/c)",
           "a/(b*c)",
           "a*b/c",
           "a/b*c",
           "2*(a/b)",
           "2*(a/b)*c",
           "2*a*b*c",
           "2*a/b",
           "-a*b",
           "-a/b*c",
           "-(a + b)",
           "-c*(a + b)",
           "-(2*a/b)",
           "-2*a/b",
           "-x^2",
           "(-2)^x",
           "2^(-x)",
           "x^-1.5",
           "x^y^z",
           "(x^y)^z",
           "(x^y)^2",
           "x^3 + x^4 + x^7 + x^16 + x^17",
           "(x + y)^2",
           "sin(x)^2*cos(x)",
           "1/x^2",
           "-1/x",
           "1 + x^2",
           "x + 1",
           "x - 2",
           "x - (-2*y)",
           "x/3",
           "pi*x + 2*pi*y + x^(pi/2)",
           "sqrt(x) + exp(-x) + atan2(y, x) + hypot(x, y)",
           "min(x, y, z) + max(x, min(y, 1))",
           "mod(x, 2*pi)",
           "if(x > 0, x, -x)",
           "if(x > 0 and y < 1 or z == 0, 1, 0)",
           "if(x > 0 and (y < 1 or z == 0), 1, 0)",
           "bob.y'' + bob.x'^2",
           "p[2].x - p[i].x' + p[i+1].y''",
           "1e-7*x + 1.5e20*y + 100000*z",
       }) {
    EXPECT_EQ(book.printed(text), text);
  }
}

TEST(Print, LeavesOutWhatTheReaderDoesNotNeed) {
  Book book;
  EXPECT_EQ(book.printed("((a) + ((b*c)))"), "a + b*c");
  EXPECT_EQ(book.printed("x*m*2"), "2*m*x");
  EXPECT_EQ(book.printed("x'*m*l^2"), "m*x'*l^2");
  EXPECT_EQ(book.printed("cos(theta)*m"), "m*cos(theta)");
  EXPECT_EQ(book.printed("m*(g*l)"), "l*g*m");
  EXPECT_EQ(book.printed("x + (y - z)"), "y - z + x");
  EXPECT_EQ(book.printed("0 < x and 0 != y"), "x > 0 and y != 0");
  EXPECT_EQ(book.printed("not (x == y)"), "x != y");
  EXPECT_EQ(book.printed("not x < y"), "not x < y");
  EXPECT_EQ(book.printed("not (x > 0 and y < 1)"), "not (x > 0 and y < 1)");
  EXPECT_EQ(book.printed("x + (-2)"), "x - 2");
  EXPECT_EQ(book.printed("p[1 + i].x"), "p[i+1].x");
}

// For every operation with an edge: the reader guards it inside a branch, and print leaves that
// out. Fails if guard_branches guards what unguard.cpp does not know, or with another value.
TEST(Print, LeavesOutTheGuardsOfBranches) {
  Book book;
  for (const char* text :
       {"sqrt(x)", "log(x)", "x^1.5", "x^y", "exp(x)", "sinh(x)", "cosh(x)", "asin(x)", "acos(x)",
        "1/x", "y/x", "mod(y, x)", "sqrt(log(x))", "if(y < 2, sqrt(log(x)), 1/x)"}) {
    for (const std::string& branches : {std::string(text) + ", 0", "0, " + std::string(text)}) {
      const std::string whole = "if(x > 1, " + branches + ")";
      const Node x = read_any(whole, book.symbols).at[0];
      bool is_guarded = false;
      for (const Node y : book.graph.reachable({&x, 1})) {
        is_guarded = is_guarded || (book.graph.op(y) == Op::select && y != x);
      }
      EXPECT_TRUE(is_guarded) << whole;
      EXPECT_EQ(book.print(x), whole);
    }
  }
}

TEST(Print, KeepsWhatOnlyLooksLikeAGuard) {
  Book book;
  for (const char* text :
       {"sqrt(if(x > 0, x, 1))", "if(x > 0, sqrt(if(y > 0, y, 1)), 0)",
        "sqrt(x) + if(x > 0, sqrt(x), 0)", "if(x > 0, 1 + if(y > 0, x, 1), 0)"}) {
    EXPECT_EQ(book.printed(text), text);
  }
  // Here leaving the guard out would leave it out of the formula: sqrt(x) is used outside.
  const char* const by_hand = "sqrt(x) + if(x > 0, sqrt(if(x > 0, x, 1)), 0)";
  EXPECT_EQ(book.printed(by_hand), by_hand);
}

TEST(Print, InfinityIsAQuotient) {
  Book book;
  const double infinity = std::numeric_limits<double>::infinity();
  const Node x = book.graph.input(1);
  EXPECT_EQ(book.print(book.graph.constant(infinity)), "1/0");
  EXPECT_EQ(book.print(book.graph.constant(-infinity)), "-1/0");
  EXPECT_EQ(book.print(book.graph.constant(infinity - infinity)), "0/0");
  for (const double value : {infinity, -infinity}) {
    const Node c = book.graph.constant(value);
    for (const Node y : {book.graph.multiply(c, x), book.graph.subtract(x, c),
                         book.graph.divide(x, c), book.graph.power(x, c)}) {
      EXPECT_TRUE(reads_back(book.symbols, y, print(book.symbols, y)));
    }
  }
}

// An index that was written with the index of a sum says what it is without it.
TEST(Print, MembersOfFamiliesAreNamedByTheirIndex) {
  Book book;
  const Node x = read_any("sum(j in 1..2, p[i+j].x)", book.symbols).at[0];
  EXPECT_EQ(book.print(x), "p[i+1].x + p[i+2].x");
  EXPECT_TRUE(reads_back(book.symbols, x, print(book.symbols, x)));
}

TEST(Print, ShortFormulasNameNothing) {
  Book book;
  const std::string text =
      "sqrt((bob.x - x)^2 + (bob.y - y)^2)*sin(sqrt((bob.x - x)^2 + (bob.y - y)^2))";
  EXPECT_EQ(book.printed(text), text);
}

// x → sin(x)·x + x doubles the tree at every step; 2^300 leaves would not fit anywhere.
TEST(Print, SharedPartsAreNamedAndTheTextStaysLinear) {
  for (const int steps : {10, 300}) {
    Book book;
    Node x = read_any("x", book.symbols).at[0];
    for (int i = 0; i < steps; ++i) {
      x = book.graph.add(book.graph.multiply(book.graph.apply(Op::sin, x), x), x);
    }
    const Printed printed = formula::print(book.symbols, x);
    EXPECT_EQ(printed.names[0], "w1");
    EXPECT_EQ(printed.parts[0], "x + x*sin(x)");
    EXPECT_EQ(printed.parts[1], "w1 + w1*sin(w1)");
    EXPECT_EQ(printed.names.size(), static_cast<std::size_t>(steps - 1));
    EXPECT_LT(all_text(printed).size(), static_cast<std::size_t>(40 * steps));
    EXPECT_TRUE(reads_back(book.symbols, x, printed));
  }
}

TEST(Print, NamesOfPartsAreNew) {
  Book book;
  book.symbols.add_parameter("w1", 1);
  book.symbols.add_point("w3", 2);
  Node x = read_any("w1 + w3.x", book.symbols).at[0];
  for (int i = 0; i < 10; ++i) {
    x = book.graph.add(book.graph.multiply(book.graph.apply(Op::sin, x), x), x);
  }
  const Printed printed = formula::print(book.symbols, x);
  EXPECT_EQ(printed.names[0], "w2");
  EXPECT_EQ(printed.names[1], "w4");
  EXPECT_TRUE(reads_back(book.symbols, x, printed));
}

// A tower of conditions doubles, too: c → (c and a) or (c and b).
TEST(Print, LongConditionsAreNamedToo) {
  Book book;
  const Node a = read_any("a < b", book.symbols).at[0], b = read_any("b < c", book.symbols).at[0];
  Node x = read_any("x < y", book.symbols).at[0];
  for (int i = 0; i < 100; ++i) {
    x = book.graph.apply(Op::either, book.graph.apply(Op::both, x, a),
                         book.graph.apply(Op::both, x, b));
  }
  const Printed printed = formula::print(book.symbols, x);
  EXPECT_LT(all_text(printed).size(), 20000u);
  EXPECT_TRUE(reads_back(book.symbols, x, printed));
}

TEST(Print, DeepAndLongFormulasReadBack) {
  Book book;
  const Node y = read_any("y", book.symbols).at[0];
  Node deep = y, sum = y, product = y, right = y;
  for (int i = 0; i < 50'000; ++i) {
    deep = book.graph.apply(Op::sin, deep);
    right = book.graph.subtract(y, book.graph.multiply(right, y));
  }
  for (int i = 0; i < 100'000; ++i) {
    const Node term = book.graph.multiply(book.graph.constant(i + 2), y);
    sum = i % 3 == 0 ? book.graph.subtract(sum, term) : book.graph.add(sum, term);
    product = book.graph.multiply(product, i % 2 == 0 ? book.graph.square(y) : y);
  }
  for (const Node x : {deep, right, sum, product}) {
    const Printed printed = formula::print(book.symbols, x);
    EXPECT_EQ(read_back(printed, book.symbols), x) << printed.formula.substr(0, 200);
  }
}

TEST(Print, LeavesTheGraphOfTheModelAlone) {
  Scribble scribble;
  Random random(7);
  scribble.draw(random, 200, true);
  const Node x = scribble.guarded(scribble.rate(scribble.numbers.back()));
  const Node before = scribble.graph.size();
  print(scribble.symbols, x);
  print_latex(scribble.symbols, x);
  EXPECT_EQ(scribble.graph.size(), before);
}

}  // namespace
}  // namespace zwang::test
