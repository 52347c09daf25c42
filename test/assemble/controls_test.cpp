// SPDX-License-Identifier: Apache-2.0
// Controls: B against differences of Q, and the words for controls that cannot be.

#include <gtest/gtest.h>

#include "equations/evaluate.h"
#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::compile {
namespace {

using equations::Equations;
using equations::Workspace;

std::vector<double> dense_B(const Equations& equations, Workspace& numbers, double t,
                            const std::vector<double>& q, const std::vector<double>& v) {
  numbers.evaluate(equations::Stage::control, t, q.data(), v.data());
  std::vector<double> B(equations.control_slots.size() * static_cast<std::size_t>(equations.n));
  for (Index k = 0; k < equations.B().rows(); ++k) {
    const auto row = static_cast<std::size_t>(k);
    for (Index e = equations.B().begin[row]; e < equations.B().begin[row + 1]; ++e) {
      const Index j = equations.B().column[static_cast<std::size_t>(e)];
      B[static_cast<std::size_t>(k * equations.n + j)] = numbers.B()[e];
    }
  }
  return B;
}

std::vector<double> applied_force(const Equations& equations, Workspace& numbers, double t,
                                  const std::vector<double>& q, const std::vector<double>& v) {
  numbers.evaluate(equations::Stage::dynamics, t, q.data(), v.data());
  return {numbers.Q(), numbers.Q() + equations.n};
}

// Q is linear in u, so that a difference over any distance is the slope, rounding apart.
void expect_slopes(const std::string& text) {
  const Compiled model = test::compile_text(text);
  const Equations& equations = model.equations;
  ASSERT_GT(equations.control_slots.size(), 0u);
  Workspace numbers(equations);
  constexpr std::uint64_t seed = 5101;
  SCOPED_TRACE("seed 5101");
  test::Random random(seed);
  std::vector<double> q(static_cast<std::size_t>(equations.n)), v(q);
  for (double& x : q) x = random.uniform(-1, 1);
  for (double& x : v) x = random.uniform(-1, 1);
  const std::vector<double> B = dense_B(equations, numbers, 0.3, q, v);
  const std::vector<double> Q = applied_force(equations, numbers, 0.3, q, v);
  for (std::size_t k = 0; k < equations.control_slots.size(); ++k) {
    std::vector<double> u(equations.control_slots.size());
    u[k] = 2;
    numbers.set_controls(u.data());
    const std::vector<double> moved = applied_force(equations, numbers, 0.3, q, v);
    numbers.set_controls(nullptr);
    for (std::size_t i = 0; i < Q.size(); ++i) {
      EXPECT_NEAR(B[k * Q.size() + i], (moved[i] - Q[i]) / 2, 1e-14 * (1 + std::abs(moved[i])))
          << "control " << k << ", coordinate " << i;
    }
  }
  EXPECT_EQ(applied_force(equations, numbers, 0.3, q, v), Q);
}

const std::string cart = R"toml(
[parameters]
l = 1.5
[coordinates]
x = { start = 0 }
theta = { start = 0.1 }
[free]
lagrangian = "x'^2/2 + (x'^2 + 2*l*x'*theta'*cos(theta) + l^2*theta'^2)/2 - 9.8*l*cos(theta)"
)toml";

const std::string path = R"toml(
[[constraints]]
name = "path"
equation = "x = sin(t)"
servo = ["u"]
gains = [3, 2]
)toml";

TEST(Controls, HaveTheSlopesOfTheForcesThatContainThem) {
  expect_slopes(cart + R"toml(
[controls]
u = {}
w = { weight = 2 }
[[forces]]
on = "x"
force = "3*u - x' + w*sin(t)"
[[forces]]
on = "theta"
force = "l*cos(theta)*w - u/(1 + x^2)"
[[constraints]]
name = "path"
equation = "x = sin(t)"
servo = ["u", "w"]
gains = [3, 2]
)toml");
}

TEST(Controls, ActThroughFamiliesTheForcesOfParticlesAndGivenForces) {
  expect_slopes(R"toml(
[coordinates]
s = { start = 0 }
[controls]
u = {}
w = {}
[free]
mass = [2]
force = ["s*u + w"]
[[particles]]
name = "p"
count = 5
mass = 1
position = ["i", 0]
force = ["i*u", "p[i].x*w"]
[[forces]]
for = "i in 1..4"
on = "p[i]"
force = "u*(p[i+1] - p[i])"
[[forces]]
for = "i in 1..4"
on = "p[i+1]"
force = "-u*(p[i+1] - p[i])"
[[constraints]]
name = "held"
equation = "s = 0"
servo = ["u", "w"]
gains = [3, 2]
)toml");
}

TEST(Controls, KeepTheirNamesAndWeightsInTheOrderOfTheFile) {
  const Compiled model = test::compile_text(cart + R"toml(
[controls]
u = {}
a = { weight = "2*l" }
[[forces]]
on = "x"
force = "u + a"
[[constraints]]
name = "path"
equation = "x = sin(t)"
servo = ["a", "u"]
gains = [3, 2]
)toml");
  EXPECT_EQ(model.names.controls, (std::vector<std::string>{"u", "a"}));
  EXPECT_EQ(model.equations.control_weights, (std::vector<double>{1, 3}));
}

TEST(Controls, MayBeObserved) {
  const Compiled model = test::compile_text(cart + path + R"toml(
[controls]
u = {}
[[forces]]
on = "x"
force = "u"
[[observe]]
name = "twice"
formula = "2*u"
)toml");
  Workspace numbers(model.equations);
  const double u = 21;
  numbers.set_controls(&u);
  numbers.evaluate(equations::Stage::observe, 0, model.equations.q.data(),
                   model.equations.v.data());
  EXPECT_EQ(numbers.observables()[0], 42);
}

const std::string control = "\n[controls]\nu = {}\n";

TEST(Controls, AreRefusedWhereAForceIsNotLinearInThem) {
  for (const char* const force : {"u^2", "sign(u)", "abs(u)", "x/u", "if(u > 0, 1, 2)"}) {
    EXPECT_EQ(
        test::complaints_of(cart + path + control + "[[forces]]\non = \"x\"\nforce = \"" + force +
                            "\"\n"),
        "E337: this force is not linear in the control 'u' (make the force itself the control)")
        << force;
  }
}

TEST(Controls, AreRefusedOutsideForces) {
  const std::string pushed = cart + path + control + "[[forces]]\non = \"x\"\nforce = \"u\"\n";
  EXPECT_EQ(test::complaints_of(pushed + "[[forces]]\npotential = \"u*x\"\n"),
            "E336: 'u' is a control: use it only in forces");
  EXPECT_EQ(test::complaints_of(pushed + "[[constraints]]\nname = \"c\"\nequation = \"x = u\"\n"),
            "E336: 'u' is a control: use it only in forces");
  EXPECT_EQ(test::complaints_of(pushed + "[[observe]]\nname = \"jerk\"\nformula = \"u'\"\n"),
            "E207: 'u' is a control and has no derivative (it is solved for at every instant, and "
            "may jump)");
}

TEST(Controls, AreRefusedInSprings) {
  const std::string model = R"toml(
[controls]
u = {}
[[particles]]
name = "bob"
mass = 1
position = [1, 0]
force = ["u", 0]
[[forces]]
spring = { between = ["origin", "bob"], stiffness = "u" }
[[constraints]]
name = "path"
equation = "bob.x = sin(t)"
servo = ["u"]
gains = [3, 2]
)toml";
  EXPECT_EQ(test::complaints_of(model),
            "E336: only forces may contain the control 'u', not springs, gravity, gains or "
            "friction (write the force itself in [[forces]])");
}

TEST(Controls, MustActAndMustBeDetermined) {
  EXPECT_EQ(test::complaints_of(cart + path + control),
            "E338: no force contains the control 'u' (use it in a force)");
  EXPECT_EQ(test::complaints_of(cart + control + "[[forces]]\non = \"x\"\nforce = \"u\"\n"),
            "E339: nothing determines 'u' (name it in a constraint: servo = [\"u\"])");
}

TEST(Controls, HaveAPositiveWeight) {
  EXPECT_EQ(
      test::complaints_of(cart + path +
                          "[controls]\nu = { weight = \"l - 2\" }\n[[forces]]\non = \"x\"\n"
                          "force = \"u\"\n"),
      "E340: the weight of a control must be positive (a larger weight makes the control smaller)");
}

}  // namespace
}  // namespace zwang::compile
