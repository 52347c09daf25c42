// SPDX-License-Identifier: Apache-2.0
// Formulas set as they were written: that the setting means what the text means, and how it looks.

#include "formula/write/as_written.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "formula/latex_reader.h"
#include "formula/scribble.h"
#include "formula/write/print.h"

namespace zwang::test {
namespace {

using formula::latex_as_written;
using formula::latex_of_places;
using residues::Residue;

std::string written(const std::string& formula, const char* independent = "t") {
  return latex_as_written(formula, {independent}).value_or("nothing");
}

// The text of a random formula is set, read back as LaTeX by a reader of its own, and evaluated in
// residues; the other way goes through the graph that the text came from.
TEST(AsWritten, MeansWhatTheTextMeans) {
  const char* const names[] = {"t",
                               "m",
                               "k",
                               "x",
                               "\\dot x",
                               "\\ddot x",
                               "\\theta_{1}",
                               "\\dot\\theta_{1}",
                               "\\ddot\\theta_{1}"};
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Scribble scribble;
    scribble.constants = {1, -1, 2, -2, 3, 0.5, -0.25, 1.5};  // few bits: folded without rounding
    scribble.draw(random, static_cast<int>(3 + seed % 20), seed % 2 == 0);
    const formula::Node x = scribble.guarded(scribble.numbers.back());
    const formula::Printed printed = print(scribble.symbols, x);
    if (!printed.names.empty()) continue;
    const std::string latex = written(printed.formula);
    std::vector<Residue> inputs(scribble.graph.slots());
    std::map<std::string, Residue> values;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      values[names[k]] = inputs[k] = random.bits() % residues::prime;
    try {
      const Residue value = residues::evaluate_residue(scribble.graph, x, inputs);
      EXPECT_EQ(residues::LatexReader(latex, values).read(), value) << latex << "\nis not\n"
                                                                    << printed.formula;
      ++compared;
    } catch (const residues::NoResidue&) {
    } catch (const std::runtime_error& error) {
      ADD_FAILURE() << error.what() << "\n" << latex << "\n" << printed.formula;
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(AsWritten, KeepsTermsAndNamesWhereTheyStand) {
  EXPECT_EQ(written("bob.x^2 + bob.y^2 = l^2"),
            "x_{\\mathrm{bob}}^{2} + y_{\\mathrm{bob}}^{2} = l^{2}");
  EXPECT_EQ(written("0.5*m*l^2*theta'^2 - m*g*l"),
            "0.5\\,m\\,l^{2}\\,\\dot\\theta^{2} - "
            "m\\,g\\,l");
  EXPECT_EQ(written("y - x"), "y - x");
  EXPECT_EQ(written("p[i+1]'.x"), "\\dot x_{p,i + 1}");
}

TEST(AsWritten, BracketsGoWhereABarOrARootHolds) {
  EXPECT_EQ(written("(a + b)/(2*c)"), "\\frac{a + b}{2\\,c}");
  EXPECT_EQ(written("-m*g/l"), "-\\frac{m\\,g}{l}");
  EXPECT_EQ(written("(a/b)^2"), "\\left(\\frac{a}{b}\\right)^{2}");
  EXPECT_EQ(written("sqrt(1 + y'^2)", "x"), "\\sqrt{1 + y'^{2}}");
  EXPECT_EQ(written("sin(a)^2"), "\\sin^{2}(a)");
  EXPECT_EQ(written("sin(a)^-1"), "(\\sin(a))^{-1}");  // sin^{-1} would be the arc
}

TEST(AsWritten, SetsVectorsNormsSumsAndCases) {
  EXPECT_EQ(written("distance(p[i], [0, b + c]) = l"),
            "\\left\\lVert p_{i} - [0,\\,b + c]\\right\\rVert = l");
  EXPECT_EQ(written("distance(a, b - c)"), "\\left\\lVert a - (b - c)\\right\\rVert");
  EXPECT_EQ(written("dot(u, v)*w"), "(u \\cdot v)\\,w");
  EXPECT_EQ(written("hypot(x, y - 1)"), "\\sqrt{x^{2} + (y - 1)^{2}}");
  EXPECT_EQ(written("2*table(\"motor.csv\", x, kind = \"linear\")"),
            "2\\,\\operatorname{table}_{\\mathrm{motor}}(x)");
  EXPECT_EQ(written("table('a b.csv', x) + 1"), "\\operatorname{table}_{\\mathrm{data}}(x) + 1");
  EXPECT_EQ(written("table(\"p.csv\", t, column = \"arm.angle\")"),
            "\\operatorname{table}_{" + written("arm.angle") + "}(t)");
  EXPECT_EQ(written("sum(i in 1..N, a + i)"), "\\sum_{i = 1}^{N} (a + i)");
  EXPECT_EQ(written("if(x > 0, 1, if(x < 0, -1, 0))"),
            "\\begin{cases} 1 & \\text{if } x > 0 \\\\ -1 & \\text{if } x < 0 \\\\ 0 & "
            "\\text{otherwise} \\end{cases}");
  EXPECT_EQ(written("-mu*multiplier(rod, 2)*bob'"),
            "-\\mu\\,\\lambda_{\\mathrm{rod},2}\\,\\dot{\\mathrm{bob}}");
}

TEST(AsWritten, DerivesByTheIndependentVariable) {
  EXPECT_EQ(written("(x*y)'"), "\\frac{d}{d t}(x\\,y)");
  EXPECT_EQ(written("integral(y*sqrt(1 + y'^2)) = 2", "x"),
            "\\int y\\,\\sqrt{1 + y'^{2}}\\,d x = 2");
  EXPECT_EQ(written("frame.axis(y).z"), "{\\mathrm{axis}_{\\mathrm{frame}}(y)}_{z}");
}

TEST(AsWritten, PlacesOfAFamilyAreRanges) {
  EXPECT_EQ(latex_of_places("i in 1..N, j in i+1..N", {}).value_or(""),
            "i = 1,\\ldots,N,\\quad j = i + 1,\\ldots,N");
}

TEST(AsWritten, GivesUpWhereNoOneWouldRead) {
  EXPECT_FALSE(latex_as_written("x +", {}));
  EXPECT_FALSE(latex_as_written("f(x", {}));
  EXPECT_FALSE(latex_as_written("", {}));
  EXPECT_FALSE(latex_as_written(std::string(200, '(') + "x" + std::string(200, ')'), {}));
  EXPECT_FALSE(latex_as_written("1" + std::string(5000, '1'), {}));
  EXPECT_FALSE(latex_of_places("i in 1", {}));
}

}  // namespace
}  // namespace zwang::test
