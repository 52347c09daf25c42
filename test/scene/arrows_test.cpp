// SPDX-License-Identifier: Apache-2.0
// Arrows of forces: on everything that has a mass they add up to what Newton's law wants.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "api/run_files.h"
#include "record/hdf5/record_file.h"
#include "record/scratch.h"
#include "zwang/report.h"

namespace zwang {
namespace {

using nlohmann::json;
using test::Scratch;
using Vector = std::array<double, 3>;

/// A record with its scene.
struct DrawnRecord {
  Scratch scratch;
  json scene;
  std::string words;
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;

  explicit DrawnRecord(const Trajectory& trajectory) {
    write_hdf5(trajectory, scratch.path("a.h5"));
    const record::RecordFile record(scratch.path("a.h5"));
    scene = json::parse(record.text("scene").value());
    words = record.text("words").value();
    for (Index k = 0; k < record.columns().count(); ++k) {
      names.push_back(record.columns()[k].name);
      columns.push_back(record.column(k, 0, 1, trajectory.samples()));
    }
  }

  double number(const json& entry, std::size_t row) const {
    return entry.is_number() ? columns[entry.get<std::size_t>()][row]
                             : entry["value"].get<double>();
  }
  Vector vector(const json& entries, std::size_t row) const {
    return {number(entries[0], row), number(entries[1], row), number(entries[2], row)};
  }
  Vector named(const std::string& name, const std::string& primes, std::size_t row) const {
    Vector v{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string wanted = name + "." + "xyz"[k] + primes;
      const auto at = std::find(names.begin(), names.end(), wanted);
      if (at != names.end()) v[k] = columns[static_cast<std::size_t>(at - names.begin())][row];
    }
    return v;
  }
  std::vector<json> arrows_of(const std::string& kind) const {
    std::vector<json> found;
    for (const json& arrow : scene["arrows"])
      if (arrow["kind"] == kind) found.push_back(arrow);
    return found;
  }
};

void add(const Vector& v, double factor, Vector& sum) {
  for (std::size_t k = 0; k < 3; ++k) sum[k] += factor * v[k];
}

double size_of(const Vector& v) { return std::hypot(v[0], v[1], v[2]); }

// Two bodies of a tree, a third that floats; a closure, a tie, a spring with a damper, forces in the
// world's and in a body's axes, and a motor.
const char* const linkage = R"toml(
[ground]
points = { wall = [0.4, -1, 0.3], nail = [2.2, 1, 0.1] }
[[bodies]]
name = "crank"
joint = "hinge"
axis = [0.2, 0, 1]
mass = 2
inertia = [0.2, 0.3, 0.4]
center = [0.3, 0.1, 0]
points = { tip = [1, 0, 0.1] }
damping = 0.1
start = { rate = 1.5 }
[[bodies]]
name = "rod"
parent = "crank"
joint = "ball"
at = [1, 0, 0.1]
mass = 1.5
inertia = [0.1, 0.2, 0.15]
center = [0.5, 0, 0]
points = { tip = [1.2, 0, 0] }
[[bodies]]
name = "bob"
joint = "free"
mass = 0.7
inertia = [0.05, 0.06, 0.07]
start = { position = [2.2, 0, 0.1], omega = [1, 2, 3] }
[controls]
drive = {}
[free]
gravity = [0.5, 0, -9.81]
[[forces]]
spring = { between = ["rod.center", "ground.wall"], stiffness = 7, length = 0.5, damping = 0.8 }
[[forces]]
on = "bob"
force = [1, "2 + t", "bob.omega.x"]
frame = "body"
[[forces]]
on = "crank.tip"
force = ["sin(3*t) - drive*sin(crank.angle)", "drive*cos(crank.angle)", 1]
[[constraints]]
name = "pin"
point = { between = ["rod.tip", "bob"] }
[[constraints]]
name = "tie"
distance = { between = ["bob", "ground.nail"] }
[[constraints]]
name = "steady"
equation = "crank.angle' = 1.5 + 0.2*sin(t)"
servo = ["drive"]
gains = [2]
[[observe]]
name = "a_crank"
formula = "crank.center''"
[[observe]]
name = "a_rod"
formula = "rod.center''"
[[observe]]
name = "a_bob"
formula = "bob.center''"
[simulate]
duration = 0.7
output = 21
)toml";

// What is left of Σ F − m a of each body, relative to the sum of all forces on it.
double worst_imbalance(const DrawnRecord& drawn, std::size_t row) {
  const double masses[] = {2, 1.5, 0.7};
  const char* const accelerations[] = {"a_crank", "a_rod", "a_bob"};
  std::array<Vector, 3> sum{};
  std::array<double, 3> size{};
  const auto act = [&](std::size_t body, double sign, const Vector& force) {
    add(force, sign, sum[body]);
    size[body] += size_of(force);
  };
  for (const json& arrow : drawn.scene["arrows"]) {
    const Vector force = drawn.vector(arrow["vector"], row);
    const auto body = arrow["at"]["body"].get<std::size_t>();
    act(body, 1, force);
    if (arrow["kind"] == "joint" && arrow["name"] == "rod") act(0, -1, force);
    if (arrow["name"] == "pin") act(2, -1, force);  // the other of the two, not drawn
  }
  double worst = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    act(k, masses[k], {0.5, 0, -9.81});
    act(k, -masses[k], drawn.named(accelerations[k], "", row));
    worst = std::max(worst, size_of(sum[k]) / size[k]);
  }
  return worst;
}

TEST(SceneArrows, OnEveryBodyTheyAddUpToNewtonsLaw) {
  const DrawnRecord drawn(test::run_text(linkage));
  EXPECT_EQ(drawn.arrows_of("joint").size(), 2u);  // what floats has none
  EXPECT_EQ(drawn.arrows_of("constraint").size(), 2u);
  EXPECT_EQ(drawn.arrows_of("applied").size(), 3u);  // the wall needs none
  ASSERT_EQ(drawn.columns[0].size(), 21u);
  for (std::size_t row = 0; row < 21; ++row)
    EXPECT_LT(worst_imbalance(drawn, row), 1e-11) << row;  // rounding of one solution of order 20
}

TEST(SceneArrows, OnEveryParticleTheyAddUpToNewtonsLaw) {
  const DrawnRecord drawn(test::run_text(R"toml(
[controls]
u = {}
[[particles]]
name = "cart"
mass = 2
position = [0, 0]
force = ["-0.3*cart.x'", 0]
[[particles]]
name = "p"
count = 2
mass = 0.5
position = ["i", -1]
velocity = [0, "0.2*i"]
[free]
gravity = [0, -9.81]
[[forces]]
on = "cart.x"
force = "u"
[[forces]]
on = "p[i]"
force = "-0.1*i*p[i]'"
for = "i in 1..2"
[[forces]]
spring = { between = ["p[1]", "cart"], stiffness = 5, length = 1, damping = 0.3 }
[[constraints]]
name = "rail"
equation = "cart.y = 0"
[[constraints]]
name = "rod"
equation = "distance(p[1], p[2]) = 1"
[[constraints]]
name = "wanted"
equation = "cart.x = 0.3*sin(t)"
servo = ["u"]
gains = [4, 4]
[simulate]
duration = 2
output = 21
)toml"));
  const std::map<std::string, double> masses{{"cart", 2}, {"p[1]", 0.5}, {"p[2]", 0.5}};
  for (std::size_t row = 0; row < 21; ++row) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string name = drawn.scene["points"][k]["name"];
      Vector sum{};
      double size = 0;
      for (const json& arrow : drawn.scene["arrows"]) {
        if (arrow["at"]["point"] != k) continue;
        const Vector force = drawn.vector(arrow["vector"], row);
        add(force, 1, sum);
        size += size_of(force);
      }
      add({0, -9.81, 0}, masses.at(name), sum);
      add(drawn.named(name, "''", row), -masses.at(name), sum);
      // Rounding of one solution of order 10; forces are of the size of the weight at least.
      EXPECT_LT(size_of(sum), 1e-11 * (size + 5)) << name << " " << row;
    }
  }
}

TEST(SceneArrows, SpringThatHasNoLengthHasNoForce) {
  const DrawnRecord drawn(test::run_text(R"toml(
[[particles]]
name = "a"
mass = 1
position = [0, 0]
[[forces]]
spring = { between = ["a", "[0, 0]"], stiffness = 1 }
[simulate]
duration = 1
output = 3
)toml"));
  ASSERT_EQ(drawn.arrows_of("applied").size(), 1u);
  EXPECT_EQ(size_of(drawn.vector(drawn.arrows_of("applied")[0]["vector"], 0)), 0);
}

// Zero where it was tried, and not later.
TEST(SceneArrows, ForceThatSleepsAtTheStartIsNotTakenForConstant) {
  const DrawnRecord drawn(test::run_text(R"toml(
[[particles]]
name = "a"
mass = 1
position = [0, 0]
velocity = [1, 0]
[[forces]]
on = "a"
force = ["-9*max(0, a.x - 5)", 0]
[simulate]
duration = 6
output = 7
)toml"));
  const json vector = drawn.arrows_of("applied")[0]["vector"];
  EXPECT_EQ(drawn.vector(vector, 2)[0], 0);
  EXPECT_LT(drawn.vector(vector, 6)[0], -0.1);
}

TEST(SceneArrows, FrictionOfABodyIsAnArrowWhileItSlidesAndWhileItSticks) {
  const DrawnRecord drawn(test::run_text(R"toml(
[[bodies]]
name = "box"
joint = "planar"
mass = 2
inertia = [1, 1, 1]
points = { foot = [0, -0.5, 0] }
start = { rates = [1, 0, 0], y = 0.5 }
[free]
gravity = [0, -10, 0]
[[constraints]]
name = "floor"
equation = "box.foot.y = 0"
[[constraints]]
name = "upright"
equation = "box.angle = 0"
[[nonideal]]
friction = { constraint = "floor", coefficient = 0.5, on = "box.foot" }
[simulate]
duration = 1
output = 11
)toml"));
  ASSERT_EQ(drawn.arrows_of("nonideal").size(), 1u);
  const json arrow = drawn.arrows_of("nonideal")[0];
  EXPECT_EQ(arrow["at"]["at"], (json{0.0, -0.5, 0.0}));
  // μ m g against the way, for v/(μ g) = 0.2; then nothing pulls.
  EXPECT_NEAR(drawn.vector(arrow["vector"], 1)[0], -10, 1e-10);
  EXPECT_NEAR(drawn.vector(arrow["vector"], 8)[0], 0, 1e-10);
  const json floor = drawn.arrows_of("constraint")[0];
  EXPECT_EQ(floor["name"], "floor");
  EXPECT_NEAR(drawn.vector(floor["vector"], 8)[1], 20, 1e-10);
}

TEST(SceneArrows, ForcesThatAreNotUniqueAreMarked) {
  // A door in two hinges: they share its weight as they like.
  const DrawnRecord door(test::run_text(R"toml(
[ground]
points = { top = [0, 0, 2] }
[[bodies]]
name = "door"
joint = "hinge"
mass = 20
inertia = [5, 5, 5]
center = [0.5, 0, 1]
points = { top = [0, 0, 2] }
start = { rate = 1 }
[free]
gravity = [0, 0, -9.81]
[[constraints]]
name = "upper"
point = { between = ["door.top", "ground.top"] }
[simulate]
duration = 0.5
output = 3
)toml"));
  ASSERT_EQ(door.scene["arrows"].size(), 2u);
  for (const json& arrow : door.scene["arrows"]) EXPECT_EQ(arrow["unique"], false);
  const DrawnRecord linked(test::run_text(linkage));
  for (const json& arrow : linked.scene["arrows"]) EXPECT_FALSE(arrow.contains("unique"));
}

// Rows that do not act share nothing: stops that are not touched, feet that slide.
TEST(SceneArrows, RowsThatDoNotActMakeNothingAmbiguous) {
  const char* const stops = R"toml(
[[bodies]]
name = "arm"
joint = "hinge"
mass = 1
inertia = [0.1, 0.1, 0.1]
center = [0.5, 0, 0]
points = { tip = [1, 0, 0], mid = [0.4, 0, 0] }
start = { angle = 0.1 }
[free]
gravity = [0, -9.81, 0]
[[constraints]]
name = "low"
equation = "arm.tip.y >= -0.9"
[[constraints]]
name = "high"
equation = "arm.mid.y <= 0.3"
[simulate]
duration = 0.1
output = 3
)toml";
  const char* const feet = R"toml(
[[bodies]]
name = "box"
joint = "planar"
mass = 2
inertia = [1, 1, 1]
points = { a = [-0.5, -0.5, 0], b = [0.5, -0.5, 0] }
start = { rates = [1, 0, 0], y = 0.5 }
[free]
gravity = [0, -10, 0]
[[constraints]]
name = "fa"
equation = "box.a.y = 0"
[[constraints]]
name = "fb"
equation = "box.b.y = 0"
[[nonideal]]
friction = { constraint = "fa", coefficient = 0.5, on = "box.a" }
[[nonideal]]
friction = { constraint = "fb", coefficient = 0.5, on = "box.b" }
[simulate]
duration = 0.1
output = 3
)toml";
  for (const char* const text : {stops, feet}) {
    const DrawnRecord drawn(test::run_text(text));
    EXPECT_FALSE(drawn.scene["arrows"].empty());
    for (const json& arrow : drawn.scene["arrows"]) EXPECT_FALSE(arrow.contains("unique")) << arrow;
  }
}

// Hinges of a planar loop may press across its plane as they like; in it they may not.
TEST(SceneArrows, InThePlaneOfALoopForcesAreUnique) {
  const Trajectory trajectory = test::run_file("four_bar_hinges.toml");
  EXPECT_FALSE(trajectory.summary().joints[0].unique);
  const DrawnRecord drawn(trajectory);
  EXPECT_EQ(drawn.scene["dimensions"], 2);
  EXPECT_GT(drawn.arrows_of("joint").size(), 3u);
  for (const json& arrow : drawn.scene["arrows"]) EXPECT_FALSE(arrow.contains("unique")) << arrow;
}

TEST(SceneArrows, OfManyJointsTheyAreLeftOutAndThePageSaysSo) {
  std::string text = "[simulate]\nduration = 0.1\noutput = 3\n";
  for (int k = 0; k < 41; ++k) {
    text += "[[bodies]]\nname = \"b" + std::to_string(k) + "\"\njoint = \"hinge\"\nmass = 1\n" +
            "inertia = [1, 1, 1]\ncenter = [1, 0, 0]\n";
  }
  const DrawnRecord drawn(test::run_text(text));
  EXPECT_TRUE(drawn.scene["arrows"].empty());
  ASSERT_EQ(drawn.scene["left_out"].size(), 1u);
  EXPECT_EQ(drawn.scene["left_out"][0], "Arrows hidden: too many joints (41).");
  EXPECT_NE(drawn.words.find("Arrows hidden: too many joints (41)."), std::string::npos);
}

TEST(SceneArrows, OfManyAppliedForcesTheyAreLeftOutAndThePageSaysSo) {
  const auto drawn = [](const std::string& count) {
    return DrawnRecord(test::run_text("[[particles]]\nname = \"p\"\nmass = 1\ncount = " + count +
                                      "\nposition = [\"i\", 0]\nforce = \"-p[i]\"\n" +
                                      "[simulate]\nduration = 0.1\noutput = 2\n"));
  };
  EXPECT_EQ(drawn("60").scene["arrows"].size(), 60u);
  const DrawnRecord many = drawn("61");
  EXPECT_TRUE(many.scene["arrows"].empty());
  EXPECT_EQ(many.scene["left_out"], json{"Arrows hidden: too many applied forces."});
}

TEST(SceneArrows, AreTheSameBitsAfterAnInterruption) {
  const Model model = read_model(linkage, "a.toml");
  const Scratch scratch;
  RunOptions options;
  options.keep = scratch.path("a");
  write_hdf5(run(model, options), scratch.path("whole.h5"));
  options.goes_on = [steps = 0](const Progress&) mutable { return ++steps < 9; };
  const Trajectory stopped = run(model, options);
  ASSERT_EQ(stopped.summary().ending, Ending::interrupted);
  options.goes_on = nullptr;
  options.resume = true;
  const Trajectory resumed = run(model, options);
  ASSERT_GT(resumed.samples(), stopped.samples());
  write_hdf5(resumed, scratch.path("resumed.h5"));
  EXPECT_EQ(test::bytes_of(scratch.path("whole.h5")), test::bytes_of(scratch.path("resumed.h5")));
}

}  // namespace
}  // namespace zwang
