// SPDX-License-Identifier: Apache-2.0
// Small trees of bodies against a Lagrangian typed as text from the same numbers: positions and axes
// as formulas of the coordinates, ω from the derivatives of the axes. Nothing of the recursions is in it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "flow/right_side.h"
#include "support/body_text.h"
#include "support/compile_text.h"

namespace zwang::test {
namespace {

using bodies::Joint;
using Words = std::array<std::string, 3>;

/// Σ number·formula.
std::string weighed(const double* x, const Words& words) {
  std::string sum;
  for (std::size_t k = 0; k < 3; ++k) {
    sum += (k > 0 ? " + " : "") + ("(" + digits(x[k]) + ")*") + words[k];
  }
  return sum;
}

/// The typed form of a mechanism, body by body.
class TypedLagrangian {
 public:
  explicit TypedLagrangian(const MechanismText& m) : m_(m) {
    for (std::size_t k = 0; k < m.bodies.size(); ++k) add_body(static_cast<Index>(k));
  }

  std::string text() const {
    return "[coordinates]\n" + coordinates_ + "[define]\n" + define_ + "[free]\nkinetic = \"" +
           kinetic_ + "\"\npotential = \"" + potential_ + "\"\n";
  }

 private:
  static std::string named(const char* what, Index body, std::size_t k) {
    return what + std::to_string(body) + "_" + std::to_string(k);
  }
  void define(const std::string& name, const std::string& formula) {
    define_ += name + " = \"" + formula + "\"\n";
  }
  std::string coordinate(Index body, std::size_t k) {
    const BodyText& b = m_.bodies[static_cast<std::size_t>(body)];
    const std::string name = named("q", body, k);
    coordinates_ += name + " = { start = " + digits(b.q[k]) + ", rate = " + digits(b.v[k]) + " }\n";
    return name;
  }

  /// Component i of the parent's axis k, which the ground has as a number.
  static std::string axis(Index body, std::size_t k, std::size_t i) {
    if (body == bodies::ground) return i == k ? "1" : "0";
    return named("e", body, k) + std::to_string(i);
  }

  /// The joint frame's axes: those of the parent, turned by the numbers of the quaternion.
  void add_seat(Index body) {
    const BodyText& b = m_.bodies[static_cast<std::size_t>(body)];
    const double w = b.turn[0], x = b.turn[1], y = b.turn[2], z = b.turn[3];
    const double columns[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
        {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
        {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    for (std::size_t i = 0; i < 3; ++i) {
      const Words parent = {axis(b.parent, 0, i), axis(b.parent, 1, i), axis(b.parent, 2, i)};
      for (std::size_t k = 0; k < 3; ++k) {
        define(named("f", body, k) + std::to_string(i), weighed(columns[k], parent));
      }
      const std::string origin = b.parent == bodies::ground ? "0" : named("o", b.parent, i);
      define(named("r", body, i), origin + " + " + weighed(b.at, parent));
    }
  }

  /// Axes `to` = axes `from` turned about u, given in them (Rodrigues).
  void add_turn(Index body, const char* from, const char* to, const double* u,
                const std::string& angle) {
    const std::string c = "cos(" + angle + ")", s = "sin(" + angle + ")";
    const double X[3][3] = {{0, -u[2], u[1]}, {u[2], 0, -u[0]}, {-u[1], u[0], 0}};
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < 3; ++i) {
        std::string sum;
        for (std::size_t j = 0; j < 3; ++j) {
          const double uu = u[j] * u[k];
          sum += (j > 0 ? " + " : "") + ("((" + digits(uu) + ") + (") + digits((j == k) - uu) +
                 ")*" + c + " + (" + digits(X[j][k]) + ")*" + s + ")*" + named(from, body, j) +
                 std::to_string(i);
        }
        define(named(to, body, k) + std::to_string(i), sum);
      }
    }
  }

  void add_body(Index body) {
    const BodyText& b = m_.bodies[static_cast<std::size_t>(body)];
    add_seat(body);
    const double z[3] = {0, 0, 1}, still[3] = {0, 0, 0};
    std::string slide = "0", slide2 = "0";
    const double *along = b.axis, *turning = b.axis;
    const std::string first = coordinate(body, 0);
    std::string angle = first;
    if (b.joint == Joint::slider) {
      slide = first;
      turning = still;  // nothing turns
      angle = "0";
    } else if (b.joint == Joint::cylinder) {
      slide = coordinate(body, 1);
    } else if (b.joint == Joint::screw) {
      slide = "(" + digits(b.pitch / (8 * std::atan(1.0))) + ")*" + first;
    } else if (b.joint == Joint::planar) {
      slide = first;
      slide2 = coordinate(body, 1);
      angle = coordinate(body, 2);
      turning = z;
    }
    const bool universal = b.joint == Joint::universal, planar = b.joint == Joint::planar;
    add_turn(body, "f", universal ? "g" : "e", turning, angle);
    if (universal) add_turn(body, "g", "e", b.axis2, coordinate(body, 1));
    for (std::size_t i = 0; i < 3; ++i) {
      const auto f = [&](std::size_t k) { return named("f", body, k) + std::to_string(i); };
      const std::string way = planar
                                  ? slide + "*" + f(0) + " + " + slide2 + "*" + f(1)
                                  : "(" + slide + ")*(" + weighed(along, {f(0), f(1), f(2)}) + ")";
      define(named("o", body, i), named("r", body, i) + " + " + way);
    }
    add_energy(body);
  }

  void add_energy(Index body) {
    const BodyText& b = m_.bodies[static_cast<std::size_t>(body)];
    const std::string m = "(" + digits(b.mass) + ")";
    std::string speed;
    for (std::size_t i = 0; i < 3; ++i) {
      const Words axes = {axis(body, 0, i), axis(body, 1, i), axis(body, 2, i)};
      define(named("c", body, i), named("o", body, i) + " + " + weighed(b.center, axes));
      speed += (i > 0 ? " + " : "") + named("c", body, i) + "'^2";
      potential_ += (potential_.empty() ? "" : " ") + ("- " + m + "*(") + digits(m_.gravity[i]) +
                    ")*" + named("c", body, i);
    }
    // ω along the body's axes: e_y'·e_z, e_z'·e_x, e_x'·e_y
    for (std::size_t k = 0; k < 3; ++k) {
      std::string sum;
      for (std::size_t i = 0; i < 3; ++i) {
        sum +=
            (i > 0 ? " + " : "") + axis(body, (k + 1) % 3, i) + "'*" + axis(body, (k + 2) % 3, i);
      }
      define(named("w", body, k), sum);
    }
    const double* I = b.inertia;
    const auto w = [&](std::size_t k) { return named("w", body, k); };
    kinetic_ += (kinetic_.empty() ? "" : " + ") + ("0.5*" + m + "*(") + speed + ") + 0.5*((" +
                digits(I[0]) + ")*" + w(0) + "^2 + (" + digits(I[1]) + ")*" + w(1) + "^2 + (" +
                digits(I[2]) + ")*" + w(2) + "^2) + (" + digits(I[3]) + ")*" + w(0) + "*" + w(1) +
                " + (" + digits(I[4]) + ")*" + w(0) + "*" + w(2) + " + (" + digits(I[5]) + ")*" +
                w(1) + "*" + w(2);
  }

  const MechanismText& m_;
  std::string coordinates_, define_, kinetic_, potential_;
};

std::vector<double> accelerations_of(const std::string& text, Method method) {
  const compile::Compiled model = compile_text(text);
  motion::RightSide side(model.equations, method);
  const Instant& now = side.full_instant(0, model.equations.q.data(), model.equations.v.data());
  EXPECT_EQ(now.status, Status::ok);
  return now.acceleration;
}

void expect_as_typed(const MechanismText& m, const std::string& where) {
  const std::vector<double> typed = accelerations_of(TypedLagrangian(m).text(), Method::explicit_);
  const std::vector<double> swept = accelerations_of(m.text(), Method::bodies);
  ASSERT_EQ(typed.size(), swept.size()) << where;
  double size = 1;
  for (const double x : typed) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < typed.size(); ++i) {
    EXPECT_NEAR(swept[i], typed[i], 1e-11 * size) << where << ", coordinate " << i;
  }
}

const Joint typed_joints[] = {Joint::hinge, Joint::slider,    Joint::cylinder,
                              Joint::screw, Joint::universal, Joint::planar};

// [SOLIDS 8-10]
TEST(BodiesAndLagrangian, EveryPairOfJointsMovesAsTypedByHand) {
  for (const Joint inner : typed_joints) {
    for (const Joint outer : typed_joints) {
      const auto seed =
          static_cast<std::uint64_t>(10 * static_cast<int>(inner) + static_cast<int>(outer));
      Random random(seed);
      MechanismText m = random_mechanism(random, 0, {}, 0);
      m.bodies = {random_body(random, bodies::ground, inner, 0.3),
                  random_body(random, 0, outer, 0.3)};
      m.points.resize(2);
      expect_as_typed(m, "seed " + std::to_string(seed));
    }
  }
}

TEST(BodiesAndLagrangian, TreesOfThreeMoveAsTypedByHand) {
  for (std::uint64_t seed = 100; seed < 108; ++seed) {
    Random random(seed);
    const std::vector<Joint> all(std::begin(typed_joints), std::end(typed_joints));
    expect_as_typed(random_mechanism(random, 3, all, 0.3), "seed " + std::to_string(seed));
  }
}

}  // namespace
}  // namespace zwang::test
