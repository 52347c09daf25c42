// SPDX-License-Identifier: Apache-2.0
// Singular poses inside steps, along motions that are known in closed form, and along integrated
// ones whose times are quadratures.

#include "motion/rank_watch.h"

#include <cstdio>
#include <functional>
#include <numbers>

#include "motion/built.h"
#include "motion/stepper_dopri.h"
#include "support/random.h"

namespace zwang::motion {
namespace {

using test::built;
constexpr double pi = std::numbers::pi;

// Poses are at q(t); rates are not needed by rows at the level of positions.
using Path = std::function<void(double t, double* q)>;

struct Fall {
  double t;
  Index before, at, drop;
  double nearness;
  std::vector<double> w;
  std::vector<unsigned char> dependent;
};

class Walk {
 public:
  Walk(const std::string& text, Path path) : equations_(built(text)), path_(std::move(path)) {}

  // Steps of this length, the last one shorter.
  std::vector<Fall> steps(double from, double to, double dt) {
    std::vector<double> times;
    for (int k = 0; from + k * dt < to; ++k) times.push_back(from + k * dt);
    times.push_back(to);
    return through(times);
  }
  std::vector<Fall> through(const std::vector<double>& times) {
    std::vector<Fall> falls;
    RankFall found;
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      const bool last = k + 2 == times.size();
      double begin = times[k];
      while (watch.look(begin, times[k + 1], interpolant(), found, last)) {
        falls.push_back(
            {found.t, found.rank_before, found.rank_at, found.drop, found.nearness,
             std::vector<double>(found.w.begin(), found.w.end()),
             std::vector<unsigned char>(found.dependent.begin(), found.dependent.end())});
        if (falls.size() > 100 || found.t >= times[k + 1]) break;
        begin = found.t;
      }
    }
    return falls;
  }
  Interpolant interpolant() {
    return {this, [](void* self, double t, double* y) noexcept {
              Walk& walk = *static_cast<Walk*>(self);
              ++walk.asked;
              walk.path_(t, y);
              std::fill_n(y + walk.equations_.n, walk.equations_.n, 0.0);
            }};
  }

 private:
  equations::Equations equations_;
  Path path_;
  equations::Workspace numbers_{equations_};

 public:
  RankWatch watch{equations_, numbers_, 1e-9};
  long asked = 0;
};

// The pin of a crank of length 1, and a slider on a rod of length l to it.
std::string crank(const std::string& l = "1", double crank_scale = 1, double rod_scale = 1) {
  return "[coordinates]\nx = 0.6\ny = 0.8\ns = 1.2\n"
         "[free]\nkinetic = \"0.5*(x'^2 + y'^2 + s'^2)\"\n"
         "[[constraints]]\nname = 'crank'\nequation = '(x^2 + y^2 - 1)*" +
         std::to_string(crank_scale) +
         " = 0'\n[[constraints]]\nname = 'rod'\nequation = '((s - x)^2 + y^2 - (" + l + ")^2)*" +
         std::to_string(rod_scale) + " = 0'\n";
}

// The branch on which the slider passes over the pivot, by the angle of the crank.
Path crank_at(std::function<double(double)> phi) {
  return [phi](double t, double* q) {
    q[0] = std::cos(phi(t));
    q[1] = std::sin(phi(t));
    q[2] = 2 * q[0];
  };
}

Path level_platform(std::function<double(double)> alpha) {
  return [alpha](double t, double* q) {
    q[0] = std::cos(alpha(t));
    q[1] = std::sin(alpha(t));
    q[2] = 0;
  };
}

double plain(double t) { return t; }

TEST(RankWatch, FindsAPoseThatAStepJumpsOver) {
  Walk walk(crank(), crank_at(plain));
  const std::vector<Fall> falls = walk.steps(0.5, 5.5, 0.37);
  ASSERT_EQ(falls.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const double expected = pi * (0.5 + static_cast<double>(k));
    EXPECT_NEAR(falls[k].t, expected, 1e-12);  // 1e-13 of a step, and rounding
    EXPECT_EQ(falls[k].before, 2);
    EXPECT_EQ(falls[k].at, 1);
    EXPECT_LT(falls[k].nearness, 1e-12);
    EXPECT_EQ(falls[k].drop, 1);
    ASSERT_EQ(falls[k].w.size(), 2u);
    EXPECT_EQ(falls[k].w[0], 1);  // both rows are (0, 2 y, 0)
    EXPECT_NEAR(falls[k].w[1], -1, 1e-12);
    EXPECT_EQ(falls[k].dependent, (std::vector<unsigned char>{0, 1}));
  }
  EXPECT_EQ(walk.watch.rank(), 2);
}

TEST(RankWatch, TimesDoNotDependOnTheSteps) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    std::vector<double> times{random.uniform(-1, 1.5)};
    while (times.back() < 20) times.push_back(times.back() + random.uniform(0.001, 1.1));
    Walk walk(crank(), crank_at(plain));
    const std::vector<Fall> falls = walk.through(times);
    std::vector<double> expected;
    for (double t = pi / 2; t < times.back(); t += pi) expected.push_back(t);
    ASSERT_EQ(falls.size(), expected.size());
    for (std::size_t k = 0; k < falls.size(); ++k) EXPECT_NEAR(falls[k].t, expected[k], 1e-11);
  }
}

TEST(RankWatch, PoseAtTheEndOfAStepIsToldOnce) {
  for (const double off :
       {0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-9, -1e-9, 3e-7, -3e-7, 1e-5, -1e-5}) {
    SCOPED_TRACE("off " + std::to_string(off * 1e9) + "e-9");
    Walk walk(crank(), crank_at(plain));
    const std::vector<Fall> falls = walk.through({1.0, 1.3, pi / 2 + off, 1.8, 2.2});
    ASSERT_EQ(falls.size(), 1u);
    EXPECT_NEAR(falls[0].t, pi / 2, 1e-11);
  }
}

TEST(RankWatch, PoseAtTheEndOfTheRunIsTold) {
  Walk walk(crank(), crank_at(plain));
  const std::vector<Fall> falls = walk.through({1.0, 1.3, pi / 2 - 2e-7});
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, pi / 2, 1e-6);
}

TEST(RankWatch, TwoPosesInOneStep) {
  Walk walk(crank(), crank_at([](double t) { return pi / 2 + 0.3 * std::sin(6 * t); }));
  const std::vector<Fall> falls = walk.through({-0.1, 0.6, 0.9, 1.2});
  ASSERT_EQ(falls.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(falls[k].t, static_cast<double>(k) * pi / 6, 1e-11);
}

TEST(RankWatch, RedundantRowDoesNotHideAChange) {
  Walk walk(test::platform, level_platform([](double t) { return 0.3 - t; }));
  const std::vector<Fall> falls = walk.steps(0, 4, 0.23);
  ASSERT_EQ(falls.size(), 2u);
  EXPECT_NEAR(falls[0].t, 0.3, 1e-11);
  EXPECT_NEAR(falls[1].t, 0.3 + pi, 1e-11);
  EXPECT_EQ(walk.watch.rank(), 2);
  for (const Fall& fall : falls) {
    EXPECT_EQ(fall.before, 2);
    EXPECT_EQ(fall.at, 1);
    EXPECT_EQ(fall.drop, 1);  // 'right' was redundant before
    EXPECT_EQ(fall.w[0], 1);
    EXPECT_NEAR(fall.w[1], -1, 1e-10);
    EXPECT_EQ(fall.w[2], 0);
    EXPECT_EQ(fall.dependent, (std::vector<unsigned char>{0, 1, 0}));
  }
}

TEST(RankWatch, CombinationIsInTheUnitsOfTheRows) {
  Walk walk(crank("1", 1000, 0.25), crank_at(plain));
  const std::vector<Fall> falls = walk.steps(1, 2, 0.31);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_EQ(falls[0].w[0], 1);
  EXPECT_NEAR(falls[0].w[1], -4000, 1e-6);
}

// Rows mixed and scaled by six orders either way say the same.
TEST(RankWatch, RotatedAndScaledRowsGiveTheSameTimes) {
  const char* const rows[] = {"((x - cos(phi) + 1)^2 + (y - sin(phi))^2 - 1)", "(x^2 + y^2 - 1)",
                              "((x + cos(phi) - 1)^2 + (y + sin(phi))^2 - 1)"};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    const test::Matrix R = test::random_orthogonal(random, 3);
    std::string text =
        "[coordinates]\nx = 1\ny = 0\nphi = 0\n"
        "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.2*phi'^2\"\n";
    for (Index i = 0; i < 3; ++i) {
      const double scale = std::pow(10.0, random.uniform(-6, 6));
      text += "[[constraints]]\nname = 'c" + std::to_string(i) + "'\nequation = '0";
      for (Index j = 0; j < 3; ++j) {
        char factor[40];
        std::snprintf(factor, sizeof factor, " + (%.17g)*", scale * R(i, j));
        text += factor + std::string(rows[j]);
      }
      text += " = 0'\n";
    }
    Walk walk(text, level_platform([](double t) { return 0.3 - t; }));
    const std::vector<Fall> falls = walk.steps(0, 4, 0.23);
    ASSERT_EQ(falls.size(), 2u);
    EXPECT_NEAR(falls[0].t, 0.3, 1e-9);
    EXPECT_NEAR(falls[1].t, 0.3 + pi, 1e-9);
    EXPECT_EQ(falls[0].before, 2);
    EXPECT_EQ(falls[0].at, 1);
  }
}

// N four-bars in a line: the cranks and couplers along x depend, 2 N + 1 rows and N + 1 directions.
TEST(RankWatch, RankMayFallByMoreThanOne) {
  const std::string text =
      "[parameters]\nN = 2\n[[particles]]\nname = 'b'\ncount = 'N + 1'\nmass = 1\n"
      "position = ['i - 1', 1]\n"
      "[[constraints]]\nname = 'cranks'\nfor = 'i in 1..N+1'\n"
      "equation = '(b[i].x - (i - 1))^2 + b[i].y^2 = 1'\n"
      "[[constraints]]\nname = 'couplers'\nfor = 'i in 1..N'\n"
      "equation = 'distance(b[i], b[i+1]) = 1'\n";
  Walk walk(text, [](double t, double* q) {
    for (int i = 0; i < 3; ++i) {
      q[2 * i] = i + std::sin(t);
      q[2 * i + 1] = std::cos(t);
    }
  });
  const std::vector<Fall> falls = walk.steps(0, 5, 0.29);
  ASSERT_EQ(falls.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(falls[k].t, pi * (0.5 + static_cast<double>(k)), 1e-11);
    EXPECT_EQ(falls[k].before, 5);
    EXPECT_EQ(falls[k].at, 3);
    EXPECT_EQ(falls[k].drop, 3);  // the first coupler follows from the cranks beside it
    EXPECT_EQ(falls[k].w[2], 0);
    EXPECT_EQ(falls[k].w[4], 0);
    EXPECT_EQ(falls[k].dependent, (std::vector<unsigned char>{0, 0, 0, 1, 1}));
  }
}

// A rod longer by d lets the slider pass at a distance of √(2 d): near, but not there.
TEST(RankWatch, PoseThatIsOnlyApproachedIsNone) {
  for (const double d : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    SCOPED_TRACE("longer by " + std::to_string(d * 1e10) + "e-10");
    char length[40];
    std::snprintf(length, sizeof length, "%.17g", 1 + d);
    Walk walk(crank(length), [d](double t, double* q) {
      q[0] = std::cos(t);
      q[1] = std::sin(t);
      // √(l² − y²), without cancellation
      q[2] = q[0] + std::sqrt(q[0] * q[0] + d * (2 + d));
    });
    EXPECT_TRUE(walk.steps(0.5, 4, 0.3).empty());
    // Rows (0, 1, 0) and (−g, 1, g)/√(1 + 2g²) make an angle of about √2·g; σ of two unit rows is
    // 2 sin(angle/2)/√2.
    const double g = std::sqrt(d * (2 + d));
    const double angle = std::atan(std::sqrt(2.0) * g);
    EXPECT_NEAR(walk.watch.nearest(), std::sqrt(2.0) * std::sin(angle / 2), 0.2 * g);
    EXPECT_NEAR(walk.watch.nearest_at(), pi / 2, 0.7 * g + 1e-9);
  }
}

TEST(RankWatch, PoseThatIsTouchedIsTold) {
  Walk walk(crank(), crank_at([](double t) { return pi / 2 - 0.4 * t * t; }));
  const std::vector<Fall> falls = walk.steps(-1, 1, 0.19);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, 0, 1e-7);  // σ is t²: its minimum is known to the root of rounding
}

TEST(RankWatch, MotionThatComesToRestInAPoseTellsOnce) {
  Walk walk(crank(), crank_at([](double t) { return pi / 2 - std::exp(-t); }));
  const std::vector<Fall> falls = walk.steps(0, 40, 0.3);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, std::log(1e6), 1);
  EXPECT_EQ(falls[0].drop, 1);
  EXPECT_NEAR(falls[0].w[1], -1, 1e-5);
  EXPECT_EQ(walk.watch.rank(), 1);
}

TEST(RankWatch, MotionThatStaysSingularTellsOnceAndAgainAfterItLeft) {
  // The rod turns with the crank while the slider rests: singular only in one pose; here it stays.
  Walk walk(crank(), crank_at([](double t) {
              return pi / 2 + (t < 1 ? t - 1 : t > 2 ? std::sin(t - 2) : 0);
            }));
  const std::vector<Fall> falls = walk.steps(0, 6, 0.07);
  ASSERT_EQ(falls.size(), 2u);
  EXPECT_NEAR(falls[0].t, 1, 0.07 / 8);  // no passage, but the first sample that is there
  EXPECT_NEAR(falls[1].t, 2 + pi, 1e-11);
}

TEST(RankWatch, StartInASingularPoseIsNoChange) {
  Walk walk(crank(), crank_at([](double t) { return pi / 2 + t; }));
  const std::vector<Fall> falls = walk.steps(0, 4, 0.2);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, pi, 1e-11);
}

TEST(RankWatch, RowThatVanishesIsAChange) {
  Walk walk(
      "[coordinates]\nx = 1\ny = 0\n[free]\nkinetic = \"0.5*(x'^2 + y'^2)\"\n"
      "[[constraints]]\nname = 'axes'\nequation = 'x*y = 0'\n",
      [](double t, double* q) {
        q[0] = 1 - t;
        q[1] = 0;
      });
  const std::vector<Fall> falls = walk.steps(0, 3, 0.3);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_NEAR(falls[0].t, 1, 1e-12);
  EXPECT_EQ(falls[0].before, 1);
  EXPECT_EQ(falls[0].at, 0);
  EXPECT_EQ(falls[0].drop, 0);
  EXPECT_EQ(falls[0].w, std::vector<double>{1});
}

TEST(RankWatch, RowThatBecomesShortByAndByIsNoChange) {
  Walk walk(
      "[coordinates]\nx = 0\n[free]\nkinetic = \"0.5*x'^2\"\n"
      "[[constraints]]\nname = 'fades'\nequation = 'exp(-20*x) = 0'\n",
      [](double t, double* q) { q[0] = t; });
  EXPECT_TRUE(walk.steps(0, 10, 0.05).empty());
}

TEST(RankWatch, RowsThatDoNotActDoNotCount) {
  Walk walk(crank(), crank_at(plain));
  const unsigned char active[] = {1, 0};
  walk.watch.set_active(active);
  EXPECT_TRUE(walk.steps(0.5, 5.5, 0.37).empty());
  EXPECT_EQ(walk.watch.rank(), 1);
}

// Far from singular poses a step costs one state.
TEST(RankWatch, LooksIntoStepsOnlyNearPoses) {
  Walk walk(test::platform, level_platform([](double t) { return -1.5 + 0.9 * std::sin(t); }));
  EXPECT_TRUE(walk.steps(0, 20, 0.05).empty());
  EXPECT_LE(walk.asked, 401 + 9);  // and of the first step, which is always searched
}

TEST(RankWatch, LargeSystemsAreNotWatched) {
  const equations::Equations equations = built(test::chain(200));
  equations::Workspace numbers(equations);
  RankWatch watch(equations, numbers, 1e-9);
  EXPECT_FALSE(watch.watches());
  RankFall found;
  EXPECT_FALSE(watch.look(0, 1, {}, found));
}

TEST(RankWatch, GoesOnFromWhatItSaved) {
  const auto wavy = [](double t) { return pi / 2 - 1e-7 + 0.3 * std::sin(3 * t); };
  const std::vector<double> times{-1, -0.7, -0.45, -0.2, 1e-8, 0.2, 0.5, 0.8, 1.1, 1.4};
  Walk whole(crank(), crank_at(wavy));
  const std::vector<Fall> expected = whole.through(times);
  for (std::size_t cut = 1; cut + 1 < times.size(); ++cut) {
    Walk first(crank(), crank_at(wavy)), second(crank(), crank_at(wavy));
    std::vector<Fall> falls;
    RankFall found;
    for (std::size_t k = 0; k + 1 < times.size(); ++k) {
      Walk& walk = k < cut ? first : second;
      if (k == cut) {
        std::vector<double> memory{7};
        first.watch.save(memory);
        EXPECT_EQ(second.watch.restore(memory, 1), memory.size());
      }
      for (double t = times[k]; walk.watch.look(t, times[k + 1], walk.interpolant(), found);
           t = found.t) {
        falls.push_back({found.t, 0, 0, 0, 0, {}, {}});
      }
    }
    ASSERT_EQ(falls.size(), expected.size());
    for (std::size_t k = 0; k < falls.size(); ++k) EXPECT_EQ(falls[k].t, expected[k].t);
  }
}

// An integrated motion with its dense output, step by step.
std::vector<Fall> integrate(const std::string& text, double t_end, double tolerance) {
  const equations::Equations equations = built(text);
  RightSide side(equations, Method::automatic);
  Projector projector(side);
  const StateLayout at = side.layout();
  DopriStepper<ode::Dopri853> stepper(at.size());
  RankWatch watch(equations, side.numbers(), tolerance);
  std::vector<double> y(static_cast<std::size_t>(at.size()), 0.0), f(y), end(y);
  std::copy(equations.q.begin(), equations.q.end(), y.begin());
  std::copy(equations.v.begin(), equations.v.end(), y.begin() + at.v());
  const std::vector<double> absolute(y.size(), 1e-3 * tolerance);
  const ode::Tolerances tolerances{absolute.data(), tolerance};
  side.rate(0, y.data(), f.data());
  std::vector<Fall> falls;
  double t = 0, dt = 0.01;
  while (t < t_end) {
    dt = std::min(dt, t_end - t);
    const Start start{side, projector, t, y.data(), f.data(), tolerances};
    if (stepper.advance(start, dt) != ode::Outcome::done) {
      dt *= 0.3;
      continue;
    }
    std::copy_n(stepper.y_new(), at.size(), end.data());
    projector.project(t + dt, end.data() + at.q(), end.data() + at.v());
    const ode::Decision decision = stepper.decide(stepper.judge(start, t + dt, end.data()), dt);
    if (!decision.accepted) {
      dt = decision.dt;
      continue;
    }
    std::vector<double> f_end(y.size());
    side.rate(t + dt, end.data(), f_end.data());
    stepper.prepare_dense(side, end.data(), f_end.data());
    struct Inside {
      DopriStepper<ode::Dopri853>& stepper;
      Projector& projector;
      StateLayout at;
    } inside{stepper, projector, at};
    const Interpolant states{&inside, [](void* self, double time, double* state) noexcept {
                               Inside& in = *static_cast<Inside*>(self);
                               in.stepper.interpolate(time, state);
                               in.projector.project(time, state + in.at.q(), state + in.at.v());
                             }};
    RankFall found;
    for (double begin = t; watch.look(begin, t + dt, states, found); begin = found.t) {
      falls.push_back(
          {found.t, found.rank_before, found.rank_at, found.drop, found.nearness, {}, {}});
      if (falls.size() > 50) return falls;
    }
    t += dt;
    dt = decision.dt;
    y = end;
    f = f_end;
  }
  return falls;
}

// ∫ f from a to b, to rounding for what is smooth: composite Gauss with three points.
double integral(const std::function<double(double)>& f, double a, double b) {
  constexpr int parts = 4000;
  const double h = (b - a) / parts, off = std::sqrt(0.6) * h / 2;
  double sum = 0;
  for (int k = 0; k < parts; ++k) {
    const double x = a + (k + 0.5) * h;
    sum += (5 * f(x - off) + 8 * f(x) + 5 * f(x + off)) / 18;
  }
  return sum * h;
}

TEST(RankWatch, SliderCrankPassesItsPosesOnTime) {
  const std::string text =
      "[coordinates]\nx = { start = 'cos(0.5)', rate = '-sin(0.5)' }\n"
      "y = { start = 'sin(0.5)', rate = 'cos(0.5)' }\n"
      "s = { start = '2*cos(0.5)', rate = '-2*sin(0.5)' }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2 + s'^2)\"\n"
      "[[constraints]]\nname = 'crank'\nequation = 'x^2 + y^2 = 1'\n"
      "[[constraints]]\nname = 'rod'\nequation = '(s - x)^2 + y^2 = 1'\n";
  // √(1 + 4 sin²φ) φ' is constant.
  const auto speed = [](double phi) { return std::sqrt(1 + 4 * std::sin(phi) * std::sin(phi)); };
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const std::vector<Fall> falls = integrate(text, 10, tolerance);
    std::vector<double> expected;
    for (double phi = pi / 2;; phi += pi) {
      const double t = integral(speed, 0.5, phi) / speed(0.5);
      if (t > 10) break;
      expected.push_back(t);
    }
    ASSERT_EQ(falls.size(), expected.size()) << tolerance;
    for (std::size_t k = 0; k < falls.size(); ++k) {
      EXPECT_NEAR(falls[k].t, expected[k], 100 * tolerance);  // of the integration
    }
  }
}

TEST(RankWatch, PlatformPassesItsFlatPosesOnTime) {
  std::string text = test::platform;
  text.replace(text.find("-sin(0.3)"), 9, "sin(0.3)");
  // From rest at 0.3: α'² = 2 g (sin 0.3 − sin α); α = 0.3 − s² takes the root at the turn away.
  const double g = 9.81;
  const auto from_turn = [&](double s) {
    const double alpha = 0.3 - s * s;
    // sin 0.3 − sin α, as a product
    const double fall = 2 * std::cos((0.3 + alpha) / 2) * std::sin(s * s / 2);
    return s == 0 ? 0.0 : 2 * s / std::sqrt(2 * g * fall);
  };
  const double down = integral(from_turn, 0, std::sqrt(0.3));
  const double across = 2 * (integral(from_turn, 0, std::sqrt(0.3 + pi / 2)) - down);
  std::vector<double> expected;
  for (double t = down; t < 5; t += 2 * down) {
    expected.push_back(t);
    t += across;
    if (t < 5) expected.push_back(t);
  }
  for (const double tolerance : {1e-6, 1e-9, 1e-11}) {
    const std::vector<Fall> falls = integrate(text, 5, tolerance);
    ASSERT_EQ(falls.size(), expected.size()) << tolerance;
    for (std::size_t k = 0; k < falls.size(); ++k) {
      EXPECT_NEAR(falls[k].t, expected[k], 100 * tolerance);
      EXPECT_EQ(falls[k].before, 2);
      EXPECT_EQ(falls[k].at, 1);
    }
  }
}

}  // namespace
}  // namespace zwang::motion
