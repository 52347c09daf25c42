// SPDX-License-Identifier: Apache-2.0
// Every key of a model file arrives in the description, in the order of the file.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "read/model.h"
#include "support/random.h"

namespace zwang::read {
namespace {

std::string load(const std::string& name) {
  std::ifstream file(std::string(ZWANG_TEST_DATA "/models/") + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads a text that must be without fault.
Description good(const std::string& text, const std::string& source = "test.toml") {
  Reading reading = read(text, source);
  for (const Diagnostic& diagnostic : reading.diagnostics)
    ADD_FAILURE() << to_text(diagnostic, text, source);
  return std::move(reading.description);
}

Description good_file(const std::string& name) { return good(load(name), name); }

std::vector<std::string> texts(const Components& components) {
  std::vector<std::string> result;
  for (const Expression& component : components) result.push_back(component.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(ReadModel, ReadsThePendulum) {
  const Description model = good_file("pendulum.toml");
  EXPECT_EQ(model.title, "Pendulum, as in the Bellman–Gauss paper, section 5");
  EXPECT_EQ(model.source, "pendulum.toml");
  EXPECT_EQ(model.text, load("pendulum.toml"));
  ASSERT_EQ(model.parameters.size(), 3u);
  EXPECT_EQ(model.parameters[2].name.text, "g");
  EXPECT_EQ(model.parameters[2].value.text, "9.81");
  ASSERT_EQ(model.particles.size(), 1u);
  const Particle& bob = model.particles[0];
  EXPECT_EQ(bob.name.text, "bob");
  EXPECT_EQ(bob.mass.text, "m");
  EXPECT_FALSE(bob.count.given());
  EXPECT_EQ(texts(bob.position), (Texts{"l", "0"}));
  EXPECT_EQ(texts(bob.velocity), (Texts{"0", "0"}));
  EXPECT_EQ(texts(bob.force), (Texts{"0", "-m*g"}));
  ASSERT_EQ(model.constraints.size(), 1u);
  EXPECT_EQ(model.constraints[0].name.text, "rod");
  EXPECT_EQ(texts(model.constraints[0].equations), Texts{"bob.x^2 + bob.y^2 = l^2"});
  ASSERT_TRUE(model.simulate);
  EXPECT_EQ(model.simulate->duration.text, "10");
}

TEST(ReadModel, LeavesTheDefaultsOfTheDescriptionWhereTheFileIsSilent) {
  const Description model = good(
      "[coordinates]\nx = 1\ny = {}\n"
      "[[constraints]]\nequation = 'x = y'\n"
      "[[forces]]\nspring = { between = ['a', 'b'], stiffness = 3 }\n"
      "[simulate]\nduration = 1\n");
  const Simulate defaults;
  const Simulate& simulate = *model.simulate;
  EXPECT_EQ(simulate.from.text, defaults.from.text);
  EXPECT_EQ(simulate.tolerance.text, "1e-9");
  EXPECT_EQ(simulate.method.text, "auto");
  EXPECT_EQ(simulate.kernel.text, "auto");
  EXPECT_FALSE(simulate.absolute.given() || simulate.step.given());
  EXPECT_FALSE(simulate.output.given() || simulate.every.given() || simulate.every_step);
  EXPECT_EQ(simulate.start, StartPolicy::project);
  EXPECT_EQ(simulate.rank_change, RankPolicy::keep);
  EXPECT_EQ(model.coordinates[0].rate.text, "0");
  EXPECT_EQ(model.coordinates[1].start.text, "0");
  EXPECT_EQ(model.constraints[0].weight.text, "1");
  EXPECT_EQ(model.constraints[0].drift.policy, Drift::Policy::project);
  EXPECT_EQ(model.forces[0].spring->length.text, "0");
  EXPECT_EQ(model.forces[0].spring->damping.text, "0");
  EXPECT_EQ(model.free.order, 2);
  EXPECT_FALSE(good("").simulate);
}

TEST(ReadModel, KeepsTheOrderOfTheFile) {
  const Description model = good_file("double_pendulum.toml");
  Texts names;
  for (const Parameter& parameter : model.parameters) names.push_back(parameter.name.text);
  EXPECT_EQ(names, (Texts{"g2", "m1", "m2", "l1", "l2", "g"}));
  EXPECT_EQ(model.coordinates[0].name.text, "theta");
  EXPECT_EQ(model.coordinates[1].name.text, "phi");
}

TEST(ReadModel, KeepsAnyOrderOfNamesInEveryTable) {
  const std::uint64_t seed = 2;
  test::Random random(seed);
  for (int trial = 0; trial < 50; ++trial) {
    Texts names;
    for (int i = 0; i < 30; ++i)
      names.push_back("n" + std::to_string(random.integer(0, 9)) + "_" + std::to_string(i));
    for (std::size_t i = names.size(); i > 1; --i)
      std::swap(names[i - 1], names[static_cast<std::size_t>(random.integer(0, Index(i) - 1))]);
    const char* const tables[] = {"parameters", "define", "coordinates", "ground.points"};
    const std::size_t table = static_cast<std::size_t>(trial % 4);
    // In one line now and then: the columns must count as well as the lines.
    const bool in_line = random.chance(0.5);
    std::string text =
        in_line ? std::string(tables[table]) + " = { " : "[" + std::string(tables[table]) + "]\n";
    for (const std::string& name : names)
      text += (in_line && name != names[0] ? ", " : "") + name +
              (table == 3 ? " = [0, 1]" : " = 1") + (in_line ? "" : "\n");
    if (in_line) text += " }\n";
    const Description model = good(text);
    Texts read;
    for (const Parameter& one : model.parameters) read.push_back(one.name.text);
    for (const Definition& one : model.definitions) read.push_back(one.name.text);
    for (const Coordinate& one : model.coordinates) read.push_back(one.name.text);
    for (const GroundPoint& one : model.ground) read.push_back(one.name.text);
    EXPECT_EQ(read, names) << "seed " << seed << ", trial " << trial;
  }
}

TEST(ReadModel, ReadsCoordinatesAndALagrangianOverSeveralLines) {
  const Description model = good_file("double_pendulum.toml");
  EXPECT_EQ(model.coordinates[0].start.text, "pi/3");
  EXPECT_EQ(model.coordinates[0].rate.text, "0");
  EXPECT_EQ(model.coordinates[1].start.text, "-0.25");
  EXPECT_EQ(model.coordinates[1].rate.text, "1/2");
  EXPECT_TRUE(model.free.lagrangian.text.starts_with("0.5*(m1 + m2)*l1^2"));
  EXPECT_NE(model.free.lagrangian.text.find("\n+ m2*l1*l2"), std::string::npos);
  EXPECT_EQ(model.simulate->from.text, "1");
  EXPECT_EQ(model.simulate->duration.text, "20*sqrt(l1/g)");
  EXPECT_EQ(model.simulate->tolerance.text, "1e-10");
  EXPECT_EQ(model.simulate->every.text, "0.01");
  EXPECT_EQ(model.observe[0].name.text, "tip");
}

TEST(ReadModel, ReadsFamilies) {
  const Description chain = good_file("chain.toml");
  EXPECT_EQ(chain.particles[0].count.text, "N");
  EXPECT_EQ(texts(chain.particles[0].position), (Texts{"i*l/N", "0", "0"}));
  EXPECT_EQ(chain.constraints[1].for_each.text, "i in 1..N-1");
  EXPECT_EQ(chain.observe[0].for_each.text, "i in 1..N");
  EXPECT_EQ(chain.ground[0].name.text, "hook");
  EXPECT_EQ(texts(chain.ground[0].position), (Texts{"0", "0", "0"}));
  EXPECT_EQ(texts(chain.free.gravity), (Texts{"0", "0", "-9.81"}));
  EXPECT_EQ(chain.simulate->output.text, "500");
  EXPECT_EQ(chain.simulate->method.text, "dopri853");
  EXPECT_EQ(chain.simulate->kernel.text, "sparse");

  const Description ring = good_file("ring.toml");
  EXPECT_EQ(ring.coordinates[0].count.text, "n");
  EXPECT_EQ(ring.coordinates[0].start.text, "0.1*sin(2*pi*i/n)");
  EXPECT_EQ(ring.definitions[0].name.text, "stretch");
  EXPECT_EQ(ring.definitions[1].formula.text, "2");
  EXPECT_EQ(ring.simulate->step.text, "0.01");
}

TEST(ReadModel, ReadsEveryFormOfFreeMotion) {
  const Description skate = good_file("skate.toml");
  EXPECT_EQ(skate.free.kinetic.text, "0.5*m*(x'^2 + y'^2) + 0.5*J*phi'^2");
  EXPECT_EQ(skate.free.potential.text, "-m*slope*x");
  EXPECT_EQ(skate.coordinates[1].start.text, "0");
  EXPECT_TRUE(skate.simulate->every_step);
  EXPECT_FALSE(skate.simulate->output.given());

  const Description cart = good_file("cart.toml");
  ASSERT_EQ(cart.free.mass.size(), 2u);
  EXPECT_EQ(texts(cart.free.mass[1]), (Texts{"m2*l*cos(theta)", "m2*l^2"}));
  EXPECT_EQ(texts(cart.free.force), (Texts{"m2*l*theta'^2*sin(theta)", "-m2*g*l*sin(theta)"}));
  EXPECT_EQ(cart.free.at.line, 14);
  EXPECT_EQ(cart.simulate->absolute.text, "1e-12");

  const Description filter = good_file("filter.toml");
  EXPECT_EQ(texts(filter.free.acceleration), (Texts{"sin(t)", "0"}));
  EXPECT_EQ(filter.free.order, 1);
}

TEST(ReadModel, ReadsEveryFormOfForce) {
  const Description model = good_file("springs.toml");
  ASSERT_EQ(model.forces.size(), 6u);
  EXPECT_EQ(model.forces[0].potential.text, "-4*G/distance(star[i], star[j])");
  EXPECT_EQ(model.forces[0].for_each.text, "i in 1..N, j in i+1..N");
  ASSERT_TRUE(model.forces[1].spring);
  EXPECT_EQ(model.forces[1].spring->from.text, "kite");
  EXPECT_EQ(model.forces[1].spring->to.text, "tail");
  EXPECT_EQ(model.forces[1].spring->stiffness.text, "k");
  EXPECT_EQ(model.forces[1].spring->length.text, "1");
  EXPECT_EQ(model.forces[1].spring->damping.text, "c");
  EXPECT_EQ(model.forces[3].on.text, "kite");
  EXPECT_EQ(texts(model.forces[3].force), Texts{"-c*(kite' - [1, 0])"});
  EXPECT_EQ(texts(model.forces[4].force), (Texts{"-c*tail.x'", "0"}));
  EXPECT_EQ(model.forces[5].on.text, "star[i]");
  EXPECT_EQ(texts(model.ground[1].position), (Texts{"2*k", "-1/2"}));
  EXPECT_EQ(texts(good_file("cart.toml").forces[0].force), Texts{"-k*x"});
}

TEST(ReadModel, ReadsEveryPolicy) {
  const Description model = good_file("policies.toml");
  ASSERT_EQ(model.constraints.size(), 3u);
  EXPECT_EQ(texts(model.constraints[0].equations), (Texts{"a.x^2 + a.y^2 + a.z^2 = 1", "a.z = 0"}));
  EXPECT_EQ(model.constraints[0].weight.text, "2.5");
  EXPECT_EQ(model.constraints[0].drift.policy, Drift::Policy::project);
  EXPECT_EQ(model.constraints[1].weight.text, "1/4");
  EXPECT_EQ(model.constraints[1].drift.policy, Drift::Policy::baumgarte);
  EXPECT_EQ(model.constraints[1].drift.alpha.text, "5");
  EXPECT_EQ(model.constraints[1].drift.beta.text, "5.0");
  EXPECT_EQ(model.constraints[2].drift.policy, Drift::Policy::none);
  EXPECT_EQ(model.simulate->duration.text, "1000");
  EXPECT_EQ(model.simulate->tolerance.text, "1e-6");
  EXPECT_EQ(model.simulate->start, StartPolicy::strict);
  EXPECT_EQ(model.simulate->rank_change, RankPolicy::proximal);
  EXPECT_EQ(good_file("greek.toml").simulate->start, StartPolicy::equilibrium);
}

TEST(ReadModel, KnowsEveryWordOfTheLists) {
  const auto simulate = [](const std::string& line) {
    return *good("[simulate]\nduration = 1\n" + line + "\n").simulate;
  };
  for (const char* const method : {"auto", "dopri853", "dopri5", "rk4", "rattle2", "rattle4",
                                   "rattle6", "rattle8", "gauss6", "radau5", "bdf"})
    EXPECT_EQ(simulate("method = '" + std::string(method) + "'").method.text, method);
  for (const char* const kernel :
       {"auto", "explicit", "bellman", "nullspace", "proximal", "sparse"})
    EXPECT_EQ(simulate("kernel = '" + std::string(kernel) + "'").kernel.text, kernel);
  EXPECT_EQ(simulate("start = 'project'").start, StartPolicy::project);
  EXPECT_EQ(simulate("rank_change = 'keep'").rank_change, RankPolicy::keep);
  EXPECT_EQ(simulate("rank_change = 'stop'").rank_change, RankPolicy::stop);
  EXPECT_EQ(simulate("rank_change = 'drop'").rank_change, RankPolicy::drop);
}

TEST(ReadModel, ReadsTheOtherWaysToWriteToml) {
  const Description model = good_file("forms.toml");
  EXPECT_EQ(model.title, "A \"literal\" title");
  EXPECT_EQ(model.parameters[0].value.text, "1000");
  EXPECT_EQ(model.parameters[1].name.text, "n");
  EXPECT_EQ(model.parameters[1].value.text, "3");
  EXPECT_EQ(model.particles[0].mass.text, "16");
  EXPECT_EQ(texts(model.particles[0].position), (Texts{"1", "2.5"}));
  EXPECT_EQ(model.particles[1].mass.text, "2*k");
  EXPECT_EQ(texts(model.particles[1].position), (Texts{"k", "-0"}));
  EXPECT_EQ(model.coordinates[0].rate.text, "1500");
  EXPECT_EQ(model.constraints[1].equations[0].text, "r.x''\t= 0");
  ASSERT_EQ(model.free.mass.size(), 1u);
  EXPECT_EQ(texts(model.free.mass[0]), Texts{"n"});
  EXPECT_EQ(model.simulate->duration.text, "6.02214076e23");
}

TEST(ReadModel, NamesWhatHasNoNameAfterItsNumber) {
  const Description model = good(
      "[[constraints]]\nequation = 'a = b'\n"
      "[[constraints]]\nname = 'constraint3'\nequation = 'a = b'\n"
      "[[constraints]]\nequation = 'a = b'\n"
      "[coordinates]\nobservable1 = 0\n"
      "[[observe]]\nformula = 'a'\n"
      "[[observe]]\nname = 'observable1_'\nformula = 'a'\n");
  EXPECT_EQ(model.constraints[0].name.text, "constraint1");
  EXPECT_EQ(model.constraints[0].name.at.line, 1);
  EXPECT_EQ(model.constraints[1].name.text, "constraint3");
  EXPECT_EQ(model.constraints[2].name.text, "constraint3_");
  EXPECT_EQ(model.observe[0].name.text, "observable1__");
}

TEST(ReadModel, LetsAnObservableShowADefinitionUnderItsOwnName) {
  EXPECT_EQ(good_file("ring.toml").observe[0].name.text, "stretch");
}

TEST(ReadModel, TakesIForAParameterWhereThereIsNoFamily) {
  EXPECT_EQ(good("[parameters]\ni = 2\n").parameters[0].name.text, "i");
}

TEST(ReadModel, LeavesOutWhatIsDrawn) {
  const Description with = good_file("greek.toml");
  EXPECT_EQ(with.parameters[1].name.text, "μ_1");
  EXPECT_EQ(with.coordinates[0].name.text, "θ");
}

TEST(ReadModel, ReadsNumbersOfAFileToTheSameBits) {
  const std::uint64_t seed = 3;
  test::Random random(seed);
  for (int trial = 0; trial < 300; ++trial) {
    const int exponent = static_cast<int>(random.integer(-300, 300));
    const double value = std::ldexp(random.uniform(-1, 1), exponent);
    char written[64];
    std::snprintf(written, sizeof written, "%.*e", static_cast<int>(random.integer(16, 25)), value);
    const Description model = good("parameters.x = " + std::string(written));
    EXPECT_EQ(std::stod(model.parameters[0].value.text), value)
        << "seed " << seed << ", trial " << trial << ": " << written;
  }
  EXPECT_EQ(good("parameters.x = 9007199254740993").parameters[0].value.text, "9007199254740993");
  EXPECT_EQ(good("parameters.x = -9223372036854775808").parameters[0].value.text,
            "-9223372036854775808");
}

}  // namespace
}  // namespace zwang::read
