// SPDX-License-Identifier: Apache-2.0
// Mechanisms with loops against geometry: meeting points of circles and spheres, the law of the Cardan
// joint. None of it knows what a constraint is.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "problems/turned_world.h"

namespace zwang::test {
namespace {

using Point = std::complex<double>;
using Space = std::array<double, 3>;

Space operator+(const Space& a, const Space& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Space operator*(double s, const Space& a) { return {s * a[0], s * a[1], s * a[2]}; }
Space operator-(const Space& a, const Space& b) { return a + -1 * b; }
double dot(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Space& a) { return std::sqrt(dot(a, a)); }
Space unit(const Space& a) { return 1 / length(a) * a; }
Space cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Trajectory run_loop(const Description& description, double duration, long samples) {
  RunOptions options;
  options.duration = duration;
  options.tolerance = 1e-11;
  options.samples = samples;
  Trajectory trajectory = run(compile_model(description), options);
  EXPECT_EQ(trajectory.summary().ending, Ending::done) << trajectory.summary().message;
  return trajectory;
}

// The meeting point of two circles that lies to the left of the way from p to q, if side is 1.
Point meet(Point p, double of_p, Point q, double of_q, double side) {
  const double d = std::abs(q - p), along = (of_p * of_p - of_q * of_q + d * d) / (2 * d);
  return p + (q - p) / d * Point(along, side * std::sqrt(of_p * of_p - along * along));
}

// The foot of Jansen's leg, its crank at an angle.
Point foot_at(double angle) {
  const Point pin = std::polar(0.15, angle), frame(-0.38, -0.078);
  const Point top = meet(frame, 0.415, pin, 0.5, 1), low = meet(frame, 0.393, pin, 0.619, -1);
  const Point hip = meet(frame, 0.401, top, 0.558, 1), knee = meet(hip, 0.394, low, 0.367, -1);
  return meet(knee, 0.657, low, 0.49, -1);
}

constexpr double pi = 3.14159265358979323846;

TEST(BodyLoops, FeetOfAStrandbeestGoByRulerAndCompass) {
  const Trajectory trajectory = run_loop(description_of("strandbeest_legs"), 1, 41);
  const auto t = trajectory.column("t");
  for (std::size_t k = 0; k < t.size(); ++k) {
    const Point left = foot_at(2 * pi * t[k]), right = foot_at(pi - 2 * pi * t[k]);
    EXPECT_NEAR(trajectory.column("left_foot.x")[k], left.real(), 1e-10) << t[k];
    EXPECT_NEAR(trajectory.column("left_foot.y")[k], left.imag(), 1e-10) << t[k];
    EXPECT_NEAR(trajectory.column("right_foot.x")[k], -right.real(), 1e-10) << t[k];
    EXPECT_NEAR(trajectory.column("right_foot.y")[k], right.imag(), 1e-10) << t[k];
  }
}

// Two circles give the pose, two ratios the rates, and the energy the speed, which is all there is to
// a mechanism of one freedom.
TEST(BodyLoops, ACrankAndRockerIsATriangleWithAnEnergy) {
  const Trajectory trajectory = run_loop(description_of("crank_rocker"), 3, 61);
  // Gravity on the stand, which is turned about [1, −1, 2] by 0.7: Rᵀ(0, −9.81, 0).
  const double h = std::sin(0.35) / std::sqrt(6.0);
  const auto R = matrix_of({std::cos(0.35), h, -h, 2 * h});
  const Point gravity(-9.81 * R[1][0], -9.81 * R[1][1]);
  const auto crank = trajectory.column("crank.angle"), rate = trajectory.column("crank.angle'");
  const auto coupler = trajectory.column("coupler.angle"),
             rocker = trajectory.column("rocker.angle");
  double first = 0;
  for (std::size_t k = 0; k < crank.size(); ++k) {
    const Point pin = std::polar(1.0, crank[k]), end = meet(pin, 3, 3, 2, 1);
    const double b = std::arg(end - pin), c = std::arg(end - Point(3)), sine = std::sin(c - b);
    EXPECT_NEAR(std::remainder(crank[k] + coupler[k] - b, 2 * pi), 0, 1e-11) << k;
    EXPECT_NEAR(std::remainder(rocker[k] - c, 2 * pi), 0, 1e-11) << k;
    const double b_rate = rate[k] * std::sin(crank[k] - c) / (3 * sine);
    const double c_rate = rate[k] * std::sin(crank[k] - b) / (2 * sine);
    const Point i(0, 1), middle_rate = i * pin * rate[k] + 0.5 * i * (end - pin) * b_rate;
    const double twice = rate[k] * rate[k] / 3 + 3 * std::norm(middle_rate) +
                         27.0 / 12 * b_rate * b_rate + 8.0 / 3 * c_rate * c_rate;
    const Point moments = 0.5 * pin + 3.0 * 0.5 * (pin + end) + 2.0 * 0.5 * (end + Point(3));
    const double energy = 0.5 * twice - (std::conj(gravity) * moments).real();
    if (k == 0) first = energy;
    EXPECT_NEAR(energy, first, 1e-9 * first) << k;
  }
  EXPECT_GT(crank.back(), 2 * pi);
}

// Every angle is off by up to a tenth, on top of what two digits leave: the legs bend as they did.
TEST(BodyLoops, AreAssembledOnTheirBranchFromARoughStart) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    Description description = description_of("strandbeest_legs");
    for (Body& body : description.bodies) {
      if (body.name.text == "crank") continue;
      body.start[0].numbers[0] =
          std::stod(body.start[0].numbers[0].text) + random.uniform(-0.1, 0.1);
    }
    const Trajectory trajectory = run_loop(description, 1e-3, 2);
    EXPECT_NEAR(trajectory.column("left_foot.x")[0], foot_at(0).real(), 1e-10) << "seed " << seed;
    EXPECT_NEAR(trajectory.column("right_foot.x")[0], -foot_at(pi).real(), 1e-10)
        << "seed " << seed;
    EXPECT_GT(trajectory.summary().start_moved, 0.02);
  }
}

// tan(middle) = cos β tan(first), and its rate; the middle shaft keeps its direction, so that its
// energy is that of one rotation.
TEST(BodyLoops, ACardanShaftObeysTheLawOfItsJoint) {
  const double beta = 0.6, J = 0.02, J2 = 0.05, w = 5, c = std::cos(beta);
  const Trajectory trajectory = run_loop(description_of("cardan_shaft"), 3, 61);
  const auto first = trajectory.column("first.angle"), rate = trajectory.column("first.angle'");
  const auto bend1 = trajectory.column("middle.angle1"), bend2 = trajectory.column("middle.angle2");
  const auto unevenness = trajectory.column("unevenness");
  for (std::size_t k = 0; k < first.size(); ++k) {
    const double S = std::sin(first[k]), C = std::cos(first[k]);
    // The fork of the middle shaft, its y: R_x(first) R_z(bend1) e_y.
    const double s1 = std::sin(bend1[k]), c1 = std::cos(bend1[k]);
    const Space fork{-s1, C * c1, S * c1};
    const double across = fork[1] * c - fork[0] * std::sin(beta);  // cos and sin of its angle
    EXPECT_NEAR(fork[2] * C, c * S * across, 1e-12) << k;
    EXPECT_GT(fork[2] * c * S + across * C, 0) << k;  // and not half a turn from there
    // R_x(first) R_z(bend1) R_y(bend2) e_x
    const double s2 = std::sin(bend2[k]), c2 = std::cos(bend2[k]);
    const Space along{c1 * c2, C * s1 * c2 + S * s2, S * s1 * c2 - C * s2};
    EXPECT_NEAR(length(along - Space{c, std::sin(beta), 0}), 0, 1e-12) << k;
    const double ratio = c / (C * C + c * c * S * S);
    EXPECT_NEAR(unevenness[k], ratio, 1e-12) << k;
    const double expected = w * std::sqrt((2 * J + J2 * c * c) / (2 * J + J2 * ratio * ratio));
    EXPECT_NEAR(rate[k], expected, 1e-9) << k;
  }
  EXPECT_GT(first.back(), 4 * pi);
}

// v, turned about an axis by an angle (Rodrigues).
Space turned_about(const Space& axis, double angle, const Space& v) {
  const Space u = unit(axis);
  return std::cos(angle) * v + std::sin(angle) * cross(u, v) +
         (1 - std::cos(angle)) * dot(u, v) * u;
}

// The point at given distances from three others, on the side of cross(b − a, c − a).
Space trilaterate(const Space& a, double of_a, const Space& b, double of_b, const Space& c,
                  double of_c) {
  const double d = length(b - a);
  const Space x = unit(b - a), i = dot(x, c - a) * x, y = unit(c - a - i), z = cross(x, y);
  const double cx = dot(x, c - a), cy = dot(y, c - a);
  const double px = (of_a * of_a - of_b * of_b + d * d) / (2 * d);
  const double py = (of_a * of_a - of_c * of_c + cx * cx + cy * cy - 2 * cx * px) / (2 * cy);
  const double pz = std::sqrt(of_a * of_a - px * px - py * py);
  return a + px * x + py * y + pz * z;
}

struct Upright {
  double upper, camber, toe;
};

// Where the upright is if the lower wishbone is at an angle; the numbers are those of the model.
Upright upright_at(double lower) {
  const Space ball{-0.02, -0.06, 0.28}, arm{0.13, -0.02, 0.05}, rack{0.12, 0.3, 0.22};
  const Space low = Space{0, 0.3, 0.2} + turned_about({1, 0.03, 0.02}, lower, {0, 0.42, -0.02});
  // |foot + cos ψ p + sin ψ q − low| = |ball|
  const Space axis = unit({1, -0.02, -0.05}), reach{0, 0.26, 0.02}, hub{-0.02, 0.4, 0.45};
  const Space foot = hub + dot(axis, reach) * axis, p = reach - dot(axis, reach) * axis,
              q = cross(axis, p);
  const double A = 2 * dot(foot - low, p), B = 2 * dot(foot - low, q);
  const double right = dot(ball, ball) - dot(foot - low, foot - low) - dot(p, p);
  const double middle = std::atan2(B, A), spread = std::acos(right / std::hypot(A, B));
  const double one = std::remainder(middle + spread, 2 * pi),
               other = std::remainder(middle - spread, 2 * pi);
  const double upper = std::abs(one) < std::abs(other) ? one : other;
  const Space top = foot + std::cos(upper) * p + std::sin(upper) * q;
  const Space end = trilaterate(low, length(arm), top, length(arm - ball), rack, 0.4);
  // The same triangle in the upright and in the car.
  const auto frame = [](const Space& a, const Space& b) {
    const Space z = unit(cross(a, b));
    return std::array<Space, 3>{unit(a), cross(z, unit(a)), z};
  };
  const auto in_upright = frame(ball, arm), in_car = frame(top - low, end - low);
  Space y{0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) y = y + in_upright[k][1] * in_car[k];
  return {upper, std::asin(y[2]), std::atan2(-y[0], y[1])};
}

TEST(BodyLoops, AWishboneKeepsCamberAndToeByRulerAndCompass) {
  const Trajectory trajectory = run_loop(description_of("double_wishbone"), 2, 41);
  const auto lower = trajectory.column("lower.angle");
  double least = 0, most = 0;
  for (std::size_t k = 0; k < lower.size(); ++k) {
    const Upright expected = upright_at(lower[k]);
    EXPECT_NEAR(trajectory.column("upper.angle")[k], expected.upper, 1e-11) << k;
    EXPECT_NEAR(trajectory.column("camber")[k], expected.camber, 1e-11) << k;
    EXPECT_NEAR(trajectory.column("toe")[k], expected.toe, 1e-11) << k;
    least = std::min(least, lower[k]);
    most = std::max(most, lower[k]);
  }
  EXPECT_GT(most - least, 0.1);  // it was a way
}

// Its angle has few digits left behind the point; the suspension has all of its own.
TEST(BodyLoops, StayClosedBesideAWheelThatHasTurnedForLong) {
  const Model model = compile_model(description_of("double_wishbone"));
  RunOptions options;
  options.duration = 0.2;
  options.samples = 2;
  options.start = model.start();
  ASSERT_TRUE(assign(model, "wheel.angle", 1e7, *options.start));
  const Summary summary = run(model, options).summary();
  EXPECT_EQ(summary.ending, Ending::done) << summary.message;
  EXPECT_LE(summary.max_position_residual, 1e-13);
}

}  // namespace
}  // namespace zwang::test
