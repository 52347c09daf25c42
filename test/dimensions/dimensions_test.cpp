// SPDX-License-Identifier: Apache-2.0
// Dimensions through every formula of a model: what is right has its unit, what is wrong its words.

#include <gtest/gtest.h>

#include <string>

#include "compile/source.h"
#include "read/model.h"

namespace zwang::compile {
namespace {

// One of everything; each case below observes a formula in it, or writes one of its lines otherwise.
const std::string whole = R"toml(
[parameters]
m = "2 kg"
l = "300 mm"
k = "2 N/mm"
w = "60 rpm"
tau = "2 s"
mu = 0.3
n = 1.5
a0 = "30 deg"
half = "l/2"
late = "early + 1 s"
early = "3 s"
F0 = "10 N"

[coordinates]
th = { start = "a0", rate = "w" }
x = { unit = "m" }
u = { count = 3, start = "i*0.1 m" }

[define]
reach = "l*sin(th)"

[[particles]]
name = "bob"
mass = "m"
position = ["l", 0, 0]
velocity = [0, "1 m/s", 0]
force = ["F0", 0, 0]

[ground]
points = { pivot = [0, "1 m", 0] }

[[bodies]]
name = "crank"
joint = "hinge"
mass = "1 kg"
inertia = ["1 kg m^2", "1 kg m^2", "2 kg m^2"]
center = ["10 cm", 0, 0]
at = ["2 m", 0, 0]
points = { tip = ["l", 0, 0] }
damping = "0.1 N m s"
limits = ["-60 deg", "60 deg"]
start = { angle = "10 deg", rate = "30 rpm" }

[[bodies]]
name = "ram"
joint = "slider"
shape = { box = ["1 m", "2 m", "3 cm"] }
density = "7850 kg/m^3"
damping = "3 N s/m"
start = { position = "4 mm", rate = "1 m/s" }

[free]
kinetic = "0.5*m*l^2*th'^2 + 0.5*m*x'^2 + sum(i in 1..3, 0.5*m*u[i]'^2)"
potential = "m*9.81 m/s^2*reach + 0.5*k*x^2"
gravity = [0, "-1 g0", 0]

[controls]
F = {}
M = {}

[[forces]]
on = "x"
force = "F - 3 N s/m*x'"

[[forces]]
on = "th"
force = "M"

[[forces]]
on = "bob"
force = ["F", 0, 0]

[[forces]]
on = "crank"
torque = [0, 0, "5 N m"]

[[forces]]
spring = { between = ["bob", "ground.pivot"], stiffness = "k", length = "l", damping = "2 N s/m" }

[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"

[[constraints]]
name = "drive"
equation = "crank.angle = w*t"

[[constraints]]
name = "skate"
equation = "bob.x' = 2 m/s"

[[constraints]]
name = "wish"
equation = "x = 1 m*sin(t/tau)"
servo = ["F"]
gains = ["4 1/s", "4 1/s^2"]

[[constraints]]
name = "turn"
equation = "th = 2"
servo = ["M"]
gains = ["4 1/s", "4 1/s^2"]

[[constraints]]
name = "floor"
equation = "ram.position >= -1 m"
restitution = 0.5

[[events]]
name = "high"
when = "bob.y - 2 m"
action = { set = { "x'" = "1 m/s" } }

[[observe]]
name = "seen"
formula = "l"

[simulate]
duration = "10 s"
every = "20 ms"
)toml";

std::string with(std::string text, const std::string& old, const std::string& other) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), other);
}

struct Answer {
  std::string text, complaints;  // "column: what", a line each
  Quantities quantities;
};

Answer answer(const std::string& text) {
  const read::Reading reading = read::read(text, "test");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "test");
  if (!reading.ok()) return {};
  const Source source(reading.description, {});
  Answer result;
  for (const Diagnostic& d : source.motion().diagnostics) {
    if (!result.complaints.empty()) result.complaints += "; ";
    result.complaints += (d.code == "E380" ? "" : std::string(d.code) + " ") + d.what;
    result.text += to_text(d, text, "test");
  }
  result.quantities = source.quantities();
  return result;
}

Answer observed(const std::string& formula) {
  return answer(with(whole, "formula = \"l\"", "formula = \"" + formula + "\""));
}

struct Right {
  const char *formula, *unit;
};

constexpr Right right[] = {
    {"l", "m"},
    {"l + 2 mm", "m"},
    {"2 mm - half", "m"},
    {"k*l", "N"},
    {"0.5*k*l^2", "J"},
    {"m*9.81 m/s^2", "N"},
    {"sqrt(l/(1 g0))", "s"},
    {"sqrt(k/m)", "1/s"},
    {"l/tau", "m/s"},
    {"l/tau^2", "m/s^2"},
    {"a0", "rad"},
    {"a0 + 1", "rad"},
    {"w", "rad/s"},
    {"w*tau", "rad"},
    {"sin(w*tau)", ""},
    {"th", "rad"},
    {"th'", "rad/s"},
    {"th''", "rad/s^2"},
    {"x", "m"},
    {"x'", "m/s"},
    {"u[2]", "m"},
    {"u[2]'^2", "m^2/s^2"},
    {"sum(i in 1..3, u[i])", "m"},
    {"reach", "m"},
    {"reach'", "m/s"},
    {"bob", "m"},
    {"bob.x", "m"},
    {"bob'", "m/s"},
    {"bob'.y", "m/s"},
    {"norm(bob')", "m/s"},
    {"dot(bob, bob)", "m^2"},
    {"distance(bob, ground.pivot)", "m"},
    {"[l, 0]", "m"},
    {"[l, 2 cm].x", "m"},
    {"crank.angle", "rad"},
    {"crank.angle*180/pi", "rad"},
    {"crank.omega", "rad/s"},
    {"crank.tip", "m"},
    {"crank.axis(x)", ""},
    {"crank.vector(1 m, 0, 0)", "m"},
    {"cross(crank.tip, crank.vector(0, 1 N, 0))", "J"},
    {"ram.position", "m"},
    {"ram.position'", "m/s"},
    {"multiplier(rod)", "N/m"},
    {"multiplier(drive)", "N m"},
    {"reaction(drive)", "N m"},
    {"multiplier(skate)", "N"},
    {"multiplier(floor)", "N"},
    {"reaction(rod)", "N"},
    {"reaction(rod, bob)", "N"},
    {"reaction(skate, bob)", "N"},
    {"F", "N"},
    {"M", "N m"},
    {"if(t > 1 s, l, 0)", "m"},
    {"max(l, 3 mm, half)", "m"},
    {"max(bob.x)", "m"},
    {"integral(bob.x)", "m s"},
    {"when_max(bob.x)", "s"},
    {"first(high)", "s"},
    {"count(high)", ""},
    {"abs(0 - l)", "m"},
    {"atan2(bob.x, bob.y)", "rad"},
    {"sign(bob.x)", ""},
    {"exp(-t/tau)", ""},
    {"mod(t, tau)", "s"},
    {"hypot(bob.x, 3 cm)", "m"},
    {"(l/(1 m))^n", ""},
    {"l^n", "m^3/2"},
    {"2^(l/(1 m))", ""},
    {"0*l + 3 s", "s"},
    {"late", "s"},
    {"mu", ""},
    {"3 kWh/(2 h)", "W"},
    {"2 bar*l^2", "N"},
    {"5 N m/rad*th", "J"},
    {"1 V*1 A*1 s", "J"},
    {"20 1/s", "1/s"},
};

TEST(Dimensions, OfRightFormulasAreFound) {
  ASSERT_GE(std::size(right), 60u);
  for (const auto& [formula, unit] : right) {
    const Answer found = observed(formula);
    EXPECT_EQ(found.complaints, "") << formula;
    EXPECT_EQ(found.quantities.of("seen").unit(), unit) << formula;
  }
}

struct Wrong {
  const char *formula, *what;
};

constexpr Wrong wrong[] = {
    {"l + tau", "a length (m) and a time (s) cannot be added"},
    {"l - tau", "a length (m) and a time (s) cannot be subtracted"},
    {"l + 1", "a length (m) and a plain number cannot be added"},
    {"1 + k", "a plain number and a stiffness (N/m) cannot be added"},
    {"l*m + k", "a quantity in kg m and a stiffness (N/m) cannot be added"},
    {"F0 + k*l + m", "a force (N) and a mass (kg) cannot be added"},
    {"half + late", "a length (m) and a time (s) cannot be added"},
    {"sin(l)", "'sin' takes an angle or a plain number, not a length (m)"},
    {"exp(t)", "'exp' takes an angle or a plain number, not a time (s)"},
    {"log(2 kg)", "'log' takes an angle or a plain number, not a mass (kg)"},
    {"atan(bob.x)", "'atan' takes an angle or a plain number, not a length (m)"},
    {"atan2(bob.x, t)", "a length (m) and a time (s) cannot be arguments of one 'atan2'"},
    {"max(l, m)", "a length (m) and a mass (kg) cannot be arguments of one 'max'"},
    {"hypot(bob.x, bob'.x)", "a length (m) and a speed (m/s) cannot be arguments of one 'hypot'"},
    {"if(t > 1, 1, 2)", "a time (s) and a plain number cannot be compared"},
    {"if(t > tau, l, m)", "a length (m) and a mass (kg) cannot be arguments of one 'if'"},
    {"if(l < m, 1, 2)", "a length (m) and a mass (kg) cannot be compared"},
    {"[l, m]", "a length (m) and a mass (kg) cannot be components of one vector"},
    {"bob + bob'", "a length (m) and a speed (m/s) cannot be added"},
    {"bob - [1, 0, 0]", "a length (m) and a plain number cannot be subtracted"},
    {"distance(bob, [1, 2, 0])",
     "a length (m) and a plain number cannot be arguments of one 'distance'"},
    {"dot(bob, bob) - l", "an area (m^2) and a length (m) cannot be subtracted"},
    {"2^l", "an exponent must be a plain number, not a length (m)"},
    {"l^(t/tau)", "a power that varies can only be taken of a plain number, not of a length (m)"},
    {"th + l", "a plain number and a length (m) cannot be added"},
    {"th' + 1", "a rate (1/s) and a plain number cannot be added"},
    {"x + x'", "a length (m) and a speed (m/s) cannot be added"},
    {"u[1] + t", "a length (m) and a time (s) cannot be added"},
    {"sum(i in 1..3, u[i] + i)", "a length (m) and a plain number cannot be added"},
    {"reach + reach'", "a length (m) and a speed (m/s) cannot be added"},
    {"crank.tip + crank.axis(x)", "a length (m) and a plain number cannot be added"},
    {"crank.vector(1 m, 2 s, 0)", "a length (m) and a time (s) cannot be components of one vector"},
    {"ram.position + crank.angle", "a length (m) and a plain number cannot be added"},
    {"reaction(rod) + l", "a force (N) and a length (m) cannot be added"},
    {"multiplier(drive) + 1 N", "an energy or a torque (J) and a force (N) cannot be added"},
    {"multiplier(rod) + 1 N", "a stiffness (N/m) and a force (N) cannot be added"},
    {"integral(bob.x) + l", "a quantity in m s and a length (m) cannot be added"},
    {"first(high) + l", "a time (s) and a length (m) cannot be added"},
    {"sqrt(l) + l", "a quantity in m^1/2 and a length (m) cannot be added"},
    {"mod(l, tau)", "a length (m) and a time (s) cannot be arguments of one 'mod'"},
    {"(l + t)*(m + t)",
     "a length (m) and a time (s) cannot be added; a mass (kg) and a time (s) cannot be added"},
};

TEST(Dimensions, OfWrongFormulasAreNamed) {
  for (const auto& [formula, what] : wrong)
    EXPECT_EQ(observed(formula).complaints, what) << formula;
}

struct Line {
  const char *old, *other, *what;
};

constexpr Line lines[] = {
    {"mass = \"m\"", "mass = 2", "'mass' must be a mass (kg), not a plain number"},
    {"half = \"l/2\"", "half = \"l/2 + 1 s\"", "a length (m) and a time (s) cannot be added"},
    {"late = \"early + 1 s\"", "late = \"early + 1 m\"",
     "a time (s) and a length (m) cannot be added"},
    {"rate = \"w\"", "rate = \"l\"", "'rate' must be a rate (1/s), not a length (m)"},
    {"unit = \"m\"", "unit = \"m\", start = \"2 s\"", "'x' must be a length (m), not a time (s)"},
    {"reach = \"l*sin(th)\"", "reach = \"l*sin(l)\"",
     "'sin' takes an angle or a plain number, not a length (m)"},
    {"position = [\"l\", 0, 0]", "position = [\"l\", \"tau\", 0]",
     "'position' must be a length (m), not a time (s)"},
    {"position = [\"l\", 0, 0]", "position = [0.3, 0, 0]",
     "'position' must be a length (m), not a plain number"},
    {"velocity = [0, \"1 m/s\", 0]", "velocity = [0, \"1 m\", 0]",
     "'velocity' must be a speed (m/s), not a length (m)"},
    {"force = [\"F0\", 0, 0]", "force = [\"k\", 0, 0]",
     "'force' must be a force (N), not a stiffness (N/m)"},
    {"pivot = [0, \"1 m\", 0]", "pivot = [0, \"1 kg\", 0]",
     "'pivot' must be a length (m), not a mass (kg)"},
    {"mass = \"1 kg\"", "mass = \"1 kN\"", "'mass' must be a mass (kg), not a force (N)"},
    {"\"2 kg m^2\"]", "\"2 kg m\"]",
     "'inertia' must be a moment of inertia (kg m^2), not a quantity in kg m"},
    {"center = [\"10 cm\"", "center = [\"10 kg\"",
     "'center' must be a length (m), not a mass (kg)"},
    {"at = [\"2 m\"", "at = [\"2 rad\"", "'at' must be a length (m), not a plain number"},
    {"tip = [\"l\"", "tip = [\"tau\"", "'tip' must be a length (m), not a time (s)"},
    {"damping = \"0.1 N m s\"", "damping = \"0.1 N s/m\"",
     "'damping' must be an angular momentum (J s), not a damping constant (N s/m)"},
    {"limits = [\"-60 deg\"", "limits = [\"-60 mm\"",
     "'limits' must be a plain number, not a length (m)"},
    {"rate = \"30 rpm\"", "rate = \"30 deg\"", "'rate' must be a rate (1/s), not a plain number"},
    {"\"3 cm\"]", "\"3 cm^2\"]", "'size' must be a length (m), not an area (m^2)"},
    {"density = \"7850 kg/m^3\"", "density = 7850",
     "'density' must be a density (kg/m^3), not a plain number"},
    {"damping = \"3 N s/m\"", "damping = \"3 N/m\"",
     "'damping' must be a damping constant (N s/m), not a stiffness (N/m)"},
    {"position = \"4 mm\"", "position = \"4 deg\"",
     "'position' must be a length (m), not a plain number"},
    {"kinetic = \"0.5*m*l^2*th'^2", "kinetic = \"0.5*m*l*th'^2",
     "a force (N) and an energy or a torque (J) cannot be added"},
    {"potential = \"m*9.81 m/s^2*reach", "potential = \"m*9.81*reach",
     "a quantity in kg m and an energy or a torque (J) cannot be added"},
    {"\"-1 g0\"", "\"-9.81\"", "'gravity' must be an acceleration (m/s^2), not a plain number"},
    {"force = \"F - 3 N s/m*x'\"", "force = \"F - 3 N s/m*x\"",
     "'force' must be a force (N), not a momentum (N s); 'force' must be a force (N), not a "
     "momentum (N s)"},
    {"torque = [0, 0, \"5 N m\"]", "torque = [0, 0, \"5 N\"]",
     "'torque' must be an energy or a torque (J), not a force (N)"},
    {"stiffness = \"k\"", "stiffness = \"k*l\"",
     "'stiffness' must be a stiffness (N/m), not a force (N)"},
    {"length = \"l\"", "length = \"tau\"", "'length' must be a length (m), not a time (s)"},
    {"damping = \"2 N s/m\"", "damping = 2",
     "'damping' must be a damping constant (N s/m), not a plain number"},
    {"bob.y^2 = l^2", "bob.y^2 = l", "an area (m^2) and a length (m) cannot be equal"},
    {"crank.angle = w*t", "crank.angle = w", "a plain number and a rate (1/s) cannot be equal"},
    {"bob.x' = 2 m/s", "bob.x' = 2 m", "a speed (m/s) and a length (m) cannot be equal"},
    {"1 m*sin(t/tau)", "1 m*sin(t)", "'sin' takes an angle or a plain number, not a time (s)"},
    {"[\"4 1/s\", \"4 1/s^2\"]", "[\"4 1/s\", \"4 1/s\"]",
     "'gains' must be a quantity in 1/s^2, not a rate (1/s)"},
    {"ram.position >= -1 m", "ram.position >= -1",
     "a length (m) and a plain number cannot be compared"},
    {"restitution = 0.5", "restitution = \"0.5 m\"",
     "'restitution' must be a plain number, not a length (m)"},
    {"when = \"bob.y - 2 m\"", "when = \"bob.y - 2\"",
     "a length (m) and a plain number cannot be subtracted"},
    {"{ \"x'\" = \"1 m/s\" }", "{ \"x'\" = \"1 m\" }",
     "'x'' must be a speed (m/s), not a length (m)"},
    {"duration = \"10 s\"", "duration = 10", "'duration' must be a time (s), not a plain number"},
    {"every = \"20 ms\"", "every = \"20 mm\"", "'every' must be a time (s), not a length (m)"},
};

TEST(Dimensions, OfWrongLinesAreNamed) {
  ASSERT_GE(std::size(wrong) + std::size(lines), 60u);
  for (const Line& line : lines)
    EXPECT_EQ(answer(with(whole, line.old, line.other)).complaints, line.what) << line.other;
}

TEST(Dimensions, AreNamedWithCaretsAndHints) {
  EXPECT_EQ(observed("l + tau").text,
            "test:118:14: E380: a length (m) and a time (s) cannot be added\n"
            "  formula = \"l + tau\"\n"
            "               ^\n");
  EXPECT_EQ(
      answer(with(whole, "duration = \"10 s\"", "duration = 10")).text,
      "test:121:12: E380: 'duration' must be a time (s), not a plain number\n"
      "  duration = 10\n"
      "             ^^\n"
      "  hint: a number without a unit is a plain number; with one it is written as in 2 s\n");
  // The parameter m was meant, and the unit is read.
  EXPECT_EQ(observed("2 m + 3*m").text,
            "test:118:16: E380: a length (m) and a mass (kg) cannot be added\n"
            "  formula = \"2 m + 3*m\"\n"
            "                 ^\n"
            "  hint: '2 m' is a number with a unit; for a product with the name 'm', write 2*m\n");
}

TEST(Dimensions, AreNotLookedAtWithoutUnits) {
  const Answer found = answer(R"toml(
[parameters]
l = 0.3
[[particles]]
name = "bob"
mass = "l"
position = ["l", 0]
[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = l + 3*t"
[simulate]
duration = 2
)toml");
  EXPECT_EQ(found.complaints, "");
  EXPECT_FALSE(found.quantities.given);
  EXPECT_EQ(found.quantities.unit_of_column("bob.x", "coordinate"), "");
}

// A generalised coordinate that starts at 0 is measured in what its formulas make of it.
TEST(Dimensions, OfCoordinatesAreInferred) {
  const Answer found = answer(R"toml(
[coordinates]
x = 0
y = 0
th = 0
[free]
lagrangian = "0.5*3 kg*x'^2 + 0.5*3 kg*y'^2 + 0.5*2 kg m^2*th'^2 - 2 N*(x + 0.3 m*sin(th))"
[[constraints]]
name = "roll"
equation = "x = 0.3 m*th"
[[observe]]
name = "torque"
formula = "multiplier(roll)"
[simulate]
duration = "2 s"
)toml");
  EXPECT_EQ(found.complaints, "");
  EXPECT_EQ(found.quantities.of("x").unit(), "m");
  EXPECT_EQ(found.quantities.of("y").unit(), "m");
  EXPECT_EQ(found.quantities.of("th").unit(), "rad");
  EXPECT_EQ(found.quantities.of("torque").unit(), "N");
  EXPECT_EQ(found.quantities.energy.unit(), "J");
}

TEST(Dimensions, OfColumnsFollowFromTheirMeaning) {
  const Quantities units = answer(whole).quantities;
  EXPECT_EQ(units.unit_of_column("t", "time"), "s");
  EXPECT_EQ(units.unit_of_column("bob.x", "coordinate"), "m");
  EXPECT_EQ(units.unit_of_column("u[2]'", "rate"), "m/s");
  EXPECT_EQ(units.unit_of_column("crank.angle''", "acceleration"), "rad/s^2");
  EXPECT_EQ(units.unit_of_column("force(rod).bob.x", "force of constraint rod on bob.x"), "N");
  EXPECT_EQ(units.unit_of_column("force(drive).crank.angle", "force of constraint drive on …"),
            "N m");
  EXPECT_EQ(units.unit_of_column("multiplier(rod)", "multiplier of constraint rod"), "N/m");
  EXPECT_EQ(units.unit_of_column("power(rod)", "power of constraint rod"), "W");
  EXPECT_EQ(units.unit_of_column("kinetic", "kinetic energy"), "J");
  EXPECT_EQ(units.unit_of_column("joint(crank).x", "force of joint crank"), "N");
  EXPECT_EQ(units.unit_of_column("rank", "independent constraint equations"), "");
}

}  // namespace
}  // namespace zwang::compile
