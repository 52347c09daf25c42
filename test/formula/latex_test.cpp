// SPDX-License-Identifier: Apache-2.0
// Formulas as LaTeX: that it means what the formula means, and looks as in a textbook.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "formula/latex_reader.h"
#include "formula/parse/reader.h"
#include "formula/scribble.h"
#include "formula/write/latex_name.h"
#include "formula/write/print.h"

namespace zwang::test {
namespace {

using formula::Node;
using formula::Op;
using formula::Printed;
using formula::Symbols;
using formula::Wanted;
using residues::Residue;

std::string all_latex(const Printed& printed) {
  std::string text;
  for (std::size_t k = 0; k < printed.names.size(); ++k) {
    text += printed.names[k] + " = " + printed.parts[k] + "\n";
  }
  return text + printed.formula;
}

// The inputs of a Scribble, by slot.
const std::vector<std::string> scribble_names = {"t",
                                                 "m",
                                                 "k",
                                                 "x",
                                                 "\\dot x",
                                                 "\\ddot x",
                                                 "\\theta_{1}",
                                                 "\\dot\\theta_{1}",
                                                 "\\ddot\\theta_{1}"};

// What the LaTeX says, read part by part.
Residue read_latex(const Printed& printed, const std::vector<Residue>& inputs) {
  std::map<std::string, Residue> names;
  for (std::size_t k = 0; k < inputs.size(); ++k) names[scribble_names[k]] = inputs[k];
  for (std::size_t k = 0; k < printed.names.size(); ++k) {
    names[printed.names[k]] = residues::LatexReader(printed.parts[k], names).read();
  }
  return residues::LatexReader(printed.formula, names).read();
}

// Compares at one random point, where roots and quotients exist; false if none was found.
bool compare(Scribble& scribble, Node x, Random& random) {
  const Printed printed = print_latex(scribble.symbols, x);
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::vector<Residue> inputs(scribble.graph.slots());
    for (Residue& input : inputs) input = random.bits() % residues::prime;
    try {
      const Residue value = residues::evaluate_residue(scribble.graph, x, inputs);
      EXPECT_EQ(read_latex(printed, inputs), value) << all_latex(printed) << "\nis not\n"
                                                    << print(scribble.symbols, x).formula;
      return true;
    } catch (const residues::NoResidue&) {
      continue;
    } catch (const std::runtime_error& error) {
      ADD_FAILURE() << error.what() << "\n" << all_latex(printed);
      return true;
    }
  }
  return false;
}

// Random formulas, or their derivatives; how many could be compared.
int compare_many(bool with_ifs, int derivatives, std::uint64_t seeds) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Scribble scribble;
    scribble.constants = {1, -1, 2, -2, 3, 0.5, -0.25, 1.5};  // few bits: folded without rounding
    scribble.draw(random, static_cast<int>(5 + seed % 40), with_ifs);
    Node x = scribble.numbers.back();
    for (int i = 0; i < derivatives; ++i) x = scribble.rate(x);
    compared += compare(scribble, scribble.guarded(x), random);
  }
  return compared;
}

TEST(Latex, MeansWhatTheFormulaMeans) { EXPECT_GT(compare_many(false, 0, 2000), 1000); }
TEST(Latex, MeansWhatTheFormulaWithIfsMeans) { EXPECT_GT(compare_many(true, 0, 2000), 1000); }
TEST(Latex, MeansWhatTheDerivativeMeans) { EXPECT_GT(compare_many(false, 1, 1000), 400); }
TEST(Latex, MeansWhatTheDerivativeWithIfsMeans) { EXPECT_GT(compare_many(true, 1, 1000), 400); }

/// Names for the examples.
struct Book {
  formula::Graph graph;
  Symbols symbols{graph};

  Book() {
    symbols.add_time();
    for (const char* name : {"m", "m1", "m2", "g", "l", "l1", "l2", "k", "mu", "length", "mass"}) {
      symbols.add_parameter(name, 1);
    }
    for (const char* name : {"x", "y", "theta", "theta1", "theta2", "φ"}) {
      symbols.add_coordinate(name);
    }
    symbols.add_point("bob", 2);
    symbols.add_family("p", 3, 1, 20);
    symbols.add_index("i");
  }

  Node read(const std::string& text, Wanted wanted = Wanted::scalar) {
    const formula::Reading reading = formula::read(text, symbols, wanted);
    if (reading.ok()) return reading.formula.value.at[0];
    ADD_FAILURE() << to_text(reading.diagnostics[0], text, "test");
    return graph.constant(0);
  }
  std::string latex(Node x) { return all_latex(print_latex(symbols, x)); }
  std::string latex(const std::string& text) { return latex(read(text)); }
  std::string condition(const std::string& text) { return latex(read(text, Wanted::condition)); }
};

TEST(Latex, LagrangianOfAPendulum) {
  EXPECT_EQ(Book().latex("0.5*m*l^2*theta'^2 - m*g*l*(1 - cos(theta))"),
            "\\frac{1}{2} m l^{2} \\dot\\theta^{2}-m g l (1-\\cos\\theta)");
}

constexpr const char* double_pendulum =
    "0.5*m1*l1^2*theta1'^2 + 0.5*m2*(l1^2*theta1'^2 + l2^2*theta2'^2 + "
    "2*l1*l2*theta1'*theta2'*cos(theta1 - theta2)) + (m1 + m2)*g*l1*cos(theta1) + "
    "m2*g*l2*cos(theta2)";

TEST(Latex, LagrangianOfADoublePendulum) {
  EXPECT_EQ(Book().latex(double_pendulum),
            "\\frac{1}{2} (m_{1} l_{1}^{2} \\dot\\theta_{1}^{2}+m_{2} (l_{1}^{2} "
            "\\dot\\theta_{1}^{2}+l_{2}^{2} \\dot\\theta_{2}^{2}+2 l_{1} l_{2} \\dot\\theta_{1} "
            "\\dot\\theta_{2} \\cos(\\theta_{1}-\\theta_{2})))+g l_{1} (m_{1}+m_{2}) "
            "\\cos\\theta_{1}+m_{2} g l_{2} \\cos\\theta_{2}");
}

TEST(Latex, ForceOnADoublePendulum) {
  Book book;
  const Node L = book.read(double_pendulum), one = book.graph.constant(1);
  const Node angle = book.read("theta1");
  EXPECT_EQ(book.latex(formula::reverse(book.graph, {&L, 1}, {&one, 1}, {&angle, 1})[0]),
            "-g l_{1} (m_{1}+m_{2}) \\sin\\theta_{1}-m_{2} l_{1} l_{2} \\dot\\theta_{1} "
            "\\dot\\theta_{2} \\sin(\\theta_{1}-\\theta_{2})");
}

TEST(Latex, RodAndItsRate) {
  Book book;
  EXPECT_EQ(book.latex("bob.x^2 + bob.y^2 - l^2"),
            "x_{\\mathrm{bob}}^{2}+y_{\\mathrm{bob}}^{2}-l^{2}");
  EXPECT_EQ(
      book.latex("(bob.x^2 + bob.y^2 - l^2)'"),
      "2 (x_{\\mathrm{bob}} \\dot x_{\\mathrm{bob}}+y_{\\mathrm{bob}} \\dot y_{\\mathrm{bob}})");
  EXPECT_EQ(book.latex("distance(p[i], p[i+1]) - length/20"),
            "\\sqrt{(x_{p,i}-x_{p,i+1})^{2}+(y_{p,i}-y_{p,i+1})^{2}+(z_{p,i}-z_{p,i+1})^{2}}-"
            "\\frac{\\mathrm{length}}{20}");
}

TEST(Latex, CoulombFriction) {
  EXPECT_EQ(Book().latex("if(x' > 0, -mu*m*g, if(x' < 0, mu*m*g, 0))"),
            "\\begin{cases} -m g \\mu & \\text{if } \\dot x > 0 \\\\ m g \\mu & \\text{if } \\dot "
            "x < 0 \\\\ 0 & \\text{otherwise} \\end{cases}");
  EXPECT_EQ(Book().latex("if(hypot(x', y') > 0, -mu*m*g*x'/hypot(x', y'), 0)"),
            "\\begin{cases} -\\frac{m g \\mu \\dot x}{\\sqrt{\\dot x^{2}+\\dot y^{2}}} & \\text{if "
            "} \\sqrt{\\dot x^{2}+\\dot y^{2}} > 0 \\\\ 0 & \\text{otherwise} \\end{cases}");
}

TEST(Latex, CentralForces) {
  EXPECT_EQ(Book().latex("-mu*m*x/sqrt(x^2 + y^2)^3"), "-\\frac{m \\mu x}{(x^{2}+y^{2})^{3/2}}");
  EXPECT_EQ(Book().latex("0.5*k*(hypot(x, y) - l)^2"),
            "\\frac{1}{2} k \\left(\\sqrt{x^{2}+y^{2}}-l\\right)^{2}");
  EXPECT_EQ(
      Book().latex("(0.5*k*(hypot(x, y) - l)^2)'"),
      "\\frac{k \\left(\\sqrt{x^{2}+y^{2}}-l\\right) (x \\dot x+y \\dot y)}{\\sqrt{x^{2}+y^{2}}}");
}

TEST(Latex, SphericalPendulum) {
  EXPECT_EQ(Book().latex("m*l^2*(theta'^2 + sin(theta)^2*φ'^2)/2 + m*g*l*cos(theta)"),
            "\\frac{1}{2} m l^{2} (\\dot\\theta^{2}+\\dot\\varphi^{2} \\sin^{2}\\theta)+m g l "
            "\\cos\\theta");
}

TEST(Latex, IntegrandsOfTheCalculusOfVariations) {
  EXPECT_EQ(Book().latex("sqrt(1 + y'^2)"), "\\sqrt{1+\\dot y^{2}}");
  EXPECT_EQ(Book().latex("sqrt((1 + y'^2)/(2*g*y))"), "\\sqrt{\\frac{1+\\dot y^{2}}{2 g y}}");
  EXPECT_EQ(Book().latex("sqrt(1 + y'^2)'"), "\\frac{\\dot y \\ddot y}{\\sqrt{1+\\dot y^{2}}}");
}

TEST(Latex, SkateAndOscillator) {
  EXPECT_EQ(Book().latex("x'*sin(theta) - y'*cos(theta)"),
            "\\dot x \\sin\\theta-\\dot y \\cos\\theta");
  EXPECT_EQ(Book().latex("exp(-k*t)*sin(2*pi*t + pi/4)"),
            "e^{-k t} \\sin\\left(\\frac{\\pi}{4}+2 \\pi t\\right)");
  EXPECT_EQ(Book().latex("exp(-x^2/(2*l^2))"), "\\exp\\left(-\\frac{x^{2}}{2 l^{2}}\\right)");
}

TEST(Latex, Numbers) {
  EXPECT_EQ(Book().latex("1.5e-9*x + 0.75*y + 1e30 + 0.1*m"),
            "1.5\\cdot 10^{-9} x+\\frac{3}{4} y+10^{30}+0.1 m");
  EXPECT_EQ(Book().latex("0.5 + x^1.5 + 3*2^x"), "0.5+x^{3/2}+3 \\cdot 2^{x}");
}

TEST(Latex, FunctionsAndTheirPowers) {
  EXPECT_EQ(Book().latex("sin(x)^2 + log(x)^2 + atan(x)^3 + exp(x)^2 + abs(x)^2 + sqrt(x)^2"),
            "\\sin^{2} x+(\\ln x)^{2}+(\\arctan x)^{3}+(e^{x})^{2}+\\left|x\\right|^{2}+x");
  EXPECT_EQ(Book().latex("min(x, y, l) + atan2(y, x) + sign(x - y)"),
            "\\min(x, y, l)+\\operatorname{atan2}(y, x)+\\operatorname{sgn}(x-y)");
  EXPECT_EQ(Book().latex("mod(x, 2*pi)*m + mod(x + 1, y)"),
            "m (x \\bmod (2 \\pi))+((x+1) \\bmod y)");
}

TEST(Latex, CommonFactorsAreCancelled) {
  EXPECT_EQ(Book().latex("m*x^3*y/(m*l*x)"), "\\frac{x^{2} y}{l}");
  EXPECT_EQ(Book().latex("2*x/(2*m*x)"), "\\frac{1}{m}");
  EXPECT_EQ(Book().latex("(m/x)/(y/x)"), "\\frac{m}{y}");
}

TEST(Latex, WordsKeepADistance) {
  EXPECT_EQ(Book().latex("0.5*mass*length^2*x*m"),
            "\\frac{1}{2} m\\,\\mathrm{length}^{2}\\,\\mathrm{mass}\\,x");
}

TEST(Latex, Conditions) {
  EXPECT_EQ(
      Book().condition("x >= 0 and (y < pi/2 or not x < y) and x != y"),
      "x \\ge 0 \\land \\left(y < \\frac{\\pi}{2} \\lor \\lnot (x < y)\\right) \\land x \\ne y");
}

TEST(Latex, ConditionsHaveTheParenthesesTheyNeed) {
  EXPECT_EQ(Book().condition("(x < 0 or y < 0) and (x < y or y < l)"),
            "(x < 0 \\lor y < 0) \\land (x < y \\lor y < l)");
  EXPECT_EQ(Book().condition("x < 0 and y < 0 or x < y and y < l"),
            "x < 0 \\land y < 0 \\lor x < y \\land y < l");
}

TEST(Latex, NamedPartsStayWhole) {
  Book book;
  const Printed printed = print_latex(book.symbols, book.read("((mu*m*x/sqrt(x^2 + y^2)^3)')'"));
  EXPECT_EQ(printed.parts[0], "\\sqrt{x^{2}+y^{2}}");
  EXPECT_NE(printed.formula.find("w_{1}^{3}"), std::string::npos) << all_latex(printed);
  EXPECT_EQ(all_latex(printed).find("3/2"), std::string::npos) << all_latex(printed);
}

TEST(Latex, SharedPartsAreNamed) {
  Book book;
  Node x = book.read("x");
  for (int i = 0; i < 40; ++i) {
    x = book.graph.add(book.graph.multiply(book.graph.apply(Op::sin, x), x), x);
  }
  const Printed printed = print_latex(book.symbols, x);
  EXPECT_EQ(printed.names[0], "w_{1}");
  EXPECT_EQ(printed.parts[0], "x+x \\sin x");
  EXPECT_EQ(printed.parts[1], "w_{1}+w_{1} \\sin w_{1}");
  EXPECT_EQ(printed.formula, "w_{39}+w_{39} \\sin w_{39}");
}

TEST(Latex, NamesOfSymbols) {
  const std::map<std::string, std::string> expected = {
      {"x", "x"},
      {"theta", "\\theta"},
      {"Omega", "\\Omega"},
      {"φ", "\\varphi"},
      {"ω_2", "\\omega_{2}"},
      {"l1", "l_{1}"},
      {"m_2", "m_{2}"},
      {"x_max", "x_{\\mathrm{max}}"},
      {"alpha_1_2", "\\alpha_{1,2}"},
      {"mass", "\\mathrm{mass}"},
      {"k2a", "\\mathrm{k2a}"},
      {"Δx", "\\Delta x"},
      {"größe", "\\text{größe}"},
      {"_", "\\_"},
      {"bob.x", "x_{\\mathrm{bob}}"},
      {"p1.x", "x_{p_{1}}"},
      {"crank.tip.x", "x_{\\mathrm{crank},\\mathrm{tip}}"},
      {"u[3]", "u_{3}"},
      {"p[2].x", "x_{p,2}"},
  };
  for (const auto& [name, latex] : expected) EXPECT_EQ(formula::latex_name(name, 0, ""), latex);
  EXPECT_EQ(formula::latex_name("x", 1, ""), "\\dot x");
  EXPECT_EQ(formula::latex_name("theta1", 2, ""), "\\ddot\\theta_{1}");
  EXPECT_EQ(formula::latex_name("angle", 1, ""), "\\dot{\\mathrm{angle}}");
  EXPECT_EQ(formula::latex_name("p[j].x", 1, "i+1"), "\\dot x_{p,i+1}");
}

TEST(Latex, DeepAndLongFormulasArePrinted) {
  Book book;
  const Node y = book.read("y");
  Node deep = y, sum = y;
  for (int i = 0; i < 50'000; ++i) deep = book.graph.sqrt(deep);
  for (int i = 0; i < 100'000; ++i) {
    sum = book.graph.add(sum, book.graph.multiply(book.graph.constant(i + 2), y));
  }
  EXPECT_EQ(print_latex(book.symbols, deep).formula.size(), 50'000 * 7 + 1u);
  const std::string text = print_latex(book.symbols, sum).formula;
  EXPECT_TRUE(text.starts_with("y+2 y+3 y+")) << text.substr(0, 40);
  EXPECT_TRUE(text.ends_with("+100001 y"));
}

}  // namespace
}  // namespace zwang::test
