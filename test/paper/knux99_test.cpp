// SPDX-License-Identifier: Apache-2.0
// Kalaba, Natsuyama, Ueno, Xu, "The Bellman–Gauss principle for constrained motion" (1999):
// its pendulum with every intermediate, and every claim about β–R.

#include <array>
#include <cmath>

#include "support/expect.h"
#include "support/printed.h"
#include "support/random.h"
#include "zwang/papers.h"

namespace zwang::test {
namespace {

BellmanPolicy policy_of(const Matrix& C) {
  return {view(C), static_cast<std::size_t>(C.rows()), static_cast<std::size_t>(C.cols())};
}

/// The first `count` columns in the policy's order.
Matrix leading(const Matrix& C, const BellmanPolicy& policy, std::size_t count) {
  Matrix L(C.rows(), static_cast<Index>(count));
  for (std::size_t k = 0; k < count; ++k)
    L.col(static_cast<Index>(k)) = C.col(static_cast<Index>(policy.column(k)));
  return L;
}

Vector column_of(const Matrix& C, const BellmanPolicy& policy, std::size_t stage) {
  return C.col(static_cast<Index>(policy.column(stage)));
}

Matrix value_matrix(const BellmanPolicy& policy, std::size_t stages) {
  const auto m = static_cast<Index>(policy.rows());
  return mat(policy.value_matrix(stages), m, m);
}

/// Rounding in quantities built from C⁺: 1000 roundings, κ² for what is built from (C Cᵀ)⁺.
double rounding(const Matrix& C, Index rank) {
  return 1000 * 2.2e-16 * kappa(C, rank) * kappa(C, rank);
}

struct Pendulum {
  double m, g, x1, x2, v1, v2;
  double speed2() const { return v1 * v1 + v2 * v2; }
  double length2() const { return x1 * x1 + x2 * x2; }
  System system() const {
    System s;
    s.M = m * Matrix::Identity(2, 2);
    s.Q = vector({0, -m * g});
    s.A = matrix({{x1, x2}});
    s.b = vector({-speed2()});
    return s;
  }
};

const Pendulum pendulums[] = {
    {2, 9.81, 0.8, -0.6, 0.6, 0.8},  // x1 leads, as printed
    {2, 9.81, 0.6, -0.8, 0.8, 0.6},  // |x2| is the larger
    {0.5, 1, 1.5, 0.25, -0.1, 0.6},  // l ≠ 1
    {2, 9.81, 0, -1, 1.5, 0},        // x1 = 0: "they hold even when x1 = 0"
    {3, 9.81, 1, 0, 0, -2},          // x2 = 0
};

TEST(Knux99, PendulumHasEveryPrintedIntermediate) {
  for (const Pendulum& p : pendulums) {
    SCOPED_TRACE(p.x1);
    const double root_m = std::sqrt(p.m);
    const Matrix C = matrix({{p.x1 / root_m, p.x2 / root_m}});  // [KNUX99 38]
    const double d = -p.speed2() + p.g * p.x2;                  // [KNUX99 39]
    EXPECT_NEAR(solve(p.system(), Method::bellman).misfit[0], d, 1e-14);

    const BellmanPolicy policy = policy_of(C);
    ASSERT_EQ(policy.rank(), 1u);
    // As printed where stage 1 is x1; where it is x2 the letters trade places.
    const bool swapped = policy.column(0) == 1;
    EXPECT_EQ(policy.column(1), swapped ? 0u : 1u);
    const double lead = swapped ? p.x2 : p.x1, other = swapped ? p.x1 : p.x2;
    EXPECT_NE(lead, 0);
    EXPECT_NEAR(policy.value_matrix(1)[0], p.m / (lead * lead), 1e-13);     // [KNUX99 41]
    EXPECT_NEAR(policy.beta(1)[0], root_m * other / (lead * lead), 1e-13);  // [KNUX99 42]

    const double common = root_m * (p.g * p.x2 - p.speed2()) / p.length2();
    EXPECT_NEAR(policy.choice(1, std::array{d}), other * common, 1e-13);  // [KNUX99 43]
    const std::vector<double> y = policy.shortest(std::array{d});
    EXPECT_NEAR(y[1], p.x2 * common, 1e-13);  // [KNUX99 43]
    EXPECT_NEAR(y[0], p.x1 * common, 1e-13);  // [KNUX99 44]
  }
}

TEST(Knux99, PendulumMovesAsPrinted) {
  for (const Pendulum& p : pendulums) {
    for (Method method : {Method::bellman, Method::explicit_, Method::nullspace}) {
      SCOPED_TRACE(std::to_string(p.x1) + " " + std::string(name(method)));
      const Instant instant = solve(p.system(), method);
      ASSERT_EQ(instant.status, Status::ok);
      const double x1dd = (p.g * p.x1 * p.x2 - p.x1 * p.speed2()) / p.length2();
      const double x2dd = (-p.g * p.x1 * p.x1 - p.x2 * p.speed2()) / p.length2();
      EXPECT_NEAR(instant.acceleration[0], x1dd, 1e-13);  // [KNUX99 45]
      EXPECT_NEAR(instant.acceleration[1], x2dd, 1e-13);  // [KNUX99 45]
      // y = M^(1/2)(ẍ − a) is the policy's y.                                 [KNUX99 40]
      const double common = (p.g * p.x2 - p.speed2()) / p.length2();
      EXPECT_NEAR(instant.deviation[0], p.x1 * common, 1e-13);
      EXPECT_NEAR(instant.deviation[1], p.x2 * common, 1e-13);
    }
  }
}

/// Random C of rank r and a demand that it can meet.
struct Demand {
  Matrix C;
  Vector d;
  Index r;
  Demand(std::uint64_t seed, bool met = true) {
    Random random(seed);
    const Index m = random.integer(1, 5), n = random.integer(1, 8);
    r = random.integer(1, std::min(m, n));
    C = random_of_rank(random, m, n, r);
    d = met ? Vector(C * random_vector(random, n)) : random_vector(random, m);
  }
};

// Gauss's problem and the shortest solution of C y = d are one.
TEST(Knux99, ScaledProblemIsGausssProblem) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Demand demand(seed);
    System s;
    s.A = demand.C;
    s.M = random_mass(random, s.A.cols(), 10);
    s.Q = random_vector(random, s.A.cols());
    s.b = demand.d;
    const Instant instant = solve(s, Method::bellman);
    const auto [half, inverse_half] = root(s.M);
    const Vector xdd = vec(instant.acceleration), a = vec(instant.free_acceleration);
    const Vector y = half * (xdd - a);  // [KNUX99 3]
    const double tol = rounding(s.A * inverse_half, demand.r) * (1 + y.norm() + a.norm());
    EXPECT_TRUE(near(Vector(inverse_half * y + a), xdd, tol));          // [KNUX99 4]
    EXPECT_NEAR(y.squaredNorm(), instant.gauss, tol * (1 + y.norm()));  // [KNUX99 5]
    EXPECT_TRUE(near(Vector(s.A * inverse_half * y), Vector(s.b - s.A * a),
                     tol * s.A.norm()));  // [KNUX99 6]
    const Matrix C_plus = pinv(s.A * inverse_half, demand.r);
    EXPECT_TRUE(near(y, Vector(C_plus * (s.b - s.A * a)), tol));                       // [KNUX99 7]
    EXPECT_TRUE(near(xdd, Vector(a + inverse_half * C_plus * (s.b - s.A * a)), tol));  // [KNUX99 8]
  }
}

// g_k(d) = min over y_k of y_k² + g_{k−1}(d − c_k y_k), found without derivatives.
TEST(Knux99, RecurrenceHoldsByBruteForce) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed + 1000);
    const Demand demand(seed);
    const BellmanPolicy policy = policy_of(demand.C);
    for (std::size_t k = policy.rank() + 1; k <= policy.columns(); ++k) {
      const Matrix C_k = leading(demand.C, policy, k);
      const Vector d_k = C_k * random_vector(random, C_k.cols()), c_k = C_k.col(C_k.cols() - 1);
      const auto cost = [&](double y) {
        return y * y + policy.value(k - 1, view(Vector(d_k - c_k * y)));
      };
      double low = -100, high = 100;
      for (int i = 0; i < 300; ++i) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        (cost(left) < cost(right) ? high : low) = cost(left) < cost(right) ? right : left;
      }
      const double best = policy.value(k, view(d_k));
      const double tol = rounding(leading(demand.C, policy, policy.rank()), demand.r) * (1 + best);
      EXPECT_NEAR(cost((low + high) / 2), best, tol);                 // [KNUX99 9]
      EXPECT_NEAR(cost(policy.choice(k - 1, view(d_k))), best, tol);  // [KNUX99 17,18]
      // A minimum found by values alone is known only to the root of their rounding.
      EXPECT_NEAR(policy.choice(k - 1, view(d_k)), (low + high) / 2, 10 * std::sqrt(tol));
    }
  }
}

TEST(Knux99, ValueIsTheLeastLengthThatMeetsTheDemand) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed);
    const BellmanPolicy policy = policy_of(demand.C);
    ASSERT_EQ(policy.rank(), static_cast<std::size_t>(demand.r));
    for (std::size_t k = policy.rank(); k <= policy.columns(); ++k) {
      const Matrix C_k = leading(demand.C, policy, k);
      const Matrix C_plus = pinv(C_k, demand.r), R_k = value_matrix(policy, k);
      const double length2 = (C_plus * demand.d).squaredNorm();
      const double tol = rounding(C_k, demand.r);
      EXPECT_NEAR(policy.value(k, view(demand.d)), length2, tol * (1 + length2));  // [KNUX99 14,19]
      EXPECT_TRUE(near(R_k, R_k.transpose(), tol * R_k.norm()));
      EXPECT_GE(eigenvalues(R_k)(0), -tol * R_k.norm());
      EXPECT_TRUE(
          near(R_k, Matrix(C_plus.transpose() * C_plus), tol * R_k.norm()));  // [KNUX99 13,20]
    }
  }
}

TEST(Knux99, BetaAndItsDenominatorAreThoseOfTheRecursion) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed);
    const BellmanPolicy policy = policy_of(demand.C);
    const double tol = rounding(leading(demand.C, policy, policy.rank()), demand.r);
    for (std::size_t k = policy.rank(); k < policy.columns(); ++k) {
      const Matrix R = value_matrix(policy, k);
      const Vector c_k = column_of(demand.C, policy, k), beta = vec(policy.beta(k));
      EXPECT_TRUE(
          near(beta, Vector(R * c_k), tol * (1 + R.norm()) * (1 + c_k.norm())));  // [KNUX99 21]
      const double alpha = policy.denominator(k);
      EXPECT_NEAR(alpha, 1 + c_k.dot(beta), tol * alpha * (1 + c_k.norm()));
      EXPECT_GE(alpha, 1);
      EXPECT_TRUE(near(value_matrix(policy, k + 1), Matrix(R - beta * beta.transpose() / alpha),
                       tol * (1 + R.norm())));  // [KNUX99 22,27-29]
      EXPECT_NEAR(policy.choice(k, view(demand.d)), beta.dot(demand.d) / alpha,
                  tol * (1 + demand.d.norm()));  // [KNUX99 23,24]
    }
  }
}

// d_n = d, each stage hands on what it leaves, and the block of the first r takes the rest.
TEST(Knux99, ChoicesHandedBackGiveTheShortestSolution) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed, seed % 3 != 0);
    const BellmanPolicy policy = policy_of(demand.C);
    Vector y(demand.C.cols()), rest = demand.d;
    for (std::size_t k = policy.columns(); k-- > policy.rank();) {
      const double y_k = policy.choice(k, view(rest));  // [KNUX99 24,30-32]
      y(static_cast<Index>(policy.column(k))) = y_k;
      rest -= column_of(demand.C, policy, k) * y_k;  // [KNUX99 25]
    }
    const Matrix C_r = leading(demand.C, policy, policy.rank());
    const Vector block = pinv(C_r) * rest;  // [KNUX99 11,33]
    for (std::size_t k = 0; k < policy.rank(); ++k)
      y(static_cast<Index>(policy.column(k))) = block(static_cast<Index>(k));

    const Vector twin = pinv(demand.C, demand.r) * demand.d;
    const double tol = rounding(C_r, demand.r) * (1 + demand.d.norm());
    EXPECT_TRUE(near(y, twin, tol));
    EXPECT_TRUE(near(policy.shortest(view(demand.d)), twin, tol));  // [KNUX99 30-33]
    // λ = R_n d, y = Cᵀλ.
    const Vector lambda = vec(policy.multipliers(view(demand.d)));
    EXPECT_TRUE(near(lambda, Vector(value_matrix(policy, policy.columns()) * demand.d),
                     tol * (1 + lambda.norm())));
    EXPECT_TRUE(near(Vector(demand.C.transpose() * lambda), twin, tol * demand.C.norm()));
  }
}

// The recursion letter by letter, on columns in the policy's order: same R_k, β_k, y.
TEST(Knux99, SquareRootFormEqualsTheRecursionAsPrinted) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed);
    const BellmanPolicy policy = policy_of(demand.C);
    const Matrix C = leading(demand.C, policy, policy.columns());
    const PrintedBellman twin = printed_bellman(C, demand.d, demand.r);  // [KNUX99 26-33]
    const double tol = rounding(C.leftCols(demand.r), demand.r) * (1 + demand.d.norm());
    for (std::size_t k = policy.rank(); k <= policy.columns(); ++k)
      EXPECT_TRUE(near(value_matrix(policy, k), twin.R[k], tol * (1 + twin.R[k].norm())));
    for (std::size_t k = policy.rank(); k < policy.columns(); ++k)
      EXPECT_TRUE(near(policy.beta(k), Vector(twin.beta.col(static_cast<Index>(k))), tol));
    const Vector y = vec(policy.shortest(view(demand.d)));
    for (Index k = 0; k < C.cols(); ++k)
      EXPECT_NEAR(y(static_cast<Index>(policy.column(static_cast<std::size_t>(k)))), twin.y(k),
                  tol);
  }
}

// "If C is not in this form, it can be transformed": nothing is asked of the first columns.
TEST(Knux99, LeadingColumnsMayDependOrNearlySo) {
  for (double angle : {0.0, 1e-4, 1e-6, 1e-8, 1e-12}) {
    SCOPED_TRACE(angle);
    Random random(7);
    Matrix C = random_matrix(random, 3, 8);
    C.col(1) = C.col(0) + angle * C.col(2);
    const Vector d = random_vector(random, 3), twin = pinv(C) * d;
    EXPECT_TRUE(near(policy_of(C).shortest(view(d)), twin, 1e-13 * twin.norm()));
  }
}

TEST(Knux99, AddingAParticleEqualsBuildingAnew) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed, seed % 2 == 0);
    const Index n = demand.C.cols();
    if (n < 2) continue;
    BellmanPolicy policy = policy_of(demand.C.leftCols(n - 1));
    policy.add_particle(view(Vector(demand.C.col(n - 1))));
    ASSERT_EQ(policy.rank(), static_cast<std::size_t>(demand.r));
    ASSERT_EQ(policy.columns(), static_cast<std::size_t>(n));
    const Matrix C_plus = pinv(demand.C, demand.r);
    const double tol = rounding(leading(demand.C, policy, policy.rank()), demand.r);
    EXPECT_TRUE(near(policy.shortest(view(demand.d)), Vector(C_plus * demand.d),
                     tol * (1 + demand.d.norm())));
    EXPECT_TRUE(
        near(value_matrix(policy, policy.columns()), Matrix(C_plus.transpose() * C_plus), tol));
  }
}

TEST(Knux99, AddingAConstraintEqualsBuildingAnew) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Demand demand(seed, seed % 2 == 0);
    const Index m = demand.C.rows();
    if (m < 2) continue;
    BellmanPolicy policy = policy_of(demand.C.topRows(m - 1));
    policy.add_constraint(view(Vector(demand.C.row(m - 1).transpose())));
    ASSERT_EQ(policy.rank(), static_cast<std::size_t>(demand.r));
    ASSERT_EQ(policy.rows(), static_cast<std::size_t>(m));
    const Vector twin = pinv(demand.C, demand.r) * demand.d;
    EXPECT_TRUE(near(policy.shortest(view(demand.d)), twin,
                     rounding(demand.C, demand.r) * (1 + demand.d.norm())));
  }
}

}  // namespace
}  // namespace zwang::test
