// SPDX-License-Identifier: Apache-2.0
// What a file asks between two ends arrives in the description, with its places.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "read/model.h"
#include "read/offset.h"

namespace zwang::read {
namespace {

Description good(const std::string& text) {
  Reading reading = read(text, "");
  for (const Diagnostic& diagnostic : reading.diagnostics)
    ADD_FAILURE() << to_text(diagnostic, text, "");
  return std::move(reading.description);
}

Description good_file(const std::string& name) {
  std::ifstream file(ZWANG_TEST_DATA "/models/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return good({std::istreambuf_iterator<char>(file), {}});
}

/// The one thing that is wrong: "line:column code".
std::string fault(const std::string& text) {
  const Reading reading = read(text, "");
  EXPECT_EQ(reading.diagnostics.size(), 1u) << text;
  if (reading.diagnostics.size() != 1) return {};
  const std::string words = to_text(reading.diagnostics[0], text, "");
  return words.substr(0, words.find(": ")) + " " + std::string(reading.diagnostics[0].code);
}

using Texts = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

template <class T>
Texts texts(const std::vector<T>& list) {
  Texts result;
  for (const T& one : list) result.push_back(one.text);
  return result;
}

Pairs texts(const std::vector<std::pair<Name, Expression>>& list) {
  Pairs result;
  for (const auto& [name, formula] : list) result.emplace_back(name.text, formula.text);
  return result;
}

const std::string ends = "from = { t = 0, x = 0 }\nto = { t = 1 }\n";

TEST(ReadExtremal, ReadsTheEndsAndWhatIsGivenThere) {
  const Description model = good_file("extremal.toml");
  ASSERT_TRUE(model.extremal);
  const End &from = model.extremal->from, &to = model.extremal->to;
  EXPECT_EQ(from.t.text, "0");
  EXPECT_EQ(texts(from.values), (Pairs{{"x", "0.5"}, {"x'", "2*l"}, {"bob.y", "1"}}));
  EXPECT_EQ(texts(from.on), Texts{"y = x^2"});
  EXPECT_EQ(to.t.text, "T");
  EXPECT_EQ(texts(to.values), (Pairs{{"y", "-l"}, {"q[3]", "0.5"}}));
  EXPECT_EQ(texts(to.on), (Texts{"x^2 + y^2 = l^2", "q[1] = q[2]"}));
}

TEST(ReadExtremal, ReadsEveryOtherKey) {
  const Description model = good_file("extremal.toml");
  ASSERT_TRUE(model.extremal);
  const Extremal& extremal = *model.extremal;
  EXPECT_TRUE(extremal.integrand.text.starts_with("0.5*(x'^2 + y'^2) - y*cos(s)"));
  EXPECT_EQ(texts(extremal.unknowns), (Pairs{{"T", "2*l"}, {"l", "2"}}));
  EXPECT_EQ(texts(extremal.subject), (Texts{"integral(sqrt(1 + y'^2)) = 2", "l = integral(x^2)"}));
  EXPECT_EQ(texts(extremal.periodic), (Texts{"bob.x", "q[1]"}));
  EXPECT_EQ(texts(extremal.guess), (Pairs{{"x", "sin(s)"}, {"q[2]", "1"}}));
  EXPECT_EQ(texts(extremal.follow), (Pairs{{"mu", "1"}}));
  EXPECT_EQ(extremal.all.text, "12");
  EXPECT_EQ(extremal.tolerance.text, "1e-10");
  EXPECT_EQ(extremal.output.text, "400");
  EXPECT_EQ(extremal.method.text, "shooting");
  EXPECT_TRUE(extremal.cross_check);
  EXPECT_EQ(model.time.text, "s");
}

TEST(ReadExtremal, LeavesTheDefaultsOfTheDescriptionWhereTheFileIsSilent) {
  const Description model = good("[extremal]\n" + ends);
  ASSERT_TRUE(model.extremal);
  const Extremal& extremal = *model.extremal;
  const Extremal defaults;
  EXPECT_FALSE(extremal.integrand.given() || extremal.all.given() || extremal.output.given());
  EXPECT_TRUE(extremal.unknowns.empty() && extremal.subject.empty() && extremal.periodic.empty());
  EXPECT_TRUE(extremal.guess.empty() && extremal.follow.empty() && extremal.to.values.empty());
  EXPECT_TRUE(extremal.from.on.empty() && extremal.to.on.empty());
  EXPECT_EQ(extremal.tolerance.text, defaults.tolerance.text);
  EXPECT_EQ(extremal.method.text, defaults.method.text);
  EXPECT_EQ(extremal.cross_check, defaults.cross_check);
  EXPECT_EQ(model.time.text, "t");
  EXPECT_FALSE(good("").extremal);
  EXPECT_EQ(good("").time.text, "t");
}

TEST(ReadExtremal, KnowsWhereEverythingStands) {
  const Description model = good_file("extremal.toml");
  const auto stands = [&](const Expression& formula) {
    const Place place = place_in_file(model.text, formula, {0, Index(formula.text.size())});
    EXPECT_EQ(model.text.substr(static_cast<std::size_t>(place.begin),
                                static_cast<std::size_t>(place.length)),
              formula.text);
  };
  const Extremal& extremal = *model.extremal;
  stands(extremal.integrand);
  for (const End& end : {extremal.from, extremal.to}) {
    stands(end.t);
    for (const Expression& surface : end.on) stands(surface);
    for (const auto& [name, value] : end.values) {
      stands({name.text, name.at});
      stands(value);
    }
  }
  for (const auto& list : {extremal.unknowns, extremal.guess, extremal.follow})
    for (const auto& [name, value] : list) {
      stands({name.text, name.at});
      stands(value);
    }
  for (const Expression& integral : extremal.subject) stands(integral);
  for (const Name& name : extremal.periodic) stands({name.text, name.at});
  for (const Name& name : {extremal.method, model.time}) stands({name.text, name.at});
  EXPECT_EQ(extremal.at.line, 18);
  EXPECT_EQ(extremal.from.at.line, 20);
  EXPECT_EQ(extremal.to.at.line, 34);
}

TEST(ReadExtremal, MayCallTheIndependentVariableByItsOwnName) {
  const Description model = good("[extremal]\nindependent = 't'\n" + ends);
  EXPECT_EQ(model.time.text, "t");
  EXPECT_EQ(model.extremal->from.t.text, "0");
}

TEST(ReadExtremal, TakesNoNameOfSomethingElseForTheIndependentVariable) {
  const std::string question = "[extremal]\nindependent = 's'\nfrom = { s = 0 }\nto = { s = 1 }\n";
  EXPECT_TRUE(good(question).extremal);
  for (const char* const other : {"[parameters]\ns = 1\n", "[define]\ns = 1\n",
                                  "[coordinates]\ns = 1\n", "[controls]\ns = {}\n"})
    EXPECT_EQ(fault(question + other), "6:1 E104") << other;
  for (const char* const other : {"[[particles]]\nname = 's'\nmass = 1\nposition = [0, 0]\n",
                                  "[[observe]]\nname = 's'\nformula = 's'\n"})
    EXPECT_EQ(fault(question + other), "6:8 E104") << other;
  // These are named among themselves.
  good(question + "[[constraints]]\nname = 's'\nequation = 's = 0'\n");
}

TEST(ReadExtremal, LetsAnUnknownBeAParameterWhereverItStands) {
  const std::string question = "[extremal]\n" + ends + "unknowns = { T = 1 }\n";
  good(question);
  good(question + "[parameters]\nT = 2\n");
  good("[parameters]\nT = 2\n" + question);
  EXPECT_EQ(fault(question + "[coordinates]\nT = 2\n"), "6:1 E104");
  EXPECT_EQ(fault("[define]\nT = 2\n" + question), "6:14 E104");
  EXPECT_EQ(fault(question + "[parameters]\nT = 2\n[define]\nT = 2\n"), "8:1 E104");
  EXPECT_EQ(fault(question + "[parameters]\nT = 2\n[controls]\nT = {}\n"), "8:1 E104");
}

TEST(ReadExtremal, KeepsTheNumberOfAMemberForFamilies) {
  const std::string family = "[coordinates]\nq = { count = 3 }\n[extremal]\n";
  EXPECT_EQ(fault(family + ends + "unknowns = { i = 1 }\n"), "6:14 E106");
  EXPECT_EQ(fault(family + "independent = 'i'\nfrom = { i = 0 }\nto = { i = 1 }\n"), "4:15 E106");
}

TEST(ReadExtremal, SaysOfAWrongNameForTheIndependentVariableNothingAtTheEnds) {
  EXPECT_EQ(fault("[extremal]\nindependent = 'sin'\n" + ends), "2:15 E106");
  EXPECT_EQ(fault("[extremal]\nindependent = ['s']\nfrom = { s = 0 }\nto = { s = 1 }\n"),
            "2:15 E103");
}

TEST(ReadExtremal, SaysOnceThatTHasAnotherName) {
  EXPECT_EQ(fault("[extremal]\nindependent = 's'\nfrom = { t = 0 }\nto = { s = 1 }\n"),
            "3:10 E102");
  EXPECT_EQ(fault("[extremal]\nindependent = 's'\nfrom = { s = 0 }\nto = { t = 1, x = 0 }\n"),
            "4:8 E102");
}

TEST(ReadExtremal, CountsExtremalsFromOneToAThousand) {
  for (const char* const all : {"1", "1000", "'2*N'"})
    good("[extremal]\n" + ends + "all = " + all + "\n");
  for (const char* const all : {"0", "1001", "1.5", "-1"})
    EXPECT_EQ(fault("[extremal]\n" + ends + "all = " + all + "\n"), "4:7 E107") << all;
}

}  // namespace
}  // namespace zwang::read
