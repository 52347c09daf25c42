// SPDX-License-Identifier: Apache-2.0
// A motion does not know how it was written down: turned worlds, shuffled rows, scaled rows and rows
// that stand twice give the same motion.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <sstream>

#include "compile/compile.h"
#include "motion/run/run.h"
#include "read/model.h"
#include "support/random.h"

namespace zwang::motion {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Points that hang on each other and on the ground by rods; some rods are redundant.
struct Mechanism {
  std::vector<Vector3d> points, ground;
  struct Rod {
    int from, to;  // a point of the ground counts on behind the others
  };
  std::vector<Rod> rods;
  std::vector<double> masses;
  Vector3d gravity{0, 0, -9.81};
};

// A double pendulum of two tripods' worth of rods, whose second half is braced once too often.
Mechanism braced_mechanism() {
  Mechanism m;
  m.ground = {{0, 0, 0}, {1, 0, 0.2}};
  m.points = {{0.3, 0.2, -1}, {0.9, -0.1, -1.1}, {0.5, 0.8, -1.6}, {1.2, 0.6, -1.9}};
  m.masses = {1, 2, 0.5, 1e3};
  m.rods = {{0, 4}, {1, 5}, {0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}};
  return m;
}

struct Writing {
  Matrix3d turn = Matrix3d::Identity();
  std::vector<std::size_t> order;  // of the rods; a rod may stand in it twice
  std::vector<double> scale;
};

std::string write(const Mechanism& mechanism, const Writing& writing) {
  std::ostringstream text;
  text.precision(17);
  const auto vector = [&](const Vector3d& x) {
    std::ostringstream words;
    words.precision(17);
    const Vector3d y = writing.turn * x;
    words << "[" << y.x() << ", " << y.y() << ", " << y.z() << "]";
    return words.str();
  };
  const auto count = static_cast<int>(mechanism.points.size());
  const auto point = [&](int i) {
    return i < count ? "p" + std::to_string(i)
                     : vector(mechanism.ground[static_cast<std::size_t>(i - count)]);
  };
  for (std::size_t i = 0; i < mechanism.points.size(); ++i) {
    text << "[[particles]]\nname = \"p" << i << "\"\nmass = " << mechanism.masses[i]
         << "\nposition = " << vector(mechanism.points[i]) << "\n";
  }
  text << "[free]\ngravity = " << vector(mechanism.gravity) << "\n";
  for (std::size_t k = 0; k < writing.order.size(); ++k) {
    const Mechanism::Rod rod = mechanism.rods[writing.order[k]];
    const auto at = [&](int i) {
      return i < count ? mechanism.points[static_cast<std::size_t>(i)]
                       : mechanism.ground[static_cast<std::size_t>(i - count)];
    };
    const double square = (at(rod.from) - at(rod.to)).squaredNorm();
    text << "[[constraints]]\nname = \"rod" << k << "\"\nequation = \"" << writing.scale[k]
         << "*(dot(" << point(rod.from) << " - " << point(rod.to) << ", " << point(rod.from)
         << " - " << point(rod.to) << ") - " << square << ") = 0\"\n";
  }
  text << "[simulate]\nduration = 1\n";
  return text.str();
}

std::vector<Vector3d> end_of(const Mechanism& mechanism, const Writing& writing,
                             Method kernel = Method::automatic) {
  const std::string text = write(mechanism, writing);
  const read::Reading reading = read::read(text, "mechanism");
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "mechanism");
  const compile::Compiled compiled = compile::compile(reading.description);
  for (const Diagnostic& d : compiled.diagnostics) ADD_FAILURE() << to_text(d, text, "mechanism");
  RightSide side(compiled.equations, kernel);
  RunOptions options;
  options.t_end = 1;
  options.tolerance = 1e-11;
  const RunResult result = run(side, options, {});
  EXPECT_EQ(result.ending, Ending::done);
  EXPECT_LE(result.tally.worst.position, 1e-12);
  EXPECT_LE(result.tally.worst.velocity, 1e-12);
  std::vector<Vector3d> points;
  for (std::size_t i = 0; i + 2 < result.q.size(); i += 3) {
    points.push_back(writing.turn.transpose() *
                     Vector3d(result.q[i], result.q[i + 1], result.q[i + 2]));
  }
  return points;
}

Writing plain(const Mechanism& mechanism) {
  Writing writing;
  for (std::size_t k = 0; k < mechanism.rods.size(); ++k) {
    writing.order.push_back(k);
    writing.scale.push_back(1);
  }
  return writing;
}

Matrix3d random_turn(test::Random& random) {
  Eigen::Quaterniond q;
  for (const Index k : {2, 1, 0, 3}) q.coeffs()(k) = random.uniform(-1, 1);  // z, y, x, w
  return q.normalized().toRotationMatrix();
}

// Errors of the method are about 1e-10 at this tolerance, and differ with the axes.
void expect_same(const std::vector<Vector3d>& x, const std::vector<Vector3d>& y) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LE((x[i] - y[i]).norm(), 2e-9) << "point " << i;
}

TEST(Motion, IsTheSameInATurnedWorld) {
  const Mechanism mechanism = braced_mechanism();
  const auto reference = end_of(mechanism, plain(mechanism));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    Writing writing = plain(mechanism);
    writing.turn = random_turn(random);
    expect_same(end_of(mechanism, writing), reference);
  }
}

TEST(Motion, IsTheSameForShuffledScaledAndRepeatedRows) {
  const Mechanism mechanism = braced_mechanism();
  const auto reference = end_of(mechanism, plain(mechanism));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::Random random(seed);
    Writing writing = plain(mechanism);
    for (int extra = 0; extra < 4; ++extra) {
      writing.order.push_back(
          static_cast<std::size_t>(random.uniform() * static_cast<double>(mechanism.rods.size())));
    }
    for (std::size_t k = writing.order.size(); k > 1; --k) {
      std::swap(writing.order[k - 1],
                writing.order[static_cast<std::size_t>(random.uniform() * static_cast<double>(k))]);
    }
    writing.scale.clear();
    for (std::size_t k = 0; k < writing.order.size(); ++k) {
      writing.scale.push_back(std::pow(10.0, random.uniform(-6, 6)));
    }
    writing.turn = random_turn(random);
    expect_same(end_of(mechanism, writing), reference);
  }
}

TEST(Motion, IsTheSameByEveryKernel) {
  const Mechanism mechanism = braced_mechanism();
  const auto reference = end_of(mechanism, plain(mechanism));
  for (const Method kernel :
       {Method::explicit_, Method::bellman, Method::nullspace, Method::proximal, Method::sparse}) {
    SCOPED_TRACE(name(kernel));
    expect_same(end_of(mechanism, plain(mechanism), kernel), reference);
  }
}

TEST(Motion, RepeatsToTheLastBit) {
  const Mechanism mechanism = braced_mechanism();
  const auto once = end_of(mechanism, plain(mechanism)),
             again = end_of(mechanism, plain(mechanism));
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i], again[i]);
}

}  // namespace
}  // namespace zwang::motion
