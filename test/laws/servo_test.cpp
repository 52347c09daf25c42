// SPDX-License-Identifier: Apache-2.0
// Controls of least effort against the explicit pseudo-inverse.

#include "laws/servo.h"

#include <cmath>

#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

struct Scene {
  System s;  // the ideal rows
  Matrix A, B;
  Vector b, W, row_weights;
};

struct Commanded {
  least::ServoAnswer answer;
  Vector u, x, residual, free;
};

Commanded command(const Scene& scene, RankTolerance tolerance = RankTolerance::instant) {
  const Index n = scene.s.n(), rows = scene.A.rows(), controls = scene.B.rows();
  least::Derivative ideal(n, scene.s.m());
  const least::Task instant = task_of(scene.s);
  EXPECT_TRUE(ideal.factor(instant, tolerance));
  Commanded out;
  out.free = vec(solve(scene.s).acceleration);
  least::Servo servo(n, rows, controls);
  least::ServoTask task;
  task.n = n;
  task.rows = rows;
  task.controls = controls;
  task.instant = &instant;
  task.A = scene.A.data();
  task.b = scene.b.data();
  task.xdd = out.free.data();
  task.B = scene.B.data();
  task.weights = scene.W.size() ? scene.W.data() : nullptr;
  task.row_weights = scene.row_weights.size() ? scene.row_weights.data() : nullptr;
  out.answer = servo.solve(ideal, task, tolerance);
  out.u = Eigen::Map<const Vector>(out.answer.u, controls);
  out.x = Eigen::Map<const Vector>(out.answer.acceleration, n);
  out.residual = Eigen::Map<const Vector>(out.answer.residual, rows);
  return out;
}

Scene draw_scene(std::uint64_t seed, Index rows, Index controls) {
  Random random(seed);
  Scene scene;
  const Index n = random.integer(3, 6), m = random.integer(0, 2);
  scene.s.M = random_mass(random, n, 20);
  scene.s.Q = random_vector(random, n);
  scene.s.A = random_matrix(random, m, n);
  scene.s.b = random_vector(random, m);
  scene.A = random_matrix(random, rows, n);
  scene.b = random_vector(random, rows);
  scene.B = random_matrix(random, controls, n);
  if (random.chance(0.7))
    scene.W = random_vector(random, controls).cwiseAbs2() + 0.1 * Vector::Ones(controls);
  return scene;
}

/// A_s N Bᵀ by the definition of N.
Matrix response(const Scene& scene) {
  const System& s = scene.s;
  const Matrix Z = s.m() ? null_space(s.A, s.m()) : Matrix(Matrix::Identity(s.n(), s.n()));
  const Matrix N = Z * inverse(Matrix(Z.transpose() * s.M * Z)) * Z.transpose();
  return scene.A * N * scene.B.transpose();
}

TEST(Servo, ControlsAreTheWeightedPseudoInverseOfWhatIsAsked) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed + 500);
    const Index rows = random.integer(1, 3), controls = random.integer(1, 4);
    const Scene scene = draw_scene(seed, rows, controls);
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Matrix R = response(scene);
    const Index freedom = scene.s.n() - scene.s.m();
    const Index rank = std::min({rows, controls, freedom});
    const Vector W = scene.W.size() ? scene.W : Vector(Vector::Ones(controls));
    const Matrix half = W.cwiseSqrt().cwiseInverse().asDiagonal();
    const Matrix weighed = R * half;
    if (kappa(weighed, rank) > 1e4) continue;
    const Commanded c = command(scene);
    const PseudoInverse plus = pseudo_inverse(view(weighed), static_cast<std::size_t>(rows),
                                              static_cast<std::size_t>(controls), 1e-10);
    ASSERT_EQ(static_cast<Index>(plus.rank), rank);
    const Vector u = half * mat(plus.matrix, controls, rows) * (scene.b - scene.A * c.free);
    const double size = 1e-12 * kappa(weighed, rank) * kappa(weighed, rank) * (1 + u.norm());
    EXPECT_TRUE(near(c.u, u, size));
    EXPECT_EQ(c.answer.rank, rank);
    EXPECT_EQ(c.answer.unique, rank == controls);
    EXPECT_EQ(c.answer.status, rank == rows ? Status::ok : Status::contradictory);
    EXPECT_TRUE(near(c.residual, Vector(scene.b - scene.A * c.x), 1e-12 * (1 + c.x.norm())));
    EXPECT_LE((R.transpose() * c.residual).norm(), 10 * size * R.norm());  // least squares
  }
}

TEST(Servo, TheMotionIsThatOfTheIdealRowsUnderTheControls) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Scene scene = draw_scene(seed, 2, 3);
    const Commanded c = command(scene);
    System driven = scene.s;
    driven.Q += scene.B.transpose() * c.u;
    EXPECT_TRUE(near(vec(solve(driven).acceleration), c.x, 1e-11 * (1 + c.u.norm() + c.x.norm())))
        << "seed " << seed;
  }
}

// W = M⁻¹ and a control on every coordinate: nature's own choice, F^L of the rows as constraints.
TEST(Servo, WeightsOfTheInverseMassGiveTheForceOfConstraint) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Random random(seed);
    Scene scene;
    scene.s.M = Matrix((random_vector(random, 5).cwiseAbs2() + 0.2 * Vector::Ones(5)).asDiagonal());
    scene.s.Q = random_vector(random, 5);
    scene.s.A = Matrix(0, 5);
    scene.s.b = Vector(0);
    scene.A = random_matrix(random, 3, 5);
    scene.b = random_vector(random, 3);
    scene.B = Matrix::Identity(5, 5);
    scene.W = scene.s.M.diagonal().cwiseInverse();
    System constrained = scene.s;
    constrained.A = scene.A;
    constrained.b = scene.b;
    const Instant nature = solve(constrained);
    const Commanded c = command(scene);
    const double size = 1e-13 * nature.condition * nature.condition * (1 + c.u.norm());
    EXPECT_TRUE(near(nature.force_lagrange, c.u, size)) << "seed " << seed;
    EXPECT_TRUE(near(nature.acceleration, c.x, size * 5)) << "seed " << seed;
    EXPECT_FALSE(c.answer.unique);
  }
}

TEST(Servo, WhatIdealRowsTakeUpIsNoControl) {
  Random random(3);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Scene scene = draw_scene(seed, 1, 1);
    scene.s.A = random_matrix(random, 2, scene.s.n());
    scene.s.b = random_vector(random, 2);
    scene.B = 3 * scene.s.A.row(0) - scene.s.A.row(1);  // pushes against the rows only
    const Commanded pushed = command(scene);
    EXPECT_EQ(pushed.answer.rank, 0) << "seed " << seed;
    EXPECT_EQ(pushed.u(0), 0) << "seed " << seed;
    EXPECT_EQ(pushed.answer.status, Status::contradictory) << "seed " << seed;
    scene.B = random_matrix(random, 1, scene.s.n());
    scene.A = scene.s.A.row(0) + 2 * scene.s.A.row(1);  // asks what the rows decide
    const Commanded asked = command(scene);
    EXPECT_EQ(asked.answer.rank, 0) << "seed " << seed;
    scene.b(0) = scene.s.b(0) + 2 * scene.s.b(1);  // and now the same as they
    EXPECT_EQ(command(scene).answer.status, Status::ok) << "seed " << seed;
  }
}

TEST(Servo, UnitsOfRowsAndControlsDoNotChangeTheMotion) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Scene scene = draw_scene(seed, 2, 3);
    const Commanded c = command(scene);
    if (c.answer.rank < 2) continue;  // rows that fight do so in the norm as given
    Scene other = scene;
    other.A.row(0) *= 0x1p30;
    other.b(0) *= 0x1p30;
    other.B.row(1) *= 0x1p-20;
    other.W = scene.W.size() ? scene.W : Vector(Vector::Ones(3));
    other.W(1) *= 0x1p-40;  // u₁ is larger by 2²⁰
    const Commanded d = command(other);
    EXPECT_EQ(d.answer.rank, c.answer.rank) << "seed " << seed;
    EXPECT_TRUE(near(d.x, c.x, 1e-9 * (1 + c.x.norm() + c.u.norm()))) << "seed " << seed;
  }
}

TEST(Servo, RowWeightsDecideBetweenRowsThatFight) {
  Scene scene;
  scene.s.M = Matrix::Identity(2, 2);
  scene.s.Q = vector({0, 0});
  scene.s.A = Matrix(0, 2);
  scene.s.b = Vector(0);
  scene.A = matrix({{1, 0}, {1, 0}});
  scene.b = vector({0, 1});
  scene.B = matrix({{1, 0}});
  scene.row_weights = vector({1, 3});
  const Commanded c = command(scene);
  EXPECT_TRUE(near(c.u, vector({0.75}), 1e-15));
  EXPECT_TRUE(near(c.residual, vector({-0.75, 0.25}), 1e-15));
  EXPECT_EQ(c.answer.status, Status::contradictory);
  EXPECT_TRUE(c.answer.unique);
  scene.row_weights = vector({1, 0});
  EXPECT_EQ(command(scene).answer.status, Status::bad_weight);
}

TEST(Servo, WithoutRowsOrControlsNothingIsDone) {
  Scene scene = draw_scene(1, 2, 2);
  scene.B = Matrix(0, scene.s.n());
  scene.W.resize(0);
  Commanded c = command(scene);
  EXPECT_TRUE(near(c.x, c.free, 0));
  EXPECT_EQ(c.answer.status, Status::contradictory);
  scene = draw_scene(1, 2, 2);
  scene.A = Matrix(0, scene.s.n());
  scene.b = Vector(0);
  c = command(scene);
  EXPECT_TRUE(near(c.u, vector({0, 0}), 0));
  EXPECT_EQ(c.answer.status, Status::ok);
}

}  // namespace
}  // namespace zwang::test
