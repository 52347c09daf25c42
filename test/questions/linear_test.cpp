// SPDX-License-Identifier: Apache-2.0
// Linear equations of models against closed forms, matrices written by hand and published ones.

#include "zwang/linear.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>

#include "linear/by_differences.h"
#include "problems/turned_world.h"
#include "support/body_text.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using Values = std::vector<std::complex<double>>;

Model load(const std::string& name, const Settings& settings = {}) {
  return load_model(ZWANG_TEST_DATA "/../../models/" + name, settings);
}

LinearOptions at(const std::string& place) {
  LinearOptions options;
  options.at = place;
  return options;
}
LinearOptions asking(const std::vector<std::string>& outputs, std::size_t frequencies = 3) {
  LinearOptions options;
  options.outputs = outputs;
  options.frequencies = frequencies;
  return options;
}
LinearOptions near(const State& state, const std::vector<std::string>& outputs) {
  LinearOptions options = asking(outputs);
  options.state = state;
  return options;
}
LinearOptions driven(const std::string& input) {
  LinearOptions options;
  options.inputs = std::vector{input};
  return options;
}

/// All but the zeros, both of each pair.
Values eigenvalues(const LinearModel& linear) {
  Values values;
  for (const LinearMode& mode : linear.modes) {
    values.push_back(mode.eigenvalue);
    if (mode.eigenvalue.imag() != 0) values.push_back(std::conj(mode.eigenvalue));
  }
  return values;
}

Values eigenvalues(const Eigen::MatrixXd& A) {
  const Eigen::VectorXcd values = Eigen::EigenSolver<Eigen::MatrixXd>(A).eigenvalues();
  return {values.data(), values.data() + values.size()};
}

/// The largest distance between the two, each paired with its nearest, in units of the value.
double distance(Values one, Values other) {
  if (one.size() != other.size()) return INFINITY;
  double most = 0;
  for (const auto& x : one) {
    const auto nearest = std::min_element(other.begin(), other.end(), [&](auto a, auto b) {
      return std::abs(a - x) < std::abs(b - x);
    });
    most = std::max(most, std::abs(*nearest - x) / std::abs(x));
    other.erase(nearest);
  }
  return most;
}

Eigen::MatrixXd matrix(const std::vector<double>& rows, std::size_t columns) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto width = static_cast<Index>(columns);
  return Eigen::Map<const RowMajor>(rows.data(),
                                    width > 0 ? static_cast<Index>(rows.size()) / width : 0, width);
}

// Meijaard, Papadopoulos, Ruina, Schwab: Proc. R. Soc. A 463, 2007, of lean and steer.
Eigen::Matrix4d published_bicycle(double v) {
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  Eigen::Matrix4d S = Eigen::Matrix4d::Zero();
  S.topRightCorner<2, 2>().setIdentity();
  S.bottomLeftCorner<2, 2>() = -M.inverse() * (9.81 * K0 + v * v * K2);
  S.bottomRightCorner<2, 2>() = -M.inverse() * v * C1;
  return S;
}

// Four of ten states lean and steer; the others are where it is, where it heads, how far its wheels have
// turned, and how fast it goes. The matrices were printed to 14 digits behind the point, of which
// eigenvalues keep about 12.
TEST(Linear, BicycleHasItsPublishedEigenvalues) {
  for (const double v : {0.5, 1.0, 3.0, 4.0, 5.0, 6.5, 8.0, 10.0}) {
    const LinearModel linear = linearise(load("bicycle.toml", {{"v", v}, {"push", 0}}));
    ASSERT_EQ(linear.problem, "");
    EXPECT_EQ(linear.kind, LinearKind::steady) << v;
    EXPECT_EQ(linear.states.size(), 10u);
    EXPECT_EQ(linear.zeros_at_zero, 6u);
    EXPECT_EQ(linear.freedom, 3u);
    EXPECT_EQ(linear.positions, 7u);
    EXPECT_EQ(linear.nonholonomic, (std::vector<std::string>{"rear_tyre", "front_tyre"}));
    EXPECT_LT(distance(eigenvalues(linear), eigenvalues(published_bicycle(v))), 1e-12) << v;
    const bool stable = v > 4.292 && v < 6.024;
    EXPECT_EQ(linear.stability, stable ? Stability::neutral : Stability::unstable) << v;
  }
}

TEST(Linear, StandingBicycleFalls) {
  const LinearModel linear = linearise(load("bicycle.toml", {{"v", 0}, {"push", 0}}));
  EXPECT_EQ(linear.kind, LinearKind::equilibrium);
  EXPECT_EQ(linear.stability, Stability::unstable);
  EXPECT_LT(distance(eigenvalues(linear), eigenvalues(published_bicycle(0))), 1e-12);
}

std::string chain_text(int links, bool doubled) {
  std::string text = "[[particles]]\nname = \"p\"\ncount = " + std::to_string(links) +
                     "\nmass = \"0.5 + 0.1*i\"\nposition = [0, \"-0.3*i\"]\n"
                     "[free]\ngravity = [0, -9.81]\n";
  for (int copy = 0; copy < (doubled ? 2 : 1); ++copy) {
    const std::string name = copy == 0 ? "" : "again_";
    text += "[[constraints]]\nname = \"" + name + "nail\"\nequation = \"norm(p[1]) = 0.3\"\n" +
            "[[constraints]]\nname = \"" + name + "links\"\nfor = \"i in 1.." +
            std::to_string(links - 1) + "\"\nequation = \"distance(p[i], p[i+1]) = 0.3\"\n";
  }
  return text;
}

// Sideways motions of the beads: m ẍ = tensions, which bear what hangs below.
Values chain_by_hand(int links) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(links, links);
  double below = 0;
  for (int i = links; i >= 1; --i) {
    below += 0.5 + 0.1 * i;
    const double k = below * 9.81 / 0.3;
    K(i - 1, i - 1) += k;
    if (i == 1) continue;
    K(i - 2, i - 2) += k;
    K(i - 1, i - 2) -= k;
    K(i - 2, i - 1) -= k;
  }
  Eigen::VectorXd root(links);
  for (int i = 1; i <= links; ++i) root[i - 1] = 1 / std::sqrt(0.5 + 0.1 * i);
  const Eigen::VectorXd squares =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(root.asDiagonal() * K * root.asDiagonal())
          .eigenvalues();
  Values values;
  for (const double square : squares) {
    values.emplace_back(0, std::sqrt(square));
    values.emplace_back(0, -std::sqrt(square));
  }
  return values;
}

TEST(Linear, HangingChainHasTheModesOfItsTensions) {
  for (const bool doubled : {false, true}) {
    for (const int links : {2, 4, 16}) {
      const Model model = read_model(chain_text(links, doubled), "chain.toml");
      const LinearModel linear = linearise(model, at("equilibrium"));
      ASSERT_EQ(linear.problem, "");
      EXPECT_EQ(linear.kind, LinearKind::equilibrium);
      EXPECT_EQ(linear.states.size(), static_cast<std::size_t>(2 * links));
      EXPECT_EQ(linear.zeros_at_zero, 0u);
      EXPECT_EQ(linear.stability, Stability::neutral);
      EXPECT_LT(distance(eigenvalues(linear), chain_by_hand(links)), 1e-11) << links;
    }
  }
}

// A crank-rocker of hinges in space, whose loop has three rows too many, rests in the potential of its
// angle: ω² = V″/m, both from the circles that the joints move on, in long double.
TEST(Linear, FourBarSwingsAsInOneCoordinate) {
  const std::string text = R"(
[free]
gravity = [0, -9.81, 0]
[[bodies]]
name = "crank"
joint = "hinge"
mass = 1
inertia = [0, 0, 0]
center = [0.5, 0, 0]
points = { end = [0.5, 0, 0] }
start = { angle = -1.4 }
[[bodies]]
name = "rocker"
joint = "hinge"
at = [1.5, 0, 0]
mass = 2
inertia = [0, 0, 0]
center = [1.2, 0, 0]
points = { end = [1.2, 0, 0] }
start = { angle = -1.9 }
[[bodies]]
name = "coupler"
parent = "crank"
joint = "hinge"
at = [0.5, 0, 0]
points = { end = [1.3, 0, 0] }
mass = 0.5
inertia = [0, 0, 0]
center = [0.65, 0.2, 0]
start = { angle = 1.2 }
[[constraints]]
name = "pin"
hinge = { between = ["coupler.end", "rocker.end"], axis = [0, 0, 1] }
)";
  const Model model = read_model(text, "four_bar.toml");
  const LinearModel linear = linearise(model, at("equilibrium"));
  ASSERT_EQ(linear.problem, "");
  ASSERT_EQ(linear.states.size(), 2u);
  ASSERT_EQ(linear.modes.size(), 1u);
  using Real = long double;
  struct Pose {
    Real x[3], y[3];  // of the masses
  };
  // Which of the two crossings of circles, from the state that was found.
  const Real cx = std::cos(linear.state.q[0]) * 0.5L, cy = std::sin(linear.state.q[0]) * 0.5L;
  const Real rx = 1.5L + 1.2L * std::cos(linear.state.q[1]),
             ry = 1.2L * std::sin(linear.state.q[1]);
  const Real side = (rx - cx) * (0 - cy) - (ry - cy) * (1.5L - cx) > 0 ? 1 : -1;
  const auto pose = [&](Real angle) {
    const Real ax = 0.5L * std::cos(angle), ay = 0.5L * std::sin(angle);
    const Real dx = 1.5L - ax, dy = -ay, d2 = dx * dx + dy * dy, d = std::sqrt(d2);
    const Real along = (1.3L * 1.3L - 1.2L * 1.2L + d2) / (2 * d);
    const Real off = -side * std::sqrt(1.3L * 1.3L - along * along);
    const Real bx = ax + (along * dx - off * dy) / d, by = ay + (along * dy + off * dx) / d;
    const Real ux = (bx - ax) / 1.3L, uy = (by - ay) / 1.3L;
    return Pose{{ax, bx, ax + 0.65L * ux - 0.2L * uy}, {ay, by, ay + 0.65L * uy + 0.2L * ux}};
  };
  const Real masses[] = {1, 2, 0.5L};
  const auto V = [&](Real angle) {
    const Pose p = pose(angle);
    Real sum = 0;
    for (int k = 0; k < 3; ++k) sum += masses[k] * 9.81L * p.y[k];
    return sum;
  };
  const Real here = linear.state.q[0], h = 1e-3L;
  // Second derivatives of order 8, first ones for the mass.
  const Real second[] = {8.0L / 5, -1.0L / 5, 8.0L / 315, -1.0L / 560};
  const Real first[] = {4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
  Real curvature = -205.0L / 72 * V(here), mass = 0, slope = 0;
  Real dx[3] = {}, dy[3] = {};
  for (int k = 1; k <= 4; ++k) {
    const Real right = here + k * h, left = here - k * h;
    curvature += second[k - 1] * (V(right) + V(left));
    slope += first[k - 1] * (V(right) - V(left)) / h;
    const Pose p = pose(right), m = pose(left);
    for (int i = 0; i < 3; ++i) {
      dx[i] += first[k - 1] * (p.x[i] - m.x[i]) / h;
      dy[i] += first[k - 1] * (p.y[i] - m.y[i]) / h;
    }
  }
  curvature /= h * h;
  for (int i = 0; i < 3; ++i) mass += masses[i] * (dx[i] * dx[i] + dy[i] * dy[i]);
  EXPECT_LT(std::abs(slope), 1e-12L);
  const double omega = static_cast<double>(std::sqrt(curvature / mass));
  EXPECT_NEAR(linear.modes[0].eigenvalue.imag() / omega, 1, 1e-11);
  EXPECT_EQ(linear.modes[0].eigenvalue.real(), 0);
}

TEST(Linear, StewartPlatformAgreesWithDifferencesInItsOwnSixCoordinates) {
  const Model model = load("stewart_platform.toml");
  const LinearModel linear = linearise(model, at("equilibrium"));
  ASSERT_EQ(linear.problem, "");
  EXPECT_EQ(linear.states.size(), 12u);
  EXPECT_EQ(linear.kind, LinearKind::equilibrium);
  EXPECT_EQ(linear.stability, Stability::asymptotic);
  const Eigen::MatrixXd A = matrix(linear.A, 12), twin = ByDifferences(model, linear).A();
  EXPECT_LT((A - twin).cwiseAbs().maxCoeff(), 1e-10 * A.cwiseAbs().maxCoeff());
  EXPECT_LT(distance(eigenvalues(linear), eigenvalues(twin)), 1e-9);
}

// Straight ahead a sleigh is stable with its mass in front and unstable with it behind the blade: the
// turn rate has the eigenvalue −m a u/(J + m a²), all else is zero.
TEST(Linear, SleighTurnsRoundByItself) {
  for (const double u : {0.8, -0.8}) {
    const Model model = load("chaplygin_sleigh.toml", {{"u0", u}, {"w0", 0}, {"heading0", 0.3}});
    const LinearModel linear = linearise(model);
    EXPECT_EQ(linear.kind, LinearKind::steady);
    EXPECT_EQ(linear.freedom, 2u);
    EXPECT_EQ(linear.positions, 3u);
    EXPECT_EQ(linear.zeros_at_zero, 4u);
    ASSERT_EQ(linear.modes.size(), 1u);
    const double expected = -2.0 * 0.3 * u / (0.5 + 2.0 * 0.09);
    EXPECT_NEAR(linear.modes[0].eigenvalue.real() / expected, 1, 1e-13);
    EXPECT_EQ(linear.stability, u > 0 ? Stability::neutral : Stability::unstable);
  }
}

// A coin rolling upright and straight: the lean oscillates as fast as its spin says,
// λ² = g/r·… of the disk (I about a diameter m r²/4, about its axis m r²/2): 5 λ² = 4 g/r − 12 Ω².
TEST(Linear, RollingCoinIsStableWhenItIsFast) {
  const char* const text = R"(
[parameters]
spin = 3
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "coin"
joint = "free"
mass = 1
inertia = [0.01, 0.02, 0.01]
start = { position = [0, 0, 0.2], velocity = ["0.2*spin", 0, 0], omega = [0, "spin", 0] }
[[constraints]]
name = "floor"
roll = { body = "coin", radius = 0.2, axis = [0, 1, 0] }
)";
  for (const double spin : {3.0, 5.0}) {
    const LinearModel linear = linearise(read_model(text, "coin.toml", {{"spin", spin}}));
    ASSERT_EQ(linear.problem, "");
    const double square = (4 * 9.81 / 0.2 - 12 * spin * spin) / 5;
    ASSERT_EQ(linear.modes.size(), square > 0 ? 2u : 1u) << spin;
    EXPECT_NEAR(std::abs(linear.modes.back().eigenvalue) / std::sqrt(std::abs(square)), 1, 1e-12);
    EXPECT_EQ(linear.kind, LinearKind::steady);
    EXPECT_EQ(linear.stability, square > 0 ? Stability::unstable : Stability::neutral);
  }
}

// A top that sleeps is stable above the speed 4 m g l I₁ = (I₃ω)²; in the axes of the joint its linear
// equations are constant although its quaternion turns.
TEST(Linear, SleepingTopIsStableAboveItsSpeed) {
  const char* const text = R"(
[parameters]
w = 10
[free]
gravity = [0, 0, -9.81]
[[bodies]]
name = "top"
joint = "ball"
mass = 2
inertia = [0.03, 0.03, 0.01]
center = [0, 0, 0.1]
start = { omega = [0, 0, "w"] }
)";
  const double I1 = 0.03 + 2 * 0.01, least = std::sqrt(4 * 2 * 9.81 * 0.1 * I1) / 0.01;
  for (const double w : {0.9 * least, 1.1 * least}) {
    const LinearModel linear = linearise(read_model(text, "top.toml", {{"w", w}}));
    ASSERT_EQ(linear.problem, "");
    EXPECT_EQ(linear.kind, LinearKind::steady);
    EXPECT_EQ(linear.stability, w > least ? Stability::neutral : Stability::unstable) << w;
    EXPECT_EQ(linear.zeros_at_zero, 2u);
    // Of x + iy: I₁ λ² − i I₃ ω λ − m g l = 0, and the same with −i.
    const std::complex<double> i(0, 1), c(0.01 * w, 0);
    Values expected;
    for (const double sign : {1.0, -1.0}) {
      const auto root = std::sqrt(-c * c + 4 * I1 * 2 * 9.81 * 0.1);
      expected.push_back((sign * i * c + root) / (2 * I1));
      expected.push_back((sign * i * c - root) / (2 * I1));
    }
    EXPECT_LT(distance(eigenvalues(linear), expected), 1e-11) << w;
  }
}

const char* const cart_text = R"toml(
[parameters]
push = 0
[[particles]]
name = "cart"
mass = 3
position = [0, 0]
force = ["push - 2*cart.x - 0.4*cart.x'", 0]
[[particles]]
name = "bob"
mass = 1
position = [0, -0.5]
[free]
gravity = [0, -9.81]
[[constraints]]
name = "rail"
equation = "cart.y = 0"
[[constraints]]
name = "rod"
equation = "distance(cart, bob) = 0.5"
[[observe]]
name = "swing"
formula = "atan((bob.x - cart.x)/(cart.y - bob.y))"
[[observe]]
name = "pull"
formula = "multiplier(rod)"
[linear]
inputs = ["push"]
outputs = ["cart.x", "swing"]
)toml";

// A cart with a pendulum, pushed: the cart rests where the bob swings as if it hung on a nail, so that
// push → cart.x has the zeros ±i√(g/l).
TEST(Linear, CartHasTheZerosOfItsPendulum) {
  const Model model = read_model(cart_text, "cart.toml");
  const LinearModel one = linearise(model, asking({"cart.x"}, 7));
  ASSERT_EQ(one.zeros.size(), 2u);
  EXPECT_NEAR(one.zeros[0].real(), 0, 1e-12);
  EXPECT_NEAR(std::abs(one.zeros[0].imag()), std::sqrt(9.81 / 0.5), 1e-12);
  // By hand, of x and the angle θ to the right: 4 ẍ + ½ θ̈ = u − 2 x − 0.4 ẋ, ẍ + ½ θ̈ = −g θ.
  const LinearModel both = linearise(model, asking({"cart.x", "swing"}, 7));
  EXPECT_TRUE(both.zeros.empty());
  for (std::size_t k = 0; k < 7; ++k) {
    const std::complex<double> s(0, both.response.frequency[k]);
    Eigen::Matrix2cd P;
    P << 4.0 * s * s + 0.4 * s + 2.0, 0.5 * s * s, s * s, 0.5 * s * s + 9.81;
    const Eigen::Vector2cd y = P.partialPivLu().solve(Eigen::Vector2cd(1, 0));
    EXPECT_LT(std::abs(both.response.value[2 * k] - y[0]), 1e-11 * std::abs(y[0])) << k;
    EXPECT_LT(std::abs(both.response.value[2 * k + 1] - y[1]), 1e-10 * std::abs(y[1])) << k;
  }
}

// The tension in the rod does not change to first order where the pendulum hangs; beside it, it does.
TEST(Linear, ReactionsAreOutputs) {
  const Model model = read_model(cart_text, "cart.toml");
  const LinearModel hanging = linearise(model, asking({"pull"}));
  for (const double c : hanging.C) EXPECT_NEAR(c, 0, 1e-10);
  State state = model.start();
  state.q = {0, 0, 0.3, -0.4};
  const LinearModel beside = linearise(model, near(state, {"pull"}));
  EXPECT_EQ(beside.kind, LinearKind::passing);
  EXPECT_EQ(beside.stability, Stability::undecided);
  // Where an input pushes the cart, the tension answers at once.
  const double h = 1e-4;
  double pull[2];
  for (const int sign : {0, 1}) {
    const Model pushed = read_model(cart_text, "cart.toml", {{"push", sign ? h : -h}});
    pull[sign] = solve_instant(pushed, state).observables[1];
  }
  ASSERT_EQ(beside.D.size(), 1u);
  EXPECT_NEAR(beside.D[0], (pull[1] - pull[0]) / (2 * h), 1e-9 * std::abs(pull[0]));
}

TEST(Linear, MinimalCoordinatesByDifferences) {
  for (const char* const name :
       {"chaplygin_sleigh.toml", "rolling_disk.toml", "rolling_disk_body.toml", "crank_rocker.toml",
        "bicycle.toml", "heavy_top.toml", "rolling_ball_body.toml", "spherical_pendulum.toml"}) {
    const Model model = load(name);
    const LinearModel linear = linearise(model);
    ASSERT_EQ(linear.problem, "") << name;
    const Eigen::MatrixXd A = matrix(linear.A, linear.states.size());
    const Eigen::MatrixXd twin = ByDifferences(model, linear).A(2e-3);
    EXPECT_LT((A - twin).cwiseAbs().maxCoeff(), 1e-8 * std::max(1.0, A.cwiseAbs().maxCoeff()))
        << name;
  }
}

// Trees with two rods across them, on the move: against differences, and with every rod twice, and in a
// world that is turned.
TEST(Linear, RandomLoopsAgreeWithDifferencesAndTheirTwins) {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Random random(seed);
    using enum bodies::Joint;
    MechanismText m = random_mechanism(random, 5, {hinge, ball, slider, hinge, universal}, 0.5);
    std::string rods;
    for (int k = 0; k < 2; ++k) {
      double local[2][3];
      for (auto& point : local) {
        for (double& x : point) x = random.uniform(-1, 1);
      }
      const std::string first = m.add_point(k, local[0]), second = m.add_point(4 - k, local[1]);
      rods += "distance = { between = [\"" + first + "\", \"" + second + "\"] }\n|";
    }
    const auto constraints = [&](const std::string& name) {
      std::string text;
      for (std::size_t from = 0, k = 0; from < rods.size(); ++k) {
        const std::size_t to = rods.find('|', from);
        text += "[[constraints]]\nname = \"" + name + std::to_string(k) + "\"\n" +
                rods.substr(from, to - from);
        from = to + 1;
      }
      return text;
    };
    m.closures += constraints("rod");
    const Model model = read_model(m.text(), "loops.toml");
    m.closures += constraints("again");
    const Model twice = read_model(m.text(), "twice.toml");
    const Turn turn = random_turn(random);
    const Model elsewhere = compile_model(turned(model.description(), turn));
    const LinearModel linear = linearise(model);
    ASSERT_EQ(linear.problem, "") << "seed " << seed;
    const Eigen::MatrixXd A = matrix(linear.A, linear.states.size());
    const double size = std::max(1.0, A.cwiseAbs().maxCoeff());
    const Eigen::MatrixXd twin = ByDifferences(model, linear).A(1e-3);
    EXPECT_LT((A - twin).cwiseAbs().maxCoeff(), 1e-8 * size) << "seed " << seed;
    for (const Model& other : {twice, elsewhere}) {
      const LinearModel same = linearise(other);
      ASSERT_EQ(same.states, linear.states) << "seed " << seed;
      const Eigen::MatrixXd B = matrix(same.A, same.states.size());
      EXPECT_LT((A - B).cwiseAbs().maxCoeff(), 1e-10 * size) << "seed " << seed;
    }
  }
}

TEST(Linear, SaysWhatItCannotDo) {
  const auto message = [](const std::function<void()>& act) {
    try {
      act();
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const Model model = read_model(cart_text, "cart.toml");
  EXPECT_EQ(message([&] { linearise(model, driven("pusch")); }),
            "inputs: the input 'pusch' is not a parameter; did you mean 'push'?");
  EXPECT_EQ(
      message([&] { linearise(model, asking({"cart.z"})); }),
      "outputs: the output 'cart.z' is neither a coordinate, a rate nor an observable; did you "
      "mean 'cart.x'?");
  EXPECT_EQ(message([&] { linearise(model, at("rest")); }),
            "at: is 'rest'; it must be 'start' or 'equilibrium'");
  EXPECT_EQ(message([&] { linearise(load("bouncing_ball.toml")); }),
            "model: a model with contacts cannot be linearised");
  const Model moved = read_model(
      "[parameters]\nl = 1\n[[particles]]\nname = \"p\"\nmass = 1\nposition = [0, -1]\n"
      "[free]\ngravity = [0, -9.81]\n[[constraints]]\nname = \"rod\"\nequation = \"norm(p) = l\"\n",
      "p.toml");
  EXPECT_EQ(
      message([&] { linearise(moved, driven("l")); }),
      "inputs: 'l' moves a constraint, so the motion depends on its rates too; let the input be a "
      "force or an acceleration");
}

TEST(Linear, OfAPrescribedMotionThereIsNothing) {
  const std::string said = "The constraints leave no degree of freedom: the motion is prescribed.";
  EXPECT_EQ(linearise(load("strandbeest.toml")).problem, said);
  const Model rates = read_model(
      "[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2/2\"\n"
      "[[constraints]]\nname = \"pace\"\nequation = \"x' = 1 + x\"\n",
      "pace.toml");
  EXPECT_EQ(linearise(rates).problem, said);
}

TEST(Linear, JsonHasEverythingByName) {
  const Model model = read_model(cart_text, "cart.toml");
  const auto json = nlohmann::json::parse(to_json(linearise(model), model));
  EXPECT_EQ(json["kind"], "equilibrium");
  EXPECT_EQ(json["stability"], "asymptotically stable");
  EXPECT_EQ(json["states"].size(), 4u);
  EXPECT_EQ(json["A"].size(), 4u);
  EXPECT_EQ(json["modes"].size(), 2u);
  EXPECT_TRUE(json["modes"][0]["shape"].contains("bob.x"));
  EXPECT_EQ(json["response"]["pairs"].size(), 2u);
  EXPECT_EQ(json["response"]["pairs"][0]["gain"].size(), 200u);
}

TEST(Linear, TheMotionToATimeIsStopped) {
  const Model model = read_model(cart_text, "cart.toml");
  LinearOptions options;
  options.t = 1e6;
  int asked = 0;
  options.goes_on = [&] { return ++asked < 3; };
  const LinearModel linear = linearise(model, options);
  EXPECT_NE(linear.problem.find("The motion did not reach t = "), std::string::npos)
      << linear.problem;
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace zwang::test
