// SPDX-License-Identifier: Apache-2.0
// What [extremal] changes in a model that is not asked about its ends: unknowns are parameters, the
// independent variable has its name, and the integrand says how coordinates move.

#include "scope/scope.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/compile.h"
#include "derive/derive.h"
#include "equations/evaluate.h"
#include "read/model.h"
#include "support/random.h"

namespace zwang::compile {
namespace {

Description described(const std::string& text) {
  read::Reading reading = read::read(text, "");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "");
  return std::move(reading.description);
}

Compiled compiled(const std::string& text, const Overrides& overrides = {}) {
  Compiled result = compile(described(text), {overrides, false});
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d, text, "");
  return result;
}

std::vector<Diagnostic> complaints(const std::string& text) {
  return compile::compile(described(text)).diagnostics;
}

using Texts = std::vector<std::string>;
using Numbers = std::vector<double>;

const std::string unknowns = R"(
[parameters]
w = "2*l/T"
l = 3
[coordinates]
x = "w"
[free]
lagrangian = "0.5*x'^2 - w*x"
[extremal]
from = { t = 0, x = 0 }
to = { t = "T", x = 1 }
unknowns = { T = "4*l", c = 7, l = 0.5 }
)";

TEST(Unknowns, AreParametersBehindThoseOfTheFile) {
  const Compiled model = compiled(unknowns);
  EXPECT_EQ(model.names.parameters, (Texts{"w", "l", "T", "c"}));
  EXPECT_EQ(model.equations.parameters, (Numbers{0.5, 0.5, 2, 7}));
  EXPECT_EQ(model.equations.q, Numbers{0.5});
}

TEST(Unknowns, TakeTheValueThatIsSetForTheirGuess) {
  EXPECT_EQ(compiled(unknowns, {{"T", 8}}).equations.parameters, (Numbers{0.125, 0.5, 8, 7}));
  EXPECT_EQ(compiled(unknowns, {{"l", 1}}).equations.parameters, (Numbers{0.5, 1, 4, 7}));
}

TEST(Unknowns, LeaveTheDescriptionAsItWasWritten) {
  const Description description = described(unknowns);
  const Scope scope(description, {});
  EXPECT_EQ(description.parameters.size(), 2u);
  EXPECT_EQ(description.parameters[1].value.text, "3");
  ASSERT_EQ(scope.parameters().size(), 4u);
  EXPECT_EQ(scope.parameters()[1].value.text, "0.5");
  EXPECT_EQ(scope.parameters()[1].name.at.line, 4);
  EXPECT_EQ(scope.parameters()[2].name.at.line, 12);
}

// The guess of T contains l; but T is not 4 l for ever.
TEST(Unknowns, AreNotMovedByWhatTheirGuessContains) {
  CompileOptions options;
  options.sensitivity = {1, 2, 3};  // l, T, c
  const Compiled model = compile(described(unknowns), options);
  ASSERT_TRUE(model.diagnostics.empty());
  // x starts at 2 l/T.
  EXPECT_EQ(model.equations.sensitivity.q, (Numbers{1, -0.25, 0}));
}

TEST(Unknowns, MayNotNeedEachOtherInACircle) {
  const auto found = complaints(
      "[parameters]\na = 'T'\n[coordinates]\nx = 0\n[free]\nkinetic = \"x'^2\"\n"
      "[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\nunknowns = { T = 'a' }\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E301");
}

TEST(Unknowns, ThatCountSomethingHaveNoDerivative) {
  CompileOptions options;
  options.sensitivity = {0};
  const auto found = compile(described("[coordinates]\nq = { count = 'N' }\n[free]\n"
                                       "kinetic = \"sum(i in 1..N, q[i]'^2)\"\n[extremal]\n"
                                       "from = { t = 0 }\nto = { t = 1 }\nunknowns = { N = 3 }\n"),
                             options)
                         .diagnostics;
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E346");
  EXPECT_TRUE(found[0].what.starts_with("'N' sets the number")) << found[0].what;
}

std::string oscillator(const std::string& independent, const std::string& formula) {
  return "[coordinates]\nx = 1\n[free]\nmass = [1]\nforce = [\"" + formula +
         "\"]\n[extremal]\nindependent = '" + independent + "'\nfrom = { " + independent +
         " = 0 }\nto = { " + independent + " = 1 }\n";
}

TEST(Independent, IsCalledSoInAllFormulas) {
  const Compiled t = compiled(oscillator("t", "3*t - x")), s = compiled(oscillator("s", "3*s - x"));
  for (const Compiled* const model : {&t, &s}) {
    equations::Workspace numbers(model->equations);
    const double x = 0.25, v = 0;
    numbers.evaluate(equations::Stage::dynamics, 2, &x, &v);
    EXPECT_EQ(numbers.Q()[0], 5.75);
  }
}

TEST(Independent, MakesTAnUnknownNameWithAHint) {
  const auto found = complaints(oscillator("s", "3*t - x"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E204");
  EXPECT_EQ(found[0].hint, "the independent variable is called 's' here");
  // Nothing of it elsewhere: not of another name, and not if t is t.
  for (const auto& other : {oscillator("s", "3*tt - x"), oscillator("t", "3*s - x")}) {
    const auto unlike = complaints(other);
    ASSERT_EQ(unlike.size(), 1u);
    EXPECT_EQ(unlike[0].code, "E204");
    EXPECT_EQ(unlike[0].hint.find("independent"), std::string::npos);
  }
}

// A pendulum of a length that changes.
const std::string law = "0.5*m*(2 + t)^2*a'^2 + m*(2 + t)*cos(a) + m*b'^2*(1 + a^2)";
const std::string before = "[parameters]\nm = 2\n[coordinates]\na = 0.3\nb = 0\n";
const std::string question = "[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\n";
const std::string integrand = question + "integrand = \"" + law + "\"\n";

Numbers instant(const std::string& text, double t, const Numbers& q, const Numbers& v) {
  const Compiled model = compiled(text);
  equations::Workspace numbers(model.equations);
  numbers.evaluate(equations::Stage::dynamics, t, q.data(), v.data());
  return {numbers.M(), numbers.Q() + q.size()};  // all blocks of M, then Q
}

TEST(Integrand, IsTheLagrangianWhereFreeIsSilent) {
  const std::uint64_t seed = 61;
  test::Random random(seed);
  for (int trial = 0; trial < 5; ++trial) {
    const double t = random.uniform();
    const Numbers q = {random.uniform(-1, 1), random.uniform(-1, 1)},
                  v = {random.uniform(-1, 1), random.uniform(-1, 1)};
    const Numbers twin = instant(before + "[free]\nlagrangian = \"" + law + "\"\n", t, q, v);
    EXPECT_EQ(instant(before + integrand, t, q, v), twin) << "seed " << seed;
    // By hand: d/dt(m (2+t)² a') = −m (2+t) sin a + 2 m a b'².
    const double l = 2 + t, Q = -4 * l * v[0] - 2 * l * std::sin(q[0]) + 4 * q[0] * v[1] * v[1];
    EXPECT_NEAR(twin[twin.size() - 2], Q, 1e-13 * (1 + std::abs(Q))) << "seed " << seed;
  }
}

TEST(Integrand, YieldsToWhatFreeSays) {
  const std::string silent = before + "[free]\nmass = [1, 1]\nforce = [3, 4]\n";
  const Numbers q = {0.1, 0.2}, v = {0.3, 0.4};
  EXPECT_EQ(instant(silent + integrand, 1, q, v), instant(silent, 1, q, v));
}

TEST(Integrand, LeavesParticlesTheirOwnLaw) {
  const std::string bob = "[[particles]]\nname = 'bob'\nmass = 3\nposition = [0, 0]\n";
  const std::string with = bob + question + "integrand = \"bob.x'^2 + bob.y'^2 - bob.x\"\n";
  EXPECT_EQ(instant(with, 0, {0, 0}, {0, 0}), instant(bob, 0, {0, 0}, {0, 0}));
}

TEST(Integrand, LeavesOutIntegralsThatItIsSubjectTo) {
  const Numbers q = {0.1, 0.2}, v = {0.3, 0.4};
  EXPECT_EQ(instant(before + integrand + "subject = [\"integral(a'^4) = 1\"]\n", 1, q, v),
            instant(before + integrand, 1, q, v));
}

TEST(Integrand, IsMissedWhereNothingSaysHowACoordinateMoves) {
  const auto found = complaints(before + question);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E308");
}

TEST(Integrand, DependsOnNoAccelerations) {
  const std::string text = before + question + "integrand = \"a''^2 + b'^2\"\n";
  const auto found = complaints(text);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "E310");
  EXPECT_EQ(text.substr(static_cast<std::size_t>(found[0].place.begin), 5), "a''^2");
}

TEST(Integrand, IsDerivedAsALagrangian) {
  const deriving::Derivation twin = deriving::derive(
                                 described(before + "[free]\nlagrangian = \"" + law + "\"\n"),
                                 deriving::Language::text),
                             derivation = deriving::derive(described(before + integrand),
                                                           deriving::Language::text);
  EXPECT_TRUE(derivation.diagnostics.empty());
  EXPECT_FALSE(derivation.page.empty());
  EXPECT_EQ(derivation.page, twin.page);
}

}  // namespace
}  // namespace zwang::compile
