// SPDX-License-Identifier: Apache-2.0
// The derivative of ẍ against differences of the quadruple-precision oracle along families of
// systems whose rows keep their rank, A(ε) = B(ε) E(ε). All numbers of a family are small
// integers and ε = k·2⁻²⁰, so that every member is exact in double; the error of the fourth-order
// difference is then ε⁴ ≈ 1e-24, and what is left is rounding of the library.

#include "least/derivative.h"

#include <algorithm>
#include <cmath>

#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/oracle.h"

namespace zwang::test {
namespace {

enum class Kind { diagonal, blocks, full, negative, indefinite, singular };

Matrix integers(Random& random, Index rows, Index columns, Index size) {
  Matrix A(rows, columns);
  for (Index i = 0; i < A.size(); ++i)
    A.data()[i] = static_cast<double>(random.integer(-size, size));
  return A;
}

/// Everything that may change, at ε = 0 and by how much.
struct Family {
  Kind kind = Kind::full;
  Index rank = 0;
  Matrix M, dM, B, dB, E, dE;
  Vector Q, dQ, C, dC, b, db, v, W;  // b is A v, plus this

  System at(double eps) const {
    System s;
    s.M = M + eps * dM;
    s.Q = Q + eps * dQ;
    if (C.size()) s.C = C + eps * dC;
    s.A = (B + eps * dB) * (E + eps * dE);
    s.b = s.A * v + b + eps * db;
    s.W = W;
    if (kind == Kind::diagonal) return by_diagonal(s);
    if (kind == Kind::blocks && s.n() > 2)
      return in_blocks(s, {1, static_cast<std::size_t>(s.n() - 1)});
    return s;
  }
};

Matrix draw_mass(Random& random, Index n, Kind kind, bool direction) {
  Matrix S = integers(random, n, n, 2);
  S = (S + S.transpose()).eval();
  if (kind == Kind::diagonal) S = Matrix(S.diagonal().asDiagonal());
  if (kind == Kind::blocks && n > 2) S.row(0).tail(n - 1).setZero(), S.col(0).tail(n - 1).setZero();
  if (direction) return S;
  const Matrix heavy = static_cast<double>(4 * n) * Matrix::Identity(n, n);  // Gershgorin
  if (kind == Kind::negative) return S - heavy;
  if (kind == Kind::indefinite) return S + Matrix(random_integers(random, n, 6).asDiagonal());
  if (kind != Kind::singular) return S + heavy;
  S += heavy;
  S.row(n - 1).setZero();
  S.col(n - 1).setZero();
  return S;
}

Family draw_family(std::uint64_t seed, Kind kind, Index n, Index m, Index r, bool contradictory,
                   bool weights) {
  Random random(seed);
  Family f;
  f.kind = kind;
  f.rank = r;
  f.M = draw_mass(random, n, kind, false);
  f.dM = draw_mass(random, n, kind, true);
  do f.B = integers(random, m, r, 3), f.E = integers(random, r, n, 3);
  while (integer_rank(Matrix(f.B * f.E)) < r);
  f.dB = integers(random, m, r, 2);
  f.dE = integers(random, r, n, 2);
  for (Vector* x : {&f.Q, &f.dQ, &f.v}) *x = random_integers(random, n, 5);
  f.b = contradictory ? random_integers(random, m, 3) : Vector(Vector::Zero(m));
  f.db = contradictory ? random_integers(random, m, 3) : Vector(Vector::Zero(m));
  if (random.chance(0.3)) f.C = random_integers(random, n, 4), f.dC = random_integers(random, n, 4);
  if (weights) {
    f.W.resize(m);
    for (Index i = 0; i < m; ++i) f.W(i) = std::ldexp(1.0, int(random.integer(-3, 3)));
  }
  return f;
}

/// What the direction of a family asks of the operators.
struct Asked {
  Vector g, h, p, x, lambda;
};

Asked asked(const Family& f, least::Derivative& derivative) {
  const System s = f.at(0);
  const Matrix dA = f.dB * f.E + f.B * f.dE;
  Asked a;
  a.x = vec(solve(s).acceleration);
  const Vector C = s.C.size() ? s.C : Vector(Vector::Zero(s.n()));
  const Vector force = s.M * a.x - s.Q - C;
  a.lambda = Vector::Zero(s.m());
  derivative.adjoint(force.data(), nullptr, a.lambda.data(), nullptr);
  const Vector r = s.b - s.A * a.x;
  const Vector Wr = s.W.size() ? Vector(s.W.cwiseProduct(r)) : r;
  a.g = f.dQ - f.dM * a.x + dA.transpose() * a.lambda;
  if (f.dC.size()) a.g += f.dC;
  a.h = dA * f.v + f.db - dA * a.x;  // db of the family is dA v + db
  a.p = dA.transpose() * Wr;
  return a;
}

Vector difference(const Family& f) {
  const double eps = 0x1p-20;
  const auto x = [&f](double e) { return oracle(f.at(e), f.rank).xdd; };
  const QuadVector p = x(eps), q = x(-eps), pp = x(2 * eps), qq = x(-2 * eps);
  Vector d(static_cast<Index>(p.size()));
  for (std::size_t i = 0; i < p.size(); ++i)
    d(static_cast<Index>(i)) =
        static_cast<double>((8 * (p[i] - q[i]) - (pp[i] - qq[i])) / Quad(12 * eps));
  return d;
}

/// N and K₁ as they are defined, and how much the operators amplify rounding.
struct Defined {
  Matrix N, K1;
  Vector W;
  double kappa = 1;

  explicit Defined(const System& s, Index rank) {
    const Index n = s.n(), m = s.m();
    W = s.W.size() ? s.W : Vector(Vector::Ones(m));
    const Matrix root = W.cwiseSqrt().asDiagonal();
    const Matrix rows = root * s.A;
    const Matrix Z = rank < n ? null_space(rows, rank) : Matrix(n, 0);
    const Matrix H = Z.transpose() * s.M * Z;
    N = rank < n ? Matrix(Z * inverse(H) * Z.transpose()) : Matrix(Matrix::Zero(n, n));
    K1 =
        m > 0 ? Matrix((Matrix::Identity(n, n) - N * s.M) * pinv(rows, rank) * root) : Matrix(n, 0);
    const double mass = 1 + s.M.norm() * N.norm();
    kappa = zwang::test::kappa(rows, rank) * zwang::test::kappa(rows, rank) * mass * mass;
  }
  double allowed(const Asked& a) const {
    const double K = K1.norm(), size = N.norm() * a.g.norm() + K * a.h.norm() +
                                       K * K * a.p.norm() / (W.size() ? W.minCoeff() : 1);
    return 40 * static_cast<double>(N.rows() + K1.cols()) * 2.3e-16 * kappa * (size + a.x.norm());
  }
};

constexpr Kind kinds[] = {Kind::diagonal, Kind::blocks,     Kind::full,
                          Kind::negative, Kind::indefinite, Kind::singular};

/// Draws of every kind; those whose M is by chance degenerate on the rows are left out.
template <class Check>
void for_families(Check&& check) {
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 240; ++seed) {
    Random random(seed + 7000);
    const Kind kind = kinds[seed % 6];
    const Index n = random.integer(1, 7), least_rank = kind == Kind::singular ? 1 : 0;
    const Index r = random.integer(least_rank, n);
    const Index m = r + (random.chance(0.4) || r == 0 ? 0 : random.integer(1, 3));
    const bool contradictory = m > r && random.chance(0.6);
    const Family f = draw_family(seed, kind, n, m, r, contradictory, random.chance(0.4));
    const System s = f.at(0);
    SCOPED_TRACE(seeded(seed, s) + ", rank " + std::to_string(r) + ", kind " +
                 std::to_string(static_cast<int>(kind)));
    if (solve(s).status == Status::degenerate) continue;
    const Defined d(s, r);
    if (d.kappa > 1e9) continue;  // nothing would be checked
    least::Derivative derivative(s.n(), s.m());
    ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
    ASSERT_EQ(derivative.rank(), r);
    check(f, d, derivative);
    ++checked;
  }
  EXPECT_GT(checked, 200);
}

TEST(Derivative, OfTheMotionIsThatOfDifferences) {
  for_families([](const Family& f, const Defined& d, least::Derivative& derivative) {
    const Asked a = asked(f, derivative);
    Vector dx(a.g.size());
    derivative.tangent(a.g.data(), a.h.data(), a.p.data(), 1, dx.data());
    EXPECT_TRUE(near(dx, difference(f), d.allowed(a)));
  });
}

TEST(Derivative, AppliesTheOperatorsOfTheDefinition) {
  for_families([](const Family& f, const Defined& d, least::Derivative& derivative) {
    Asked a = asked(f, derivative);
    const Vector by_definition =
        d.N * a.g + d.K1 * (a.h + d.W.cwiseInverse().cwiseProduct(d.K1.transpose() * a.p));
    Vector dx(a.g.size());
    derivative.tangent(a.g.data(), a.h.data(), a.p.data(), 1, dx.data());
    EXPECT_TRUE(near(dx, by_definition, d.allowed(a)));
  });
}

// ⟨w, J d⟩ = ⟨Jᵀw, d⟩ for any w and any direction, whether it keeps the rank or not.
TEST(Derivative, TheAdjointIsTheTangentTurnedRound) {
  for_families([](const Family& f, const Defined& d, least::Derivative& derivative) {
    const Index n = f.Q.size(), m = f.b.size();
    Random random(static_cast<std::uint64_t>(n * 100 + m));
    Asked a{random_vector(random, n), random_vector(random, m), random_vector(random, n),
            Vector::Zero(n), Vector::Zero(m)};
    const Vector w = random_vector(random, n);
    Vector dx(n), u(n), s(m), t(n);
    derivative.tangent(a.g.data(), a.h.data(), a.p.data(), 1, dx.data());
    derivative.adjoint(w.data(), u.data(), s.data(), t.data());
    EXPECT_NEAR(w.dot(dx), u.dot(a.g) + s.dot(a.h) + t.dot(a.p), w.norm() * d.allowed(a));
  });
}

TEST(Derivative, TheAdjointsOfTheNumbersGiveTheSameDerivative) {
  for_families([](const Family& f, const Defined& d, least::Derivative& derivative) {
    const System sys = f.at(0);
    const Asked a = asked(f, derivative);
    Random random(5);
    const Vector w = random_vector(random, sys.n());
    Vector u(sys.n()), s(sys.m()), t(sys.n());
    derivative.adjoint(w.data(), u.data(), s.data(), t.data());
    const Matrix dA = f.dB * f.E + f.B * f.dE;
    const Vector r = sys.b - sys.A * a.x, Wr = d.W.cwiseProduct(r);
    const Matrix Mbar = -(u * a.x.transpose() + a.x * u.transpose()) / 2;
    const Matrix Abar = a.lambda * u.transpose() - s * a.x.transpose() + Wr * t.transpose();
    double sum = u.dot(f.dQ) + s.dot(dA * f.v + f.db) + Mbar.cwiseProduct(f.dM).sum() +
                 Abar.cwiseProduct(dA).sum();
    if (f.dC.size()) sum += u.dot(f.dC);
    EXPECT_NEAR(sum, w.dot(difference(f)), w.norm() * d.allowed(a));
  });
}

// The library's own motion, differenced in double: ε = 1e-3 leaves a truncation of ε⁴ = 1e-12 times
// the fifth derivative (at most 5! κ⁵ ‖dẍ‖), and a rounding of 1e-16 κ/ε; κ < 30 here.
TEST(Derivative, FollowsTheMotionThatTheLibraryComputes) {
  int checked = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Family f = draw_family(seed, kinds[seed % 3], 5, 4, 3, seed % 2 == 0, seed % 5 == 0);
    const System s = f.at(0);
    least::Derivative derivative(s.n(), s.m());
    ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant)) << "seed " << seed;
    if (kappa(s.A, 3) > 30) continue;
    const Asked a = asked(f, derivative);
    Vector dx(a.g.size());
    derivative.tangent(a.g.data(), a.h.data(), a.p.data(), 1, dx.data());
    const double eps = 1e-3;
    const auto x = [&f](double e) { return vec(solve(f.at(e)).acceleration); };
    const Vector d = (8 * (x(eps) - x(-eps)) - (x(2 * eps) - x(-2 * eps))) / (12 * eps);
    EXPECT_TRUE(near(dx, d, 1e-6 * (1 + dx.norm()))) << "seed " << seed;
    ++checked;
  }
  EXPECT_GT(checked, 30);
}

TEST(Derivative, ManyColumnsAreOneAfterTheOther) {
  const Family f = draw_family(3, Kind::full, 6, 4, 3, true, true);
  const System s = f.at(0);
  least::Derivative derivative(6, 4);
  ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
  Random random(1);
  const Vector g = random_vector(random, 30), h = random_vector(random, 20);
  Vector together(30), alone(6);
  derivative.tangent(g.data(), h.data(), nullptr, 5, together.data());
  for (Index k = 0; k < 5; ++k) {
    derivative.tangent(g.data() + 6 * k, h.data() + 4 * k, nullptr, 1, alone.data());
    EXPECT_EQ(Vector(together.segment(6 * k, 6)), alone);
  }
}

TEST(Derivative, LooksAtNothingOfTheTaskAfterFactoring) {
  for (Kind kind : kinds) {
    const Family f = draw_family(11, kind, 6, 4, 3, true, true);
    System s = f.at(0);
    least::Derivative derivative(6, 4);
    ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
    Random random(2);
    const Vector g = random_vector(random, 6), h = random_vector(random, 4);
    Vector before(6), after(6);
    derivative.tangent(g.data(), h.data(), g.data(), 1, before.data());
    s.M.setConstant(NAN);
    s.A.setConstant(NAN);
    s.W.setConstant(NAN);
    std::fill(s.mass.begin(), s.mass.end(), NAN);
    std::fill(s.blocks.begin(), s.blocks.end(), std::size_t{1000});
    derivative.tangent(g.data(), h.data(), g.data(), 1, after.data());
    EXPECT_EQ(before, after) << static_cast<int>(kind);
  }
}

TEST(Derivative, RefusesAMotionThatIsNotDetermined) {
  System s;
  s.M = matrix({{1, 0}, {0, -1}});
  s.Q = vector({1, 2});
  s.A = matrix({{1, -1}});  // Z = (1, 1): ZᵀMZ = 0
  s.b = vector({1});
  least::Derivative derivative(2, 1);
  EXPECT_FALSE(derivative.factor(task_of(s), RankTolerance::instant));
  s.M(1, 1) = 1;
  s.A(0, 0) = NAN;
  EXPECT_FALSE(derivative.factor(task_of(s), RankTolerance::instant));
  s.A(0, 0) = 1;  // and is fit for use again
  ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
  const double h = 1;
  Vector dx(2);
  derivative.tangent(nullptr, &h, nullptr, 1, dx.data());
  EXPECT_TRUE(near(dx, vector({0.5, -0.5}), 1e-15));
}

// Rows that differ by 1e-8 are one row while stepping, two at an instant.
TEST(Derivative, CutsByTheToleranceItIsGiven) {
  System s;
  s.M = Matrix::Identity(3, 3);
  s.Q = vector({1, 2, 3});
  s.A = matrix({{1, 1, 0}, {1, 1 + 1e-8, 0}});
  s.b = vector({1, 1});
  least::Derivative derivative(3, 2);
  ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
  EXPECT_EQ(derivative.rank(), 2);
  ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::stepping));
  EXPECT_EQ(derivative.rank(), 1);
  const Vector h = vector({1, 1});
  Vector dx(3);
  derivative.tangent(nullptr, h.data(), nullptr, 1, dx.data());
  EXPECT_TRUE(near(dx, vector({0.5, 0.5, 0}), 2e-8));  // the rows' own difference
}

TEST(Derivative, WithoutRowsIsTheInverseOfTheMass) {
  const Family f = draw_family(4, Kind::full, 4, 0, 0, false, false);
  const System s = f.at(0);
  least::Derivative derivative(4, 0);
  ASSERT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
  const Vector g = vector({1, -2, 3, 4});
  Vector dx(4);
  derivative.tangent(g.data(), nullptr, nullptr, 1, dx.data());
  EXPECT_TRUE(near(Vector(s.M * dx), g, 1e-14 * kappa(s.M, 4)));
}

}  // namespace
}  // namespace zwang::test
