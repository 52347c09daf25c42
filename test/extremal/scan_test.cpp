// SPDX-License-Identifier: Apache-2.0
// Complete sets of extremals, against shots that have nothing in common with the search; and the count that
// tells where one is missing.

#include "extremal/scan/scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "extremal/find.h"
#include "extremal/scan/count.h"
#include "support/compile_text.h"

namespace zwang::extremal {
namespace {

Answer all_of(const std::string& text, Index most) {
  const compile::Compiled compiled = test::compile_text(text, {.extremal = true});
  Plan plan;
  plan.all = most;
  return find(compiled.equations, plan);
}

std::vector<double> actions_below(const Answer& answer, double limit) {
  std::vector<double> actions;
  for (const Found& found : answer.found) {
    if (found.action < limit) actions.push_back(found.action);
  }
  return actions;
}

// The pendulum by Runge and Kutta's method, from the angle a with rate v: where it ends, and its action.
struct Swing {
  double angle, action;
};
Swing swing(double a, double v, double T, int steps) {
  double q = a, p = v, S = 0;
  const double h = T / steps;
  const auto L = [](double x, double y) { return 0.5 * y * y + std::cos(x); };
  for (int i = 0; i < steps; ++i) {
    const double q1 = p, p1 = -std::sin(q), s1 = L(q, p);
    const double q2 = p + 0.5 * h * p1, p2 = -std::sin(q + 0.5 * h * q1),
                 s2 = L(q + 0.5 * h * q1, p + 0.5 * h * p1);
    const double q3 = p + 0.5 * h * p2, p3 = -std::sin(q + 0.5 * h * q2),
                 s3 = L(q + 0.5 * h * q2, p + 0.5 * h * p2);
    const double q4 = p + h * p3, p4 = -std::sin(q + h * q3), s4 = L(q + h * q3, p + h * p3);
    q += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4);
    p += h / 6 * (p1 + 2 * p2 + 2 * p3 + p4);
    S += h / 6 * (s1 + 2 * s2 + 2 * s3 + s4);
  }
  return {q, S};
}

// All of the paper's circle with an action below 40, as changes of side between even shots.
std::vector<double> circle_by_shots(double T) {
  const double a = 0.5, b = -0.3, R = 8;
  const int shots = 16'000, steps = 400;
  std::vector<double> actions;
  Swing last = swing(a, -R, T, steps);
  for (int k = 1; k <= shots; ++k) {
    const double v = R * (2.0 * k / shots - 1);
    const Swing now = swing(a, v, T, steps);
    const double turn = 2 * std::numbers::pi;
    const double low = (std::min(last.angle, now.angle) - b) / turn,
                 high = (std::max(last.angle, now.angle) - b) / turn;
    for (double m = std::ceil(low); m <= high; ++m) {
      // Where shots part fast, the action of a neighbour is another one.
      double from = R * (2.0 * (k - 1) / shots - 1), to = v;
      const bool rises = last.angle < now.angle;
      for (int i = 0; i < 45; ++i) {
        const double middle = 0.5 * (from + to);
        const bool below = swing(a, middle, T, steps).angle < b + m * turn;
        (below == rises ? from : to) = middle;
      }
      actions.push_back(swing(a, to, T, steps).action);
    }
    last = now;
  }
  std::erase_if(actions, [](double S) { return S >= 40; });
  std::sort(actions.begin(), actions.end());
  return actions;
}

std::string circle(double T, const std::string& from = "0.5", const std::string& to = "-0.3") {
  return "[coordinates]\nx = 0\ny = -1\n"
         "[[constraints]]\nname = \"circle\"\nequation = \"x^2 + y^2 = 1\"\n"
         "[extremal]\nintegrand = \"0.5*(x'^2 + y'^2) - y\"\n"
         "from = { t = 0, x = \"sin(" +
         from + ")\", y = \"-cos(" + from + ")\" }\nto = { t = " + std::to_string(T) +
         ", x = \"sin(" + to + ")\", y = \"-cos(" + to + ")\" }\n";
}

void expect_complete_circle(double T, std::size_t count) {
  const Answer answer = all_of(circle(T), static_cast<Index>(count));
  const std::vector<double> found = actions_below(answer, 40), shots = circle_by_shots(T);
  ASSERT_EQ(found.size(), count) << "T = " << T;
  ASSERT_EQ(shots.size(), count);
  for (std::size_t k = 0; k < count; ++k) EXPECT_NEAR(found[k], shots[k], 0.05) << T;
  EXPECT_TRUE(answer.scan.done);
  EXPECT_TRUE(answer.count.agrees()) << answer.count.classes << " " << answer.count.missing;
}

TEST(Scan, FindsEveryMotionOfTheCircle) { expect_complete_circle(10, 13); }

TEST(Scan, FindsEveryMotionOfTheCircleAtOtherTimes) {
  if (!std::getenv("ZWANG_SOAK")) GTEST_SKIP() << "ZWANG_SOAK asks for it";
  expect_complete_circle(4, 7);
  expect_complete_circle(6, 9);
  expect_complete_circle(8, 12);
  expect_complete_circle(12, 16);
  expect_complete_circle(14, 17);
}

// Whichever way the tangent at the start points: the count is one of ends in the sense of the rates.
TEST(Scan, CountsFromEverySideOfTheCircle) {
  for (const char* from : {"2.41", "-2.29", "0.3", "-1"}) {
    const Answer answer = all_of(circle(1.5, from, "-2.82"), 3);
    EXPECT_EQ(answer.found.size(), 3u);
    EXPECT_TRUE(answer.scan.done);
    EXPECT_TRUE(answer.count.agrees())
        << from << ": " << answer.count.classes << " " << answer.count.missing;
  }
}

// Shots part along a line of rates, that of a fall into the centre: triangles beside it come to an end.
TEST(Scan, EndsBesideAFallIntoTheCentre) {
  const Answer answer = all_of(
      "[coordinates]\nx = { start = 1, rate = 0 }\ny = { start = 0, rate = 1 }\n"
      "[free]\nlagrangian = \"0.5*(x'^2 + y'^2) + 1/hypot(x, y)\"\n"
      "[extremal]\nfrom = { t = 0, x = 1, y = 0 }\nto = { t = 2.37, x = 1.042, y = 1.344 }\n",
      5);
  ASSERT_EQ(answer.found.size(), 2u);
  EXPECT_NEAR(answer.found[0].action, 2.14163534873, 1e-8);
  EXPECT_NEAR(answer.found[1].action, 6.54729486194, 1e-8);
}

// Both solutions, where they are about to meet: the critical k is 3.513830719125…
TEST(Scan, FindsBothNearAFold) {
  const auto bratu = [](double k) {
    return "[coordinates]\ny = 0\n[extremal]\nindependent = \"x\"\nintegrand = \"0.5*y'^2 - " +
           std::to_string(k) + "*exp(y)\"\nfrom = { x = 0, y = 0 }\nto = { x = 1, y = 0 }\n";
  };
  const Answer two = all_of(bratu(3.5138), 10);
  ASSERT_EQ(two.found.size(), 2u);
  EXPECT_EQ(two.found[0].index_by_fields, 0);
  EXPECT_EQ(two.found[1].index_by_fields, 1);
  EXPECT_TRUE(two.count.agrees());
  EXPECT_TRUE(all_of(bratu(3.5139), 10).found.empty());

  const Answer film = all_of(
      "[coordinates]\ny = 1\n[extremal]\nindependent = \"x\"\nintegrand = \"y*sqrt(1 + y'^2)\"\n"
      "from = { x = -0.6627, y = 1 }\nto = { x = 0.6627, y = 1 }\n",
      10);
  EXPECT_EQ(film.found.size(), 2u);
}

// Lagrange's equation has 12 arcs: two without a full turn, and pairs with one to five half ones more.
TEST(Scan, FindsAllArcsOfLambert) {
  if (!std::getenv("ZWANG_SOAK")) GTEST_SKIP() << "ZWANG_SOAK asks for it";
  const Answer answer = all_of(
      "[coordinates]\nx = { start = 1, rate = 0 }\ny = { start = 0, rate = 1 }\n"
      "[free]\nlagrangian = \"0.5*(x'^2 + y'^2) + 1/hypot(x, y)\"\n"
      "[extremal]\nfrom = { t = 0, x = 1, y = 0 }\nto = { t = 20, x = 0, y = 1.2 }\n",
      40);
  EXPECT_EQ(answer.found.size(), 12u);
}

// Ends of extremals at two windings, one with three and one with one; each that is taken away is missed.
// Geodesics of an egg-crate: 60,001 even rays in single steps of 0.005 meet the end 23 times below 105. The
// two at 98.23 and 98.33 leave 0.002 apart, on the two sides of a fold whose neighbours are near each other.
TEST(Scan, FindsGeodesicsOnBothSidesOfAFold) {
  const Answer answer = all_of(R"toml(
[coordinates]
x = 0.3
y = 0.2
z = "1.5*sin(0.3)*sin(0.2)"
[[constraints]]
name = "surface"
equation = "z = 1.5*sin(x)*sin(y)"
[extremal]
integrand = "0.5*(x'^2 + y'^2 + z'^2)"
from = { t = 0, x = 0.3, y = 0.2, z = "1.5*sin(0.3)*sin(0.2)" }
to = { t = 1, x = 9, y = 7, z = "1.5*sin(9)*sin(7)" }
)toml",
                               23);
  const double known[] = {78.576, 82.594, 84.137, 84.143,  85.495,  87.391,  88.145, 88.190,
                          90.663, 90.943, 91.604, 91.663,  91.904,  96.925,  98.232, 98.326,
                          99.128, 99.363, 99.495, 100.148, 100.663, 101.196, 101.404};
  const std::vector<double> actions = actions_below(answer, 105);
  ASSERT_EQ(actions.size(), std::size(known));
  for (std::size_t i = 0; i < actions.size(); ++i) EXPECT_NEAR(actions[i], known[i], 1e-3);
}

TEST(Count, TellsThatOneIsMissing) {
  const std::vector<Ended> all = {{-0.8, 0}, {-0.8, 1}, {-0.8, 2}, {-0.8 + 6.28, 0}};
  EXPECT_TRUE(count_classes(all, -4, 9, 1e-3).agrees());
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::vector<Ended> less = all;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(k));
    // A winding between others: how far one turn is, the others must tell.
    if (k == 3) less.insert(less.end(), {{-0.8 + 12.56, 0}, {-0.8 + 18.84, 0}});
    EXPECT_EQ(count_classes(less, -4, k == 3 ? 20 : 9, 1e-3).missing, 1) << k;
  }
  // Beyond the last, where shots go as well.
  EXPECT_EQ(count_classes(all, -4, 13, 1e-3).missing, 1);
  // An index that is not known says nothing.
  EXPECT_EQ(count_classes({{0, -1}}, -1, 1, 1e-3).classes, 0);
}

}  // namespace
}  // namespace zwang::extremal
