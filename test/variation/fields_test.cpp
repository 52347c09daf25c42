// SPDX-License-Identifier: Apache-2.0
// Fields as planes, and their count against the second variation itself.
#include "variation/fields/fields.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "bvp/shooting/shooting.h"
#include "bvp/sphere.h"
#include "variation/fields/jacobi.h"
#include "variation/fields/lagrangian_plane.h"
#include "variation/linear_quadratic.h"

namespace zwang::test {

namespace {

/// WᵀP of the fields from a fixed start, at a few places: how far from symmetric, relatively.
double largest_skew(const variation::JacobiPlan& plan) {
  variation::FieldScales scales;
  EXPECT_TRUE(measure(plan, scales));
  variation::LagrangianPlane plane(plan, scales);
  EXPECT_TRUE(plane.take(0, plan.curve->at(0)));
  const Index N = plane.size();
  variation::Fields fields(plan, scales, N);
  plane.vertical(fields.column(0));
  double skew = 0;
  for (double tau : {0.1, 0.35, 0.8, 1.0}) {
    EXPECT_TRUE(fields.go(tau) && plane.take(tau, fields.z()));
    Eigen::MatrixXd W(N, N), P(N, N);  // column-major
    for (Index c = 0; c < N; ++c) {
      plane.position(fields.column(c), W.col(c).data());
      plane.momentum(fields.column(c), P.col(c).data());
    }
    const Eigen::MatrixXd S = W.transpose() * P;
    skew = std::fmax(skew, (S - S.transpose()).norm() / (W.norm() * P.norm()));
    EXPECT_GT(S.norm(), 1e-3 * W.norm() * P.norm());  // not symmetric for want of numbers
  }
  return skew;
}

/// The negative eigenvalues of the second variation on polygons of m sides that satisfy all rows,
/// fixed at the end, and at the start or not.
Index index_by_polygons(const LinearQuadratic& q, Index m, bool fixed) {
  const Index n = q.n(), l = q.velocities(), k = q.integrals(), size = (m + 1) * n;
  const double h = q.T / static_cast<double>(m);
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(size, size), rows(0, size);
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(k, size);
  const auto add = [&](const Eigen::MatrixXd& more) {
    rows.conservativeResize(rows.rows() + more.rows(), size);
    rows.bottomRows(more.rows()) = more;
  };
  const auto unit = [&](Index i, const Matrix& block) {
    Eigen::MatrixXd wide = Eigen::MatrixXd::Zero(block.rows(), size);
    wide.middleCols(i * n, n) = block;
    return wide;
  };
  for (Index i = 0; i < m; ++i) {
    const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd x = unit(i, 0.5 * one) + unit(i + 1, 0.5 * one);
    const Eigen::MatrixXd v = unit(i, -one / h) + unit(i + 1, one / h);
    const Eigen::MatrixXd cross = x.transpose() * q.N * v;
    S += h * (v.transpose() * q.M * v + cross + cross.transpose() - x.transpose() * q.K * x);
    if (l > 0) add(q.D * v + q.E * x);
    if (k > 0) total += h * (q.c * x + q.d * v);
    if (q.A.rows() > 0) add(unit(i, q.A));
  }
  if (k > 0) add(total);
  if (fixed) add(unit(0, Matrix::Identity(n, n)));
  add(unit(m, Matrix::Identity(n, n)));
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows.transpose());
  const Eigen::MatrixXd Z = Eigen::MatrixXd(qr.householderQ()).rightCols(size - qr.rank());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(Z.transpose() * S * Z);
  return (eigen.eigenvalues().array() < 0).count();
}

/// Free start: Z x, with momenta zero along Z; the integrals' multipliers besides.
std::vector<double> free_start(const LinearQuadratic& q) {
  const Index n = q.n(), k = q.integrals(), length = q.size() + k;
  const Eigen::MatrixXd A = q.A.rows() > 0 ? Eigen::MatrixXd(q.A) : Eigen::MatrixXd::Zero(1, n);
  const Eigen::MatrixXd Z = Eigen::FullPivLU<Eigen::MatrixXd>(A).kernel();
  const auto rate = [&](const Vector& p) {  // Zᵀ(M v + p) = 0
    return Vector(-Z * (Z.transpose() * q.M * Z).ldlt().solve(Z.transpose() * p));
  };
  std::vector<double> start;
  const auto add = [&](const Vector& x, const Vector& v, Index mu) {
    std::vector<double> column(length);
    std::copy_n(x.data(), n, column.data());
    for (Index i = 0; i < n; ++i) column[n + i] = q.T * v[i];
    if (mu >= 0) column[q.size() + mu] = 1;
    start.insert(start.end(), column.begin(), column.end());
  };
  for (Index j = 0; j < Z.cols(); ++j) {
    const Vector x = Z.col(j);
    add(x, rate(q.N.transpose() * x), -1);
  }
  for (Index mu = 0; mu < k; ++mu) add(Vector::Zero(n), rate(q.d.row(mu).transpose()), mu);
  return start;
}

Index index_by_fields(const variation::JacobiResult& result) {
  Index index = 0;
  for (const auto& point : result.points) index += point.tau < 1 ? point.multiplicity : 0;
  return index;
}

}  // namespace

// The equations are linear and exact: what is left is the error of the fields, 1e-12 in each step.
TEST(Fields, FromAFixedStartAreALagrangianPlaneAllAlong) {  // [ENDS 32]
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Index rows = random.integer(0, 2), velocities = random.integer(0, 1);
    LinearQuadratic q = random_quadratic(random, 4, rows, velocities, seed % 3);
    q.prepare();
    EXPECT_LT(largest_skew(q.plan()), 1e-10) << "seed " << seed;
  }
}

TEST(Fields, AlongCurvedMotionsAreALagrangianPlaneToo) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    Sphere sphere(4);
    sphere.g = random_vector(random, 4);
    const Matrix K = random_matrix(random, 4, 4);
    sphere.K = K + K.transpose();
    sphere.T = 3;
    const bvp::Bvp bvp = sphere.bvp();
    const variation::Functional functional = sphere.functional();
    const Vector x = random_vector(random, 4).normalized(), v = random_vector(random, 4);
    const std::vector<double> z = sphere.state(x, v - v.dot(x) * x);
    bvp::Curve curve;
    ASSERT_EQ(bvp::follow(bvp, 1e-12, z.data(), {}, curve), bvp::Outcome::done);
    EXPECT_LT(largest_skew(sphere.plan(bvp, functional, curve)), 1e-10) << "seed " << seed;
  }
}

// th(0) = 0.5, th(1) = −0.3: δth(1)/δth'(0), from th'' = −sin th in 30 digits.
TEST(Fields, OfThePendulumHaveTheirKnownSizeAtTheEnd) {  // [ENDS 16]
  const Sphere sphere = pendulum(1);
  const bvp::Bvp bvp = sphere.bvp();
  const variation::Functional functional = sphere.functional();
  const std::vector<double> z =
      sphere.state(on_circle(0.5), -0.680697068386169209 * along_circle(0.5));
  bvp::Curve curve;
  ASSERT_EQ(bvp::follow(bvp, 1e-13, z.data(), {}, curve), bvp::Outcome::done);
  const variation::JacobiPlan plan = sphere.plan(bvp, functional, curve);
  variation::FieldScales scales;
  ASSERT_TRUE(measure(plan, scales));
  variation::LagrangianPlane plane(plan, scales);
  ASSERT_TRUE(plane.take(0, curve.at(0)));
  variation::Fields fields(plan, scales, 1);
  plane.vertical(fields.column(0));
  const double* field = fields.column(0);
  const double rate = std::hypot(field[2], field[3]);
  ASSERT_TRUE(fields.go(1));
  EXPECT_NEAR(std::hypot(field[0], field[1]) / rate, 0.8448502359313, 1e-13);
}

// Morse's theorem: the index is the number of points before the end. Problems with a point within
// 4 % of the end are left out: polygons of 30 sides see it elsewhere.
TEST(Fields, VanishAsOftenAsTheSecondVariationHasNegativeDirections) {  // [ENDS 35]
  Index judged = 0, largest = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Index rows = random.integer(0, 1), velocities = seed % 4 == 3, integrals = seed % 3 == 1;
    LinearQuadratic q = random_quadratic(random, 3, rows, velocities, integrals);
    q.K *= random.uniform(0.5, 2);
    q.prepare();
    variation::JacobiPlan plan = q.plan();
    plan.beyond = 1.04;
    const bool fixed = velocities || seed % 2;
    if (!fixed) plan.start = free_start(q);
    const variation::JacobiResult result = conjugate_points(plan);
    ASSERT_TRUE(result.done) << "seed " << seed;
    if (!result.points.empty() && result.points.back().tau > 0.96) continue;
    ++judged;
    largest = std::max(largest, index_by_fields(result));
    EXPECT_EQ(index_by_fields(result), index_by_polygons(q, 30, fixed))
        << "seed " << seed << ": " << rows << " rows, " << velocities << " of velocities, "
        << integrals << " integrals";
  }
  EXPECT_GE(judged, 20);
  EXPECT_GT(largest, 4);
}

}  // namespace zwang::test
