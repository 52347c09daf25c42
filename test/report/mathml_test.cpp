// SPDX-License-Identifier: Apache-2.0
#include "report/mathml.h"

#include <gtest/gtest.h>

#include <vector>

#include "report/equations_html.h"
#include "zwang/model.h"

namespace zwang::report {
namespace {

// Whether every element is closed, in order, as XML wants it; an independent, small reader.
std::string open_elements(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag without end";
    const std::string tag = html.substr(at + 1, end - at - 1);
    if (tag.ends_with("/")) continue;
    if (tag[0] != '/') {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return "</" + tag.substr(1) + "> closes nothing";
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> stays open";
}

TEST(MathML, FractionsRootsAndDotsAreElements) {
  EXPECT_EQ(mathml("\\ddot x = \\frac{1}{\\sqrt{l}}"),
            "<mrow><mover accent=\"true\"><mrow><mi>x</mi></mrow><mo>¨</mo></mover><mo>=</mo>"
            "<mfrac><mrow><mn>1</mn></mrow><mrow><msqrt><mrow><mi>l</mi></mrow></msqrt></mrow>"
            "</mfrac></mrow>");
}

TEST(MathML, SubscriptsAndPowersStandTogether) {
  EXPECT_EQ(mathml("x_{\\mathrm{bob}}^{2}"),
            "<mrow><msubsup><mi>x</mi><mrow><mi mathvariant=\"normal\">bob</mi></mrow>"
            "<mrow><mn>2</mn></mrow></msubsup></mrow>");
}

TEST(MathML, FunctionsBearTheirPowersBeforeTheirArgument) {
  EXPECT_EQ(mathml("\\sin^{2}\\theta"),
            "<mrow><msup><mi>sin</mi><mrow><mn>2</mn></mrow></msup><mo>\u2061</mo><mspace "
            "width=\"0.17em\"/><mi>θ</mi></mrow>");
}

TEST(MathML, SumsBearTheirBoundsAboveAndBelow) {
  EXPECT_EQ(mathml("\\sum_{i = 1}^{N} i"),
            "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow>"
            "<mrow><mi>N</mi></mrow></munderover><mi>i</mi></mrow>");
}

TEST(MathML, PrimesAndPowersStandTogether) {
  EXPECT_EQ(mathml("y'^{2}"),
            "<mrow><msup><mi>y</mi><mrow><mo>′</mo><mrow><mn>2</mn></mrow></mrow></msup></mrow>");
}

TEST(MathML, FencesMayBeCommands) {
  EXPECT_EQ(mathml("\\left\\lVert x\\right\\rVert"), "<mrow><mo>‖</mo><mi>x</mi><mo>‖</mo></mrow>");
  EXPECT_EQ(mathml("\\left"), "<mrow><mo>.</mo></mrow>");  // cut off: no harm
}

TEST(MathML, CasesAndMatricesAreTables) {
  EXPECT_EQ(mathml("\\begin{cases} 1 & \\text{if } x < 0 \\\\ 2 & \\text{otherwise} \\end{cases}"),
            "<mrow><mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if\u00A0</mtext>"
            "<mi>x</mi><mo>&lt;</mo><mn>0</mn></mtd></mtr><mtr><mtd><mn>2</mn></mtd><mtd>"
            "<mtext>otherwise</mtext></mtd></mtr></mtable></mrow></mrow>");
}

TEST(MathML, WordsOfTheUserStayWords) {
  EXPECT_EQ(mathml("F_{\\text{a\\_</math><b>}}"),
            "<mrow><msub><mi>F</mi><mrow><mtext>a_&lt;/math&gt;&lt;b&gt;</mtext></mrow></msub>"
            "</mrow>");
}

TEST(MathML, UnbalancedAndDeepLatexIsStillWellFormed) {
  for (const std::string latex : {"\\frac{1", "x^", "{{{", "}}", "\\begin{cases} 1 &", "\\",
                                  "\\dot", "x_{y^{", "\\left(", "&&"}) {
    EXPECT_EQ(open_elements(mathml(latex)), "") << latex;
  }
  std::string deep;
  for (int k = 0; k < 5000; ++k) deep += "\\sqrt{";
  EXPECT_EQ(open_elements(mathml(deep + std::string(5000, '}'))), "");
}

// A diagonal and a full mass matrix, fractions, cases, families, Greek letters, laws of friction.
TEST(MathML, DerivationsAreWellFormedAndLeaveNoLatex) {
  for (const char* name : {"pendulum", "double_pendulum", "friction_hoop", "seed_circle", "crane",
                           "hanging_chain", "rolling_disk", "geodesic_torus", "stick_slip_belt"}) {
    const std::string path = std::string(ZWANG_TEST_DATA) + "/../../models/" + name + ".toml";
    const std::string html = equations_html(derive(load_model(path).description(), true));
    EXPECT_EQ(open_elements(html), "") << name;
    EXPECT_EQ(html.find('\\'), std::string::npos) << name;
    EXPECT_NE(html.find("<math"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace zwang::report
