// SPDX-License-Identifier: Apache-2.0
// Numbers of a whole run: of the motion between samples, at kinks and on both sides of what happens.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <random>

#include "zwang/run.h"

namespace zwang {
namespace {

constexpr double pi = std::numbers::pi;

std::string observing(std::initializer_list<std::pair<const char*, const char*>> formulas) {
  std::string text;
  for (const auto& [name, formula] : formulas) {
    text += std::string("[[observe]]\nname = \"") + name + "\"\nformula = \"" + formula + "\"\n";
  }
  return text;
}

Model model_of(const std::string& text) { return read_model(text, "model"); }

const Reduction& found(const Trajectory& trajectory, const std::string& name) {
  for (const Reduction& one : trajectory.summary().reductions) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "there is no " << name;
  static const Reduction none;
  return none;
}
double value(const Trajectory& trajectory, const std::string& name) {
  return found(trajectory, name).value;
}

const Peak& peak(const Trajectory& trajectory, const std::string& name) {
  for (const Peak& one : trajectory.summary().peaks) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "there is no peak of " << name;
  static const Peak none;
  return none;
}

// x = cos 2t
const std::string oscillator = R"toml(
[parameters]
w = 2
[coordinates]
x = { start = 1 }
[free]
lagrangian = "x'^2/2 - w^2*x^2/2"
[[events]]
name = "down"
when = "x"
[simulate]
duration = 5
tolerance = 1e-10
output = 2
)toml";

TEST(Reductions, OfAnOscillationAreThoseOfTheCosine) {
  const Trajectory run =
      zwang::run(model_of(oscillator + observing({{"most", "max(x)"},
                                                  {"least", "min(x)"},
                                                  {"late", "min(x + t/100)"},
                                                  {"speed", "max(x')"},
                                                  {"force", "max(x'')"},
                                                  {"mean", "mean(x)"},
                                                  {"rms", "rms(x)"},
                                                  {"area", "integral(x)"},
                                                  {"reach", "range(x)"},
                                                  {"same", "max(x) - min(x)"},
                                                  {"scaled", "w*max(x)/2 + end(x)"},
                                                  {"when", "when_max(x')"},
                                                  {"began", "start(x)"},
                                                  {"ended", "end(x)"},
                                                  {"plain", "max(x, 0)"},
                                                  {"first", "first(down)"},
                                                  {"last", "last(down)"},
                                                  {"count", "count(down)"}})));
  EXPECT_EQ(run.model().observables(), std::vector<std::string>{"plain"});
  EXPECT_EQ(run.samples(), 2u);
  EXPECT_NEAR(value(run, "most"), 1, 1e-9);
  EXPECT_EQ(found(run, "most").t, 0);
  EXPECT_NEAR(value(run, "least"), -1, 1e-9);
  EXPECT_NEAR(found(run, "least").t, pi / 2, 1e-5);  // the first of two
  const double late = (pi - std::asin(0.005)) / 2;
  EXPECT_NEAR(value(run, "late"), std::cos(2 * late) + late / 100, 1e-9);
  EXPECT_NEAR(found(run, "late").t, late, 1e-5);
  EXPECT_NEAR(value(run, "speed"), 2, 1e-8);
  EXPECT_NEAR(found(run, "speed").t, 3 * pi / 4, 1e-4);
  EXPECT_NEAR(value(run, "force"), 4, 1e-8);
  EXPECT_NEAR(value(run, "area"), std::sin(10.0) / 2, 1e-8);
  EXPECT_NEAR(value(run, "mean"), std::sin(10.0) / 10, 1e-8);
  EXPECT_NEAR(value(run, "rms"), std::sqrt(0.5 + std::sin(20.0) / 40), 1e-8);
  EXPECT_NEAR(value(run, "reach"), 2, 1e-8);
  EXPECT_EQ(value(run, "same"), value(run, "reach"));
  EXPECT_NEAR(value(run, "scaled"), 1 + std::cos(10.0), 1e-8);
  EXPECT_NEAR(value(run, "when"), 3 * pi / 4, 1e-4);
  EXPECT_EQ(value(run, "began"), 1);
  EXPECT_EQ(value(run, "ended"), run.summary().end.q[0]);
  EXPECT_NEAR(value(run, "first"), pi / 4, 1e-8);
  EXPECT_NEAR(value(run, "last"), 5 * pi / 4, 1e-8);
  EXPECT_EQ(value(run, "count"), 3);
  EXPECT_TRUE(std::isnan(found(run, "mean").t));
  EXPECT_NEAR(peak(run, "x").least, -1, 2e-6);
  EXPECT_NEAR(peak(run, "plain").most, 1, 2e-6);
}

TEST(Reductions, SeeKinksAndJumps) {
  const Trajectory run =
      zwang::run(model_of(oscillator + observing({{"most", "max(abs(x - 0.3))"},
                                                  {"least", "min(abs(x - 0.3))"},
                                                  {"roof", "max(-abs(x - 0.3))"},
                                                  {"area", "integral(abs(x))"},
                                                  {"steps", "integral(sign(x))"},
                                                  {"saw", "max(mod(t, 0.7)*x)"}})));
  EXPECT_NEAR(value(run, "most"), 1.3, 1e-8);
  EXPECT_NEAR(value(run, "least"), 0, 1e-8);
  EXPECT_NEAR(found(run, "least").t, std::acos(0.3) / 2, 1e-7);
  EXPECT_NEAR(value(run, "roof"), 0, 1e-8);
  // |cos 2t|: one for every quarter of a period of sin 2t, here 6 of them and a rest
  EXPECT_NEAR(value(run, "area"), (6 + std::abs(std::sin(10.0) - std::sin(3 * pi))) / 2, 1e-8);
  const double turns[] = {pi / 4, 3 * pi / 4, 5 * pi / 4};
  EXPECT_NEAR(value(run, "steps"),
              turns[0] - (turns[1] - turns[0]) + (turns[2] - turns[1]) - (5 - turns[2]), 1e-7);
  double saw = 0;
  for (int k = 1; k <= 7; ++k) saw = std::max(saw, 0.7 * std::cos(1.4 * k));  // before it falls
  for (double t = 0; t < 5; t += 1e-5) saw = std::max(saw, std::fmod(t, 0.7) * std::cos(2 * t));
  EXPECT_NEAR(value(run, "saw"), saw, 1e-7);
}

// The rod of a pendulum that starts level carries 3 m g at the lowest point.
TEST(Reductions, OfAReactionIsThePeakForce) {
  const std::string text = R"toml(
[parameters]
l = 1.3
m = 0.7
[[particles]]
name = "bob"
mass = "m"
position = ["l", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rod"
equation = "distance(origin, bob) = l"
[simulate]
duration = 3
)toml";
  const Trajectory run = zwang::run(
      model_of(text + observing({{"peak", "max(reaction(rod))"}, {"low", "min(reaction(rod))"}})));
  const double mg = 0.7 * 9.81, quarter = 1.854074677301372 * std::sqrt(1.3 / 9.81);
  EXPECT_NEAR(value(run, "peak"), 3 * mg, 1e-7 * mg);
  EXPECT_NEAR(found(run, "peak").t, quarter, 1e-4);
  EXPECT_NEAR(value(run, "low"), 0, 1e-7 * mg);
  EXPECT_NEAR(peak(run, "reaction(rod)").most, 3 * mg, 5e-6 * mg);
  EXPECT_NEAR(peak(run, "bob.y").least, -1.3, 5e-6);
}

const std::string ball = R"toml(
[coordinates]
y = { start = 2 }
[free]
lagrangian = "y'^2/2 - 9.81*y"
[[constraints]]
name = "floor"
equation = "y >= 0"
restitution = 0.6
[simulate]
duration = 1.5
)toml";

// The speed is largest just before an impact, and upwards just behind it: no sample is at either.
TEST(Reductions, CountBothSidesOfAnImpact) {
  const Trajectory run = zwang::run(model_of(ball + observing({{"down", "min(y')"},
                                                               {"up", "max(y')"},
                                                               {"energy", "min(y'^2/2 + 9.81*y)"},
                                                               {"first", "first(floor)"}})));
  const double v = std::sqrt(2 * 9.81 * 2), hit = v / 9.81;
  EXPECT_NEAR(value(run, "down"), -v, 1e-8);
  EXPECT_NEAR(found(run, "down").t, hit, 1e-8);
  EXPECT_NEAR(value(run, "up"), 0.6 * v, 1e-8);
  EXPECT_NEAR(value(run, "first"), hit, 1e-8);
  EXPECT_NEAR(value(run, "energy"), 0.36 * 0.36 * v * v / 2, 1e-7);  // two impacts
  EXPECT_NEAR(peak(run, "y").least, 0, 1e-9);
}

// Sums of waves of the time, beside a motion whose steps know nothing of them: against golden sections
// between the points of a fine grid.
TEST(Reductions, OfRandomWavesAreTheirs) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(-1, 1);
    double a[4], w[4], p[4];
    std::string formula;
    for (int k = 0; k < 4; ++k) {
      a[k] = std::pow(10, any(random));
      w[k] = 6 * any(random);
      p[k] = 3 * any(random);
      char term[120];
      std::snprintf(term, sizeof term, "%s(%.17g)*sin((%.17g)*t + (%.17g))", k ? " + " : "", a[k],
                    w[k], p[k]);
      formula += term;
    }
    const auto f = [&](double t) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[k] * std::sin(w[k] * t + p[k]);
      return sum;
    };
    double best = 0, area = 0;
    for (int k = 1; k <= 20000; ++k) {
      if (k == 1 || f(k * 5.0 / 20000) > f(best)) best = k * 5.0 / 20000;
    }
    double low = std::max(best - 5e-4, 0.0), high = std::min(best + 5e-4, 5.0);
    for (int k = 0; k < 80; ++k) {
      const double x = low + 0.382 * (high - low), y = high - 0.382 * (high - low);
      (f(x) > f(y) ? high : low) = f(x) > f(y) ? y : x;
    }
    for (int k = 0; k < 4; ++k) area += a[k] / w[k] * (std::cos(p[k]) - std::cos(w[k] * 5 + p[k]));
    const std::string most = "max(" + formula + ")", integral = "integral(" + formula + ")";
    const Trajectory run = zwang::run(
        model_of(oscillator + observing({{"most", most.c_str()}, {"area", integral.c_str()}})));
    const double scale = std::abs(f(low)) + a[0] + a[1] + a[2] + a[3];
    EXPECT_NEAR(value(run, "most"), std::max(f(low), f(0)), 1e-9 * scale) << "seed " << seed;
    EXPECT_NEAR(value(run, "area"), area, 1e-8 * scale) << "seed " << seed;
  }
}

// Of a motion that is interrupted and resumed they are those of the whole, to the bit; and they change
// nothing of the motion.
TEST(Reductions, GoOnAfterAnInterruptionAndChangeNothing) {
  const std::string more = observing({{"most", "max(x*x')"}, {"area", "integral(x^2)"}});
  std::string text = oscillator;  // bdf takes no events
  text.erase(text.find("[[events]]"), text.find("[simulate]") - text.find("[[events]]"));
  const Model plain = model_of(text), watched = model_of(text + more);
  const Trajectory whole = zwang::run(watched);
  EXPECT_EQ(zwang::run(plain).summary().end.q, whole.summary().end.q);
  EXPECT_EQ(zwang::run(plain).summary().steps, whole.summary().steps);
  for (const char* const method : {"dopri853", "radau5", "rk4", "bdf"}) {
    const auto folder = std::filesystem::temp_directory_path() / "zwang_reductions_test";
    std::filesystem::create_directories(folder);
    RunOptions options;
    options.method = method;
    if (method == std::string("rk4")) options.step = 0.01;
    const Trajectory at_once = zwang::run(watched, options);
    options.keep = (folder / method).string();
    int left = 12;
    options.goes_on = [&](const Progress&) { return --left > 0; };
    EXPECT_EQ(zwang::run(watched, options).summary().ending, Ending::interrupted) << method;
    options.goes_on = nullptr;
    options.resume = true;
    const Trajectory resumed = zwang::run(watched, options);
    for (const char* const name : {"most", "area"})
      EXPECT_EQ(value(resumed, name), value(at_once, name)) << method << " " << name;
    EXPECT_EQ(peak(resumed, "x").least, peak(at_once, "x").least) << method;
    EXPECT_EQ(peak(resumed, "x").least_t, peak(at_once, "x").least_t) << method;
    std::filesystem::remove_all(folder);
  }
}

TEST(Reductions, OfFamiliesHaveNumbers) {
  const Trajectory run = zwang::run(model_of(oscillator + R"toml([[observe]]
name = "wave"
for = "i in 1..3"
formula = "max(i*x)"
)toml"));
  for (int i = 1; i <= 3; ++i) EXPECT_NEAR(value(run, "wave[" + std::to_string(i) + "]"), i, 1e-9);
}

std::string complaint(const char* formula) {
  try {
    model_of(oscillator + observing({{"a", formula}}));
  } catch (const ModelError& error) {
    return error.complaints().front().code + ": " + error.complaints().front().what;
  }
  return "none";
}

TEST(Reductions, ComplainOfWhatIsNoNumberOfARun) {
  EXPECT_EQ(complaint("max(y)"), "E204: 'y' is not a coordinate, a parameter or a function");
  EXPECT_EQ(complaint("max(x) + x"), "E302: expected a constant number, but 'x' is not one");
  EXPECT_EQ(complaint("max(mean(x))"),
            "E378: a number of the whole run has no course over the run");
  EXPECT_EQ(complaint("max([x, x])"), "E378: expected one number, not a vector");
  EXPECT_EQ(complaint("first(up)"), "E378: there is no event or constraint 'up'");
  EXPECT_EQ(complaint("max(x, x')"), "none");
}

// A light run asks for nothing but what the model asks for.
TEST(Reductions, OfALightRunAreThoseOfTheModel) {
  RunOptions options;
  options.columns = std::vector<std::string>{};
  const Trajectory run = zwang::run(model_of(oscillator + observing({{"a", "max(x')"}})), options);
  EXPECT_TRUE(run.summary().peaks.empty());
  EXPECT_NEAR(value(run, "a"), 2, 1e-8);
}

}  // namespace
}  // namespace zwang
