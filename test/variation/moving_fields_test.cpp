// SPDX-License-Identifier: Apache-2.0
// The index by fields where ends move, against closed forms and against the second variation, which
// shares no numbers with it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "variation/chain/second_variation.h"
#include "variation/fields/jacobi.h"
#include "variation/linear_quadratic.h"

namespace zwang::test {

using std::numbers::pi;
using variation::conjugate_points;
using variation::EndForm;
using variation::Inertia;
using variation::JacobiResult;

namespace {

/// Ends of a quadratic problem: (δx(0), δx(T)) is a combination of the columns of Z, those of Y stand
/// across them, all orthonormal. And the ends bend: C is added to the second variation.
struct Ends {
  Matrix Z, Y, C;
};

/// Rows over (δz(0), δz(1), δp) as rows of a matrix.
std::vector<double> rows_of(const Matrix& rows) {
  std::vector<double> all;
  for (Index k = 0; k < rows.rows(); ++k)
    for (Index i = 0; i < rows.cols(); ++i) all.push_back(rows(k, i));
  return all;
}

EndForm end_form(const LinearQuadratic& q, const Ends& ends) {
  const Index n = q.n(), s = q.size(), k = q.integrals(), width = 2 * s + k;
  Matrix x = Matrix::Zero(2 * n, width), p = Matrix::Zero(2 * n, width);
  for (Index end = 0; end < 2; ++end) {
    x.block(end * n, end * s, n, n).setIdentity();
    const double sign = end == 0 ? -1 : 1;  // (−F_v(0), F_v(T))
    p.block(end * n, end * s, n, n) = sign * q.N.transpose();
    p.block(end * n, end * s + n, n, n) = sign * q.M / q.T;
    p.block(end * n, end * s + 2 * n, n, q.velocities()) = sign * q.D.transpose();
    p.block(end * n, 2 * s, n, k) = sign * q.d.transpose();
  }
  Matrix held = Matrix::Zero(ends.Y.cols() + k, width);
  held.topRows(ends.Y.cols()) = ends.Y.transpose() * x;
  held.block(ends.Y.cols(), s + 2 * n + q.velocities(), k, k).setIdentity();
  EndForm form;
  form.held = rows_of(held);
  form.along = rows_of(ends.Z.transpose() * x);
  form.natural = rows_of(ends.Z.transpose() * (p + ends.C * x));
  form.stretch.assign(static_cast<std::size_t>(k), 0);
  return form;
}

JacobiResult by_fields(const LinearQuadratic& q, const Ends& ends) {
  const EndForm form = end_form(q, ends);
  variation::JacobiPlan plan = q.plan();
  plan.ends = &form;
  return conjugate_points(plan);
}

Inertia by_second_variation(const LinearQuadratic& q, const Ends& ends) {
  const Index n = q.n(), nodes = 100;
  variation::SampledCurve curve;
  for (Index i = 0; i <= nodes; ++i)
    curve.t.push_back(q.T * static_cast<double>(i) / static_cast<double>(nodes));
  const auto zeros = [](Index count) {
    return std::vector<double>(static_cast<std::size_t>(count));
  };
  curve.x = curve.v = zeros((nodes + 1) * n);
  curve.lambda = zeros((nodes + 1) * q.velocities());
  curve.multipliers = zeros((nodes + 1) * q.A.rows());
  curve.mu = zeros(q.integrals());
  curve.end_rows = rows_of(ends.Y.transpose());
  curve.end_curvature = rows_of(ends.C);
  return second_variation(q.functional, curve);
}

/// Random directions that the rows A leave, for both ends together (joined), or for each.
Ends random_ends(Random& random, const Matrix& A, Index n, bool joined) {
  const Index rank = A.rows() > 0, left = n - rank;
  Matrix basis = Matrix::Identity(n, n);  // across the rows; then what they leave
  if (rank > 0) basis = Matrix(A.row(0).transpose()).householderQr().householderQ();
  const Index free[2] = {random.integer(0, left), random.integer(1, left)};
  Matrix turn = random_orthogonal(random, 2 * left);
  if (!joined) {
    turn.setZero();
    turn.topLeftCorner(left, left) = random_orthogonal(random, left);
    turn.bottomRightCorner(left, left) = random_orthogonal(random, left);
  }
  Matrix tangent = Matrix::Zero(2 * n, 2 * left), across = Matrix::Zero(2 * n, 2 * rank);
  for (Index end = 0; end < 2; ++end) {
    tangent.block(end * n, end * left, n, left) = basis.rightCols(left);
    across.block(end * n, end * rank, n, rank) = basis.leftCols(rank);
  }
  const Matrix whole = tangent * turn;
  Ends ends{Matrix(2 * n, free[0] + free[1]), Matrix(2 * n, 2 * n - free[0] - free[1]),
            Matrix::Zero(2 * n, 2 * n)};
  ends.Z << whole.leftCols(free[0]), whole.middleCols(left, free[1]);
  ends.Y << across, whole.middleCols(free[0], left - free[0]), whole.rightCols(left - free[1]);
  for (Index end = 0; end < 2; ++end) {
    const Matrix C = random_matrix(random, n, n);
    ends.C.block(end * n, end * n, n, n) = 2 * (C + C.transpose());
  }
  return ends;
}

Ends same_ends(Index n) {
  const Matrix I = Matrix::Identity(n, n);
  Ends ends{Matrix(2 * n, n), Matrix(2 * n, n), Matrix::Zero(2 * n, 2 * n)};
  ends.Z << I, I;
  ends.Y << I, -I;
  ends.Z /= std::numbers::sqrt2;
  ends.Y /= std::numbers::sqrt2;
  return ends;
}

}  // namespace

TEST(MovingEnds, FieldsAndSecondVariationAgreeOnRandomProblems) {  // [ENDS 33,36]
  Index most = 0, beyond_points = 0;
  for (unsigned seed = 0; seed < 90; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(1, 4);
    const bool bound = seed % 3 == 1 && n > 2;
    const Index rows = seed % 3 == 2 && n > 1;
    LinearQuadratic q =
        random_quadratic(random, n, rows, bound && seed % 2, bound && seed % 2 == 0);
    q.T = random.uniform(0.5, 3);
    if (seed % 5 == 4) q.M = -q.M, q.N = -q.N, q.K = -q.K;  // what counts is −F
    q.prepare(random.integer(2, 12));
    const Ends ends = random_ends(random, q.A, n, seed % 2);
    const JacobiResult fields = by_fields(q, ends);
    ASSERT_TRUE(fields.done);
    EXPECT_EQ(fields.focal, seed % 2 == 0);
    if (q.M(0, 0) < 0) {
      Ends opposite = ends;
      opposite.C = -ends.C;
      q.M = -q.M, q.N = -q.N, q.K = -q.K;
      q.prepare();
      const Inertia second = by_second_variation(q, opposite);
      EXPECT_EQ(fields.index, second.negative);
      continue;
    }
    const Inertia second = by_second_variation(q, ends);
    ASSERT_TRUE(second.known);
    EXPECT_EQ(fields.index, second.negative);
    EXPECT_EQ(fields.nullity, second.zero);
    most = std::max(most, fields.index);
    beyond_points += fields.index != static_cast<Index>(fields.points.size());
  }
  EXPECT_GT(most, 3);
  EXPECT_GT(beyond_points, 20);
}

// Harmonics cos and sin 2πkt/T with 2πk/T < ω, of which the constant has no sine.
TEST(MovingEnds, APeriodicOscillatorFallsInAllHarmonicsThatAreSlower) {
  for (const double omega : {0.3, 2.0, 7.0, 20.0}) {
    LinearQuadratic q(2);
    q.K = vector({omega * omega, -9}).asDiagonal();
    q.T = 2;
    q.prepare(6);
    const JacobiResult result = by_fields(q, same_ends(2));
    EXPECT_TRUE(result.done);
    EXPECT_EQ(result.index, 1 + 2 * static_cast<Index>(omega * q.T / (2 * pi)));
    EXPECT_EQ(result.nullity, 0);
  }
}

TEST(MovingEnds, APeriodicOscillatorWithItsOwnPeriodIsTwiceDegenerate) {
  LinearQuadratic q(1);
  q.K(0, 0) = 1;
  q.T = 6 * pi;
  q.prepare(9);
  const JacobiResult result = by_fields(q, same_ends(1));
  EXPECT_EQ(result.nullity, 2);
  EXPECT_EQ(result.index, 5);
}

// Fields that grow by e^40: those that move both ends must be kept from growing.
TEST(MovingEnds, GrowthByEighteenPowersOfTenIsNoTrouble) {
  LinearQuadratic q(3);
  Random random(5);
  const Matrix R = random_orthogonal(random, 3);
  q.K = vector({-1600, 30, -1}).asDiagonal();
  q.K = R.transpose() * q.K * R;
  q.prepare(40);
  const JacobiResult result = by_fields(q, same_ends(3));
  EXPECT_TRUE(result.done);
  EXPECT_EQ(result.index, 1);  // √30 < 2π
}

// A free end, of a start that is fixed: sines with (k + ½)π/T < ω; of one that is free: cosines.
TEST(MovingEnds, AFreeEndCountsHalfWaves) {  // [ENDS 36]
  for (const bool free_start : {false, true}) {
    for (const double omega : {1.0, 2.0, 5.0, 11.0}) {
      LinearQuadratic q(1);
      q.K(0, 0) = omega * omega;
      q.prepare(4);
      Ends ends{Matrix(2, 1 + free_start), Matrix(2, 1 - free_start), Matrix::Zero(2, 2)};
      if (free_start) {
        ends.Z.setIdentity();
      } else {
        ends.Z << 0, 1;
        ends.Y << 1, 0;
      }
      const JacobiResult result = by_fields(q, ends);
      EXPECT_TRUE(result.done && result.focal);
      const double waves = omega / pi;
      EXPECT_EQ(result.index, static_cast<Index>(free_start ? waves + 1 : waves + 0.5)) << omega;
    }
  }
}

// What is no field gives no symmetric form.
TEST(MovingEnds, AFormThatIsNotSymmetricIsNotCounted) {
  LinearQuadratic q(2);
  q.K = vector({9, 16}).asDiagonal();
  q.prepare();
  const Ends ends = same_ends(2);
  EndForm form = end_form(q, ends);
  for (std::size_t i = 0; i < form.natural.size(); ++i)
    form.natural[i] += 0.1 * static_cast<double>(i);
  variation::JacobiPlan plan = q.plan();
  plan.ends = &form;
  EXPECT_EQ(conjugate_points(plan).index, -1);
}

}  // namespace zwang::test
