// SPDX-License-Identifier: Apache-2.0
// Slopes of motions through events and contacts, against closed forms and against differences of order 8 between
// whole motions.

#include "questions/fit/motion_slopes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/model_parts.h"

namespace {

using namespace zwang;

std::vector<StartMove> moves_of(const Model& model, const std::vector<std::string>& names) {
  std::vector<StartMove> moves;
  for (const std::string& name : names) {
    const auto place = [&](const std::vector<std::string>& list, const std::string& text) {
      return std::find(list.begin(), list.end(), text) - list.begin();
    };
    const std::ptrdiff_t k = place(model.parameters(), name);
    if (k < std::ssize(model.parameters())) {
      moves.push_back({name, StartMove::Kind::parameter, k});
      continue;
    }
    const bool rate = name.back() == '\'';
    moves.push_back({name, rate ? StartMove::Kind::rate : StartMove::Kind::coordinate,
                     place(model.coordinates(), name.substr(0, name.size() - rate))});
  }
  return moves;
}

std::vector<double> values_of(const Model& model, const std::vector<StartMove>& moves) {
  std::vector<double> values;
  for (const StartMove& move : moves) {
    const auto at = static_cast<std::size_t>(move.number);
    values.push_back(move.kind == StartMove::Kind::parameter    ? model.parameter_values()[at]
                     : move.kind == StartMove::Kind::coordinate ? model.start().q[at]
                                                                : model.start().v[at]);
  }
  return values;
}

std::vector<double> end_of(const SlopeAnswer& answer) {
  std::vector<double> x = answer.end.q;
  x.insert(x.end(), answer.end.v.begin(), answer.end.v.end());
  return x;
}

struct Expected {
  long events;
  double tolerance = 1e-8;
};

// Differences of order 8 leave 1e-10 or so of motions of 1e-13.
void expect_slopes(const std::string& text, const std::vector<std::string>& names, double until,
                   const Expected& expected) {
  const Model model = read_model(text, "test.toml");
  const std::vector<StartMove> moves = moves_of(model, names);
  MotionSlopes motion(model, moves, 1e-12);
  const std::vector<double> values = values_of(model, moves);
  const SlopeAnswer here = motion.follow(values, {}, until);
  ASSERT_EQ(here.problem, "");
  EXPECT_EQ(here.events, expected.events);
  const std::size_t size = end_of(here).size();
  MotionSlopes plain(model, moves, 1e-13);
  constexpr double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const double h = 4e-3 * std::max(std::abs(values[k]), 0.3);
    std::vector<double> slope(size, 0.0);
    for (int j = 1; j <= 4; ++j) {
      for (const int sign : {1, -1}) {
        std::vector<double> there = values;
        there[k] += sign * j * h;
        const SlopeAnswer near = plain.follow(there, {}, until);
        ASSERT_EQ(near.problem, "");
        ASSERT_EQ(near.events, here.events);
        const std::vector<double> x = end_of(near);
        for (std::size_t i = 0; i < size; ++i) slope[i] += sign * weights[j - 1] * x[i] / h;
      }
    }
    double most = 0;
    for (const double s : slope) most = std::max(most, std::abs(s));
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR(here.S_end[k * size + i], slope[i], expected.tolerance * std::max(most, 1.0))
          << names[k] << ", component " << i;
    }
  }
}

/// A number and its derivative.
struct Dual {
  double x, d;
};
Dual operator+(Dual a, Dual b) { return {a.x + b.x, a.d + b.d}; }
Dual operator-(Dual a, Dual b) { return {a.x - b.x, a.d - b.d}; }
Dual operator*(Dual a, Dual b) { return {a.x * b.x, a.x * b.d + a.d * b.x}; }
Dual operator/(Dual a, Dual b) { return {a.x / b.x, (a.d - a.x / b.x * b.d) / b.x}; }
Dual root(Dual a) { return {std::sqrt(a.x), a.d / (2 * std::sqrt(a.x))}; }

/// Height and speed of a ball that falls from h and bounces, at the time t.
std::pair<Dual, Dual> bouncing(Dual h, Dual g, Dual e, double t) {
  Dual at = root(Dual{2, 0} * h / g), up = e * g * at;
  for (;;) {
    const Dual next = at + Dual{2, 0} * up / g;
    if (next.x > t) break;
    at = next;
    up = e * up;
  }
  const Dual since = Dual{t, 0} - at;
  return {up * since - g * since * since / Dual{2, 0}, up - g * since};
}

constexpr const char* ball = R"(
[parameters]
h = 1.3
g = 9.81
e = 0.8
[coordinates]
y = "h"
[free]
lagrangian = "y'^2/2 - g*y"
)";

void expect_bounces(const std::string& text, double until, long events) {
  const Model model = read_model(text, "ball.toml");
  const auto moves = moves_of(model, {"h", "g", "e"});
  MotionSlopes motion(model, moves, 1e-12);
  const SlopeAnswer answer = motion.follow(values_of(model, moves), {}, until);
  ASSERT_EQ(answer.problem, "");
  EXPECT_EQ(answer.events, events);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto [y, v] = bouncing({1.3, k == 0 ? 1.0 : 0.0}, {9.81, k == 1 ? 1.0 : 0.0},
                                 {0.8, k == 2 ? 1.0 : 0.0}, until);
    EXPECT_NEAR(answer.end.q[0], y.x, 1e-10);
    EXPECT_NEAR(answer.S_end[2 * k], y.d, 1e-8 * std::max(1.0, std::abs(y.d)));
    EXPECT_NEAR(answer.S_end[2 * k + 1], v.d, 1e-8 * std::max(1.0, std::abs(v.d)));
  }
}

TEST(MotionSlopes, GoThroughBouncesOfAContactAsInTheClosedForm) {
  expect_bounces(std::string(ball) + R"(
[[constraints]]
name = "floor"
equation = "y >= 0"
restitution = "e"
)",
                 2.3, 3);
}

TEST(MotionSlopes, GoThroughEventsThatSetRatesAsInTheClosedForm) {
  expect_bounces(std::string(ball) + R"(
[[events]]
name = "floor"
when = "y"
direction = "falling"
action = { set = { "y'" = "-e*y'" } }
)",
                 2.3, 3);
}

TEST(MotionSlopes, GoThroughAConstraintThatIsSwitchedOff) {
  expect_slopes(R"(
[parameters]
l = 1.1
g = 9.81
[[particles]]
name = "bob"
mass = 1
position = ["l", 2]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "rod"
equation = "bob.x^2 + (bob.y - 2)^2 = l^2"
[[events]]
name = "lowest"
when = "bob.x - 0.1*l"
direction = "falling"
action = { switch = { rod = false } }
)",
                {"l", "g", "bob.y'"}, 0.9, {1});
}

TEST(MotionSlopes, GoThroughAStringThatBecomesTaut) {
  expect_slopes(R"(
[parameters]
l = 1.2
e = 0.4
g = 9.81
[[particles]]
name = "bob"
mass = 0.7
position = [0.3, 0.2]
velocity = [0.5, 0.1]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "string"
equation = "bob.x^2 + bob.y^2 <= l^2"
restitution = "e"
)",
                {"l", "e", "g", "bob.x", "bob.y'"}, 0.8, {2});
}

TEST(MotionSlopes, GoThroughAContactThatRestsAndOpens) {
  expect_slopes(R"(
[parameters]
r = 1.3
g = 9.81
v = 0.9
[[particles]]
name = "bead"
mass = 1
position = [0, "r"]
velocity = ["v", 0]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "dome"
equation = "bead.x^2 + bead.y^2 >= r^2"
)",
                {"r", "g", "v"}, 0.9, {1});
}

TEST(MotionSlopes, SayWhereNeighboursDoNotFollow) {
  const Model model = read_model(std::string(ball) + R"(
[[events]]
name = "one"
when = "y - 1"
action = { set = { "y'" = 2 } }
[[events]]
name = "other"
when = "2*y - 2"
action = { set = { "y'" = 3 } }
)",
                                 "ball.toml");
  const auto moves = moves_of(model, {"g"});
  MotionSlopes motion(model, moves, 1e-10);
  EXPECT_EQ(motion.follow({9.81}, {}, 2).problem.substr(0, 26), "several events act at once");
}

}  // namespace
