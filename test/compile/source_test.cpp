// SPDX-License-Identifier: Apache-2.0
// A model is read once: what else is wanted of it is lowered from the same graph.

#include "compile/source.h"

#include <gtest/gtest.h>

#include <thread>

#include "equations/evaluate.h"
#include "read/model.h"

namespace zwang::compile {
namespace {

Description described(const std::string& text) {
  const read::Reading reading = read::read(text, "test");
  EXPECT_TRUE(reading.ok());
  return reading.description;
}

// Parameters, a family of particles, springs between all of them, rods, an observable.
std::string chain(int links) {
  return "[parameters]\nN = " + std::to_string(links) + R"toml(
m = 0.5
len = "1/N"
g = 9.81
[free]
gravity = [0, "-g"]
[[particles]]
name = "p"
count = "N"
mass = "m"
position = ["0.3*len*i", "-len*i/2"]
[[forces]]
for = "i in 1..N-1, j in i+1..N"
spring = { between = ["p[i]", "p[j]"], stiffness = 3, length = "len*(j-i)" }
[[constraints]]
name = "rods"
for = "i in 1..N-1"
equation = "distance(p[i], p[i+1]) = len"
[[observe]]
name = "low"
formula = "p[N].y"
)toml";
}

TEST(Source, ReadsNoTextAgainForTangentsSlopesAndHiddenRows) {
  const Source source(described(chain(4)), {});
  ASSERT_TRUE(source.motion().diagnostics.empty()) << source.motion().diagnostics.front().what;
  const std::size_t once = source.motion().readings;
  EXPECT_GT(once, 0u);
  EXPECT_EQ(source.lower({.tangent = true}).readings, once);
  EXPECT_EQ(source.lower({.hidden = true}).readings, once);
  EXPECT_EQ(source.lower({.hidden = true, .hidden_sets = {{0, 1}}}).readings, once);
  EXPECT_EQ(source.lower({.tangent = true, .sensitivity = {1, 3}}).readings, once);
}

TEST(Source, ReadsEachTextOnceHoweverManyPlacesThereAre) {
  const Source few(described(chain(3)), {}), many(described(chain(40)), {});
  EXPECT_EQ(few.motion().readings, many.motion().readings);
}

// What is drawn of springs and gravity has been read with them; only its own texts are new.
TEST(Source, ReadsOfADrawingWhatIsNewInIt) {
  const Source source(described(chain(4)), {});
  const std::vector<Observable> known = {
      {Name("a"), Expression("p[i]"), Expression("i in 1..N-1, j in i+1..N")},
      {Name("b"), Expression("p[N].y"), {}}};
  EXPECT_EQ(source.lower({.observe = &known}).readings, source.motion().readings);
  const std::vector<Observable> fresh = {{Name("a"), Expression("2*p[N]"), {}}};
  const Compiled drawn = source.lower({.observe = &fresh});
  EXPECT_EQ(drawn.readings, source.motion().readings + 1);
  ASSERT_EQ(drawn.names.observed.size(), 1u);
  EXPECT_EQ(drawn.names.observed[0].count, 2);
  EXPECT_FALSE(drawn.equations.has(equations::Stage::dynamics));  // nothing else is lowered
}

TEST(Source, FindsTheSetsOfHiddenRowsInTheEquations) {
  const Source source(described(chain(4)), {});
  const equations::Equations& plain = source.motion().equations;
  const equations::Equations with =
      source.lower({.hidden = true, .hidden_sets = {{0, 1}, {1, 2}}}).equations;
  EXPECT_EQ(with.m, plain.m + 2);
  EXPECT_EQ(with.hidden.sets.size(), 2u);
  EXPECT_EQ(with.rows.back().kind, equations::Kind::hidden);
}

std::vector<double> tangent_numbers(const equations::Equations& equations) {
  equations::Workspace numbers(equations);
  std::vector<double> a(static_cast<std::size_t>(equations.n), 0.3),
      lambda(static_cast<std::size_t>(equations.m), -0.7);
  numbers.evaluate_tangent(0.1, equations.q.data(), a.data(), a.data(), lambda.data());
  return {numbers.G(), numbers.G() + equations.G().entries()};
}

// No bit depends on what was lowered before, nor on who else is lowering.
TEST(Source, LowersTheSameBitsInAnyOrderAndFromAnyThread) {
  const Description description = described(chain(5));
  const std::vector<double> first =
      tangent_numbers(Source(description, {}).lower({.tangent = true}).equations);
  const Source source(description, {});
  const std::vector<Observable> drawn = {{Name("a"), Expression("norm(p[2])^2 + p[2].x'"), {}}};
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < found.size(); ++k) {
    threads.emplace_back([&, k] {
      source.lower({.observe = &drawn});
      source.lower({.sensitivity = {static_cast<Index>(1 + k % 3)}});
      found[k] = tangent_numbers(source.lower({.tangent = true}).equations);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& numbers : found) EXPECT_EQ(numbers, first);
}

TEST(Source, EvaluatesAStartWhereAParameterIsAnother) {
  const Description description = described(chain(4));
  const Source source(description, {}), other(description, {{"len", 0.3}});
  const MovedStart moved = source.moved(2, 0.3);
  EXPECT_EQ(moved.q, other.motion().equations.q);
  EXPECT_EQ(moved.v, other.motion().equations.v);
  EXPECT_EQ(moved.parameters, other.motion().equations.parameters);
  // Also of one that was set before.
  const Source third(description, {{"len", 0.5}});
  EXPECT_EQ(other.moved(2, 0.5).q, third.motion().equations.q);
  EXPECT_EQ(other.moved(2, 0.5).parameters, third.motion().equations.parameters);
}

// Laws, rows and energies of the two-ended question are those of the motion.
TEST(Source, ReadsOfTwoEndsWhatTheySayThemselves) {
  const std::string text = R"toml(
[parameters]
g = 9.81
[[particles]]
name = "bob"
mass = 2
position = [0, 0]
[free]
gravity = [0, "-g"]
[[constraints]]
equation = "bob.x - 2*bob.y = 0"
[extremal]
from = { t = 0, "bob.x" = 0 }
to = { t = 1, "bob.x" = 1 }
)toml";
  const Source source(described(text), {});
  const Compiled ends = source.lower({.tangent = true, .extremal = true});
  ASSERT_TRUE(ends.diagnostics.empty()) << ends.diagnostics.front().what;
  // At most the times, the names and the values of two ends.
  EXPECT_LE(ends.readings, source.motion().readings + 6);
}

}  // namespace
}  // namespace zwang::compile
