// SPDX-License-Identifier: Apache-2.0
// Blows: the cradle, Carnot's theorem, and that a blow keeps what it must keep.

#include "laws/impact.h"

#include <cmath>

#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using least::BlowOrder;
using Kinds = std::vector<unsigned char>;

/// Everything a blow is given, owned.
struct Scene {
  System s;  // M and A
  Kinds kind;
  Vector v, phi_t, restitution;
  Matrix W;
  Vector w_t, friction;
  std::vector<Index> tangent_of;
  Kinds law;

  least::ImpactTask task(BlowOrder order) const {
    least::ImpactTask t;
    t.rows = task_of(s);
    t.kind = kind.data();
    t.v = v.data();
    t.phi_t = phi_t.size() ? phi_t.data() : nullptr;
    t.restitution = restitution.data();
    t.order = order;
    t.law = law.empty() ? nullptr : law.data();
    t.tangents = W.rows();
    t.W = W.data();
    t.w_t = w_t.size() ? w_t.data() : nullptr;
    t.tangent_of = tangent_of.data();
    t.friction = friction.size() ? friction.data() : nullptr;
    return t;
  }
};

struct After {
  least::ImpactAnswer answer;
  Vector v, p, p_t;
  Kinds hit;
};

Vector copy(const double* x, Index n) { return Eigen::Map<const Vector>(x, n); }

After after(const Scene& scene, BlowOrder order, bool strike = false) {
  const Index n = scene.s.n(), m = scene.s.A.rows();
  least::Impact impact(n, m, scene.W.rows());
  const least::ImpactTask task = scene.task(order);
  After out;
  out.answer = strike ? impact.strike(task) : impact.solve(task);
  out.v = copy(out.answer.rates, n);
  out.p = copy(out.answer.impulses, m);
  out.p_t = copy(out.answer.tangent_impulses, scene.W.rows());
  out.hit.assign(out.answer.hit, out.answer.hit + m);
  return out;
}

Scene with_rows(const Matrix& M, const Matrix& A, const Vector& v, double eps) {
  Scene scene;
  scene.s.M = M;
  scene.s.Q = Vector::Zero(M.rows());
  scene.s.A = A;
  scene.s.b = Vector::Zero(A.rows());
  scene.kind.assign(static_cast<std::size_t>(A.rows()), least::unilateral_row);
  scene.v = v;
  scene.restitution = Vector::Constant(A.rows(), eps);
  return scene;
}

/// Balls in a row that touch; row k: ball k+1 is not left of ball k.
Scene cradle(const Vector& masses, const Vector& v, double eps) {
  const Index n = masses.size();
  Matrix A = Matrix::Zero(n - 1, n);
  for (Index k = 0; k + 1 < n; ++k) A(k, k) = -1, A(k, k + 1) = 1;
  return with_rows(Matrix(masses.asDiagonal()), A, v, eps);
}

/// T⁺ = T⁻ − carnot − rubbed + work, to rounding.
void expect_audit(const After& a) {
  const double size = a.answer.energy_before + a.answer.energy_after + std::fabs(a.answer.work) +
                      std::fabs(a.answer.carnot) + std::fabs(a.answer.rubbed);
  EXPECT_NEAR(a.answer.energy_after,
              a.answer.energy_before - a.answer.carnot - a.answer.rubbed + a.answer.work,
              1e-10 * size);
}

const std::vector<BlowOrder> orders = {BlowOrder::sequence, BlowOrder::simultaneous};

TEST(Impact, TheCradleInSequenceThrowsTheLastBallOnly) {
  const After a = after(cradle(Vector::Ones(5), vector({1, 0, 0, 0, 0}), 1), BlowOrder::sequence);
  EXPECT_EQ(a.answer.status, Status::ok);
  EXPECT_TRUE(near(a.v, vector({0, 0, 0, 0, 1}), 1e-15));
  EXPECT_TRUE(near(a.p, vector({1, 1, 1, 1}), 1e-15));
  EXPECT_EQ(a.answer.blows, 4);
  EXPECT_EQ(a.hit, Kinds({1, 1, 1, 1}));
  EXPECT_NEAR(a.answer.carnot, 0, 1e-15);
}

TEST(Impact, TheCradleAtOnceThrowsAllButOne) {
  const After a =
      after(cradle(Vector::Ones(5), vector({1, 0, 0, 0, 0}), 1), BlowOrder::simultaneous);
  EXPECT_EQ(a.answer.status, Status::ok);
  EXPECT_TRUE(near(a.v, vector({-0.6, 0.4, 0.4, 0.4, 0.4}), 1e-15));
  EXPECT_EQ(a.answer.blows, 1);
  EXPECT_NEAR(a.answer.energy_after, 0.5, 1e-15);
}

TEST(Impact, TwoBallsFollowNewtonsLaw) {
  for (const BlowOrder order : orders)
    for (const double eps : {0.0, 0.3, 1.0}) {
      const double M = 3, m = 0.5, V = 2, u = -1, common = (M * V + m * u) / (M + m);
      const After a = after(cradle(vector({M, m}), vector({V, u}), eps), order);
      EXPECT_TRUE(near(
          a.v, vector({common - eps * m / (M + m) * (V - u), common + eps * M / (M + m) * (V - u)}),
          1e-14));
      EXPECT_NEAR(a.answer.carnot, 0.5 * (1 - eps * eps) * M * m / (M + m) * (V - u) * (V - u),
                  1e-14);
      expect_audit(a);
    }
}

TEST(Impact, BallsThatPartAreLeftAlone) {
  for (const BlowOrder order : orders) {
    const After a = after(cradle(vector({1, 2, 3}), vector({-1, 0, 2}), 0.5), order);
    EXPECT_EQ(a.v, vector({-1, 0, 2}));
    EXPECT_EQ(a.answer.blows, 0);
    EXPECT_EQ(a.hit, Kinds({0, 0}));
  }
}

Scene draw_scene(std::uint64_t seed) {
  Random random(seed);
  const Index n = random.integer(2, 7), m = random.integer(1, 6);
  const Vector v = random_vector(random, n);
  const Matrix A = random_matrix(random, m, n);
  Scene scene = with_rows(random_mass(random, n, 30), A, v, 0);
  const Index held = random.integer(0, std::min<Index>(2, n - 1));
  for (Index k = 0; k < held; ++k)
    scene.kind[static_cast<std::size_t>(random.integer(0, m - 1))] = least::equality_row;
  if (random.chance(0.3) && m > 2) scene.s.A.row(m - 1) = 2 * scene.s.A.row(0) + scene.s.A.row(1);
  for (Index j = 0; j < m; ++j) scene.restitution(j) = random.uniform();
  if (random.chance(0.4)) {  // φ_t such that the equality rows hold at v
    scene.phi_t = random_vector(random, m);
    for (Index j = 0; j < m; ++j)
      if (scene.kind[static_cast<std::size_t>(j)] == least::equality_row)
        scene.phi_t(j) = -scene.s.A.row(j).dot(scene.v);
  } else {
    Matrix rows = scene.s.A;
    for (Index j = 0; j < m; ++j)
      if (scene.kind[static_cast<std::size_t>(j)] != least::equality_row) rows.row(j).setZero();
    scene.v -= pinv(rows) * (rows * scene.v);
  }
  return scene;
}

Vector speeds(const Scene& scene, const Vector& v) {
  Vector g = scene.s.A * v;
  if (scene.phi_t.size()) g += scene.phi_t;
  return g;
}

TEST(Impact, EqualityRowsHoldContactsPartAndTheAuditCloses) {
  int hits = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Scene scene = draw_scene(seed);
    for (const BlowOrder order : orders) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const After a = after(scene, order);
      // A contact may be decided by rows that hold: then nothing can part it.
      if (a.answer.status == Status::contradictory) continue;
      ASSERT_EQ(a.answer.status, Status::ok);
      const Vector before = speeds(scene, scene.v), now = speeds(scene, a.v);
      const double size = 1e-10 * (1 + scene.v.norm() + a.v.norm()) * kappa(scene.s.M, scene.s.n());
      for (Index j = 0; j < now.size(); ++j) {
        if (scene.kind[static_cast<std::size_t>(j)] == least::equality_row) {
          EXPECT_NEAR(now(j), before(j), size);
          continue;
        }
        EXPECT_GE(a.p(j), 0);
        const double least = std::fmax(-scene.restitution(j) * before(j), 0.0);
        EXPECT_GE(now(j),
                  (order == BlowOrder::simultaneous && !a.answer.reduced ? least : 0) - size);
        hits += a.p(j) > 0;
      }
      EXPECT_TRUE(near(Vector(scene.s.M * (a.v - scene.v)), Vector(scene.s.A.transpose() * a.p),
                       size * (1 + a.p.norm())));
      expect_audit(a);
      EXPECT_FALSE(a.answer.gained && !scene.phi_t.size() && order == BlowOrder::sequence);
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(hits, 500);
}

TEST(Impact, ASequenceEndsWithoutApproachAndWithoutNewEnergy) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed + 1000);
    const Index n = random.integer(2, 6), m = random.integer(1, std::min<Index>(n, 4));
    const double restitution = random.uniform();
    const Vector v = random_vector(random, n);
    const Matrix A = random_matrix(random, m, n);
    Scene scene = with_rows(random_mass(random, n, 30), A, v, restitution);
    const After a = after(scene, BlowOrder::sequence);
    ASSERT_EQ(a.answer.status, Status::ok) << "seed " << seed;
    EXPECT_GE(speeds(scene, a.v).minCoeff(), -1e-11 * (1 + a.v.norm())) << "seed " << seed;
    EXPECT_LE(a.answer.energy_after, a.answer.energy_before * (1 + 1e-12)) << "seed " << seed;
  }
}

TEST(Impact, TheFastestIsStruckFirst) {
  const Scene scene = cradle(vector({1, 1, 1}), vector({1, 0, -2}), 1);
  const After a = after(scene, BlowOrder::sequence);
  // 1|2 with speed 2 first: (1, −2, 0); then 0|1 with 3: (−2, 1, 0); then 1|2: (−2, 0, 1).
  EXPECT_TRUE(near(a.v, vector({-2, 0, 1}), 1e-15));
  EXPECT_EQ(a.answer.blows, 3);
}

// Light ball between two heavy ones that close in: about π√(M/m)/2 blows are needed; more than are
// made. What is left is stopped at once.
TEST(Impact, TooManyBlowsEndInOneAndSaySo) {
  const Scene scene = cradle(vector({1e8, 1, 1e8}), vector({1, 0, -0.9}), 1);
  const After a = after(scene, BlowOrder::sequence);
  EXPECT_TRUE(a.answer.exhausted);
  EXPECT_EQ(a.answer.status, Status::ok);
  EXPECT_GE(speeds(scene, a.v).minCoeff(), -1e-7);
  expect_audit(a);
  const After few = after(cradle(vector({1, 1, 1}), vector({1, 0, -1}), 1), BlowOrder::sequence);
  EXPECT_FALSE(few.answer.exhausted);
}

// The same from both sides equally fast is struck at once, and stays symmetric however unlike the masses are.
TEST(Impact, EqualsAreStruckAtOnce) {
  const After a = after(cradle(vector({1e4, 1, 1e4}), vector({1, 0, -1}), 1), BlowOrder::sequence);
  EXPECT_TRUE(
      near(a.v, vector({-1, 0, 1}), 1e-10));  // rounding of the impulse, 2e4, over the mass 1
  EXPECT_EQ(a.answer.blows, 1);
  expect_audit(a);
}

// A plate on four legs that falls level: legs in any order, ε and µ alike. Struck one after the other it would tumble.
TEST(Impact, APlateThatFallsLevelStaysLevel) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed + 7000);
    const double a = random.uniform(0.1, 1), b = random.uniform(0.1, 1), h = random.uniform(0.1, 1),
                 mu = seed % 3 ? random.uniform() : 0, eps = random.uniform();
    Matrix M = Matrix::Identity(6, 6);  // x, y, z and turns about them
    M(3, 3) = (b * b + h * h) / 3, M(4, 4) = (a * a + h * h) / 3, M(5, 5) = (a * a + b * b) / 3;
    Matrix A(4, 6), W(8, 6);
    Scene scene;
    const Index first = random.integer(0, 3);
    for (Index i = 0; i < 4; ++i) {
      const Index k = (i + first) % 4;
      const double x = k & 1 ? a : -a, y = k & 2 ? b : -b;
      A.row(i) << 0, 0, 1, y, -x, 0;
      W.row(2 * i) << 1, 0, 0, 0, -h, -y;
      W.row(2 * i + 1) << 0, 1, 0, h, 0, x;
    }
    scene = with_rows(M, A, vector({0, 0, -random.uniform(0.5, 2), 0, 0, 0}), eps);
    if (mu > 0) {
      scene.W = W;
      scene.w_t = Vector::Zero(8);
      scene.tangent_of = {0, 0, 1, 1, 2, 2, 3, 3};
      scene.friction = Vector::Constant(4, mu);
    }
    const After now = after(scene, BlowOrder::sequence);
    ASSERT_EQ(now.answer.status, Status::ok) << "seed " << seed;
    EXPECT_TRUE(near(now.v, Vector(-eps * scene.v), 1e-9)) << "seed " << seed;
    EXPECT_EQ(now.answer.blows, 1) << "seed " << seed;
    expect_audit(now);
  }
}

TEST(Impact, ABlowOnRowsFollowsTheOneFormulaAndCarnot) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const Index n = random.integer(2, 6), r = random.integer(1, n), m = r + random.integer(0, 2);
    const double restitution = random.uniform();
    const Vector v = random_vector(random, n);
    const Matrix A = random_of_rank(random, m, n, r);
    Scene scene = with_rows(random_mass(random, n, 30), A, v, restitution);
    scene.kind.assign(static_cast<std::size_t>(m), least::struck_row);
    const After a = after(scene, BlowOrder::sequence, true);
    ASSERT_EQ(a.answer.status, Status::ok) << "seed " << seed;
    const Root root_M = root(scene.s.M);
    const Matrix D = scene.s.A * root_M.inverse_half, K1 = root_M.inverse_half * pinv(D, r);
    const double eps = scene.restitution(0), k = kappa(D, r);
    const Vector jump = -(1 + eps) * K1 * (scene.s.A * scene.v);
    const double size = 1e-13 * k * k * (1 + scene.v.norm());
    EXPECT_TRUE(near(a.v, Vector(scene.v + jump), size)) << "seed " << seed;
    const double lost = (1 - eps) / (1 + eps) * 0.5 * jump.dot(scene.s.M * jump);
    EXPECT_NEAR(a.answer.energy_before - a.answer.energy_after, lost, size) << "seed " << seed;
    EXPECT_NEAR(a.answer.carnot, lost, size) << "seed " << seed;
  }
}

TEST(Impact, AStruckRowLeavesHeldRowsAloneAndLooksPastContacts) {
  Scene scene = with_rows(Matrix(vector({1, 2, 4}).asDiagonal()),
                          matrix({{1, -1, 0}, {0, 1, 0}, {0, 0, 1}}), vector({3, 3, -7}), 0.5);
  scene.kind = {least::equality_row, least::struck_row, least::unilateral_row};
  const After a = after(scene, BlowOrder::sequence, true);
  EXPECT_TRUE(near(a.v, vector({-1.5, -1.5, -7}), 1e-15));
  EXPECT_EQ(a.hit, Kinds({0, 1, 0}));
  EXPECT_NEAR(a.p(1), -4.5 * 3, 1e-14);
}

TEST(Impact, AWallThatMovesDoesWork) {
  Scene scene = with_rows(Matrix::Identity(1, 1), matrix({{1}}), vector({-1}), 1);
  scene.phi_t = vector({-2});  // φ = x − 2t: the wall comes with 2
  const After a = after(scene, BlowOrder::sequence);
  EXPECT_TRUE(near(a.v, vector({5}), 1e-15));
  EXPECT_NEAR(a.answer.work, 12, 1e-14);
  EXPECT_FALSE(a.answer.gained);
  expect_audit(a);
}

/// A ball that falls on a floor and slides: coordinates x, y, or x, y, z with z up.
TEST(Impact, FrictionIsCutAtItsLimitOrStops) {
  for (const BlowOrder order : orders) {
    Scene scene = with_rows(2 * Matrix::Identity(2, 2), matrix({{0, 1}}), vector({3, -4}), 0.5);
    scene.W = matrix({{1, 0}});
    scene.tangent_of = {0};
    scene.friction = vector({0.1});
    After a = after(scene, order);  // p = 2·1.5·4 = 12, so that 2 Δx' = −1.2
    EXPECT_TRUE(near(a.v, vector({2.4, 2}), 1e-14));
    EXPECT_NEAR(a.p_t(0), -1.2, 1e-14);
    EXPECT_NEAR(a.answer.rubbed, 3 * 3 - 2.4 * 2.4, 1e-13);
    expect_audit(a);
    scene.friction = vector({10});
    a = after(scene, order);
    EXPECT_TRUE(near(a.v, vector({0, 2}), 1e-14));
    expect_audit(a);
  }
}

TEST(Impact, FrictionInSpaceActsAgainstTheSliding) {
  for (const BlowOrder order : orders) {
    Scene scene = with_rows(Matrix::Identity(3, 3), matrix({{0, 0, 1}}), vector({3, 4, -2}), 0);
    const Vector n = vector({0, 0, 1});
    scene.W = Matrix::Identity(3, 3) - n * n.transpose();
    scene.tangent_of = {0, 0, 0};
    scene.friction = vector({0.5});  // p = 2, so that 5 becomes 4
    const After a = after(scene, order);
    EXPECT_TRUE(near(a.v, vector({2.4, 3.2, 0}), 1e-14));
    EXPECT_NEAR(a.answer.rubbed, 12.5 - 8, 1e-13);
    expect_audit(a);
  }
}

// A rod that strikes with its tip while it slides: both impulses grow together.
TEST(Impact, ASequenceWithFrictionNeverMakesEnergy) {
  int rubbed = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const double theta = random.uniform(0.1, 1.5), l = 1, I = 1.0 / 3;
    const double restitution = random.uniform();
    const Vector v = 2 * random_vector(random, 3);
    Scene scene = with_rows(Matrix(vector({1, 1, I}).asDiagonal()),
                            matrix({{0, 1, -l * std::cos(theta)}}), v, restitution);
    scene.W = matrix({{1, 0, -l * std::sin(theta)}});
    scene.tangent_of = {0};
    scene.friction = vector({random.uniform(0.2, 2)});
    SCOPED_TRACE("seed " + std::to_string(seed));
    const After a = after(scene, BlowOrder::sequence);
    ASSERT_EQ(a.answer.status, Status::ok);
    expect_audit(a);
    EXPECT_FALSE(a.answer.gained);
    EXPECT_GE(a.answer.rubbed, 0);
    EXPECT_LE(std::fabs(a.p_t(0)), scene.friction(0) * a.p(0) * (1 + 1e-12));
    EXPECT_LE(a.answer.energy_after, a.answer.energy_before * (1 + 1e-14));
    rubbed += a.answer.rubbed > 0;
  }
  EXPECT_GT(rubbed, 100);
}

// Different ε at once, taken at their word, make energy: such blows give back less, and say so.
TEST(Impact, BlowsAtOnceNeverMakeEnergy) {
  int reduced = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Vector v = random_vector(random, 3);
    const Matrix A = random_matrix(random, 2, 3);
    Scene scene = with_rows(random_mass(random, 3, 30), A, v, 0);
    scene.restitution = vector({0, 1});
    const After a = after(scene, BlowOrder::simultaneous);
    ASSERT_EQ(a.answer.status, Status::ok);
    expect_audit(a);
    EXPECT_FALSE(a.answer.gained);
    EXPECT_LE(a.answer.energy_after, a.answer.energy_before * (1 + 1e-12));
    EXPECT_GE((A * a.v).minCoeff(), -1e-12);
    EXPECT_GE(a.p.minCoeff(), -1e-12);
    if (a.answer.reduced)
      EXPECT_NEAR(a.answer.energy_after, a.answer.energy_before, 1e-11 * a.answer.energy_before);
    reduced += a.answer.reduced;
  }
  EXPECT_GT(reduced, 3);
  EXPECT_LT(reduced, 150);
}

/// A box on a floor that strikes with both lower corners; coordinates x, y, angle.
Scene box_on_two_corners(Random& random) {
  const double a = random.uniform(0.2, 1), h = random.uniform(0.2, 1);
  const Vector v = 2 * random_vector(random, 3);
  Scene scene = with_rows(Matrix(vector({1, 1, (a * a + h * h) / 3}).asDiagonal()),
                          matrix({{0, 1, -a}, {0, 1, a}}), v, random.uniform());
  scene.W = matrix({{1, 0, h}, {1, 0, h}});
  scene.tangent_of = {0, 1};
  scene.friction = vector({random.uniform(0.05, 1.5), random.uniform(0.05, 1.5)});
  return scene;
}

TEST(Impact, SeveralContactsWithFrictionStayInTheirConesAndApart) {
  for (const BlowOrder order : orders)
    for (int law = 0; law < 3; ++law)
      for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", law " + std::to_string(law));
        Random random(seed);
        Scene scene = box_on_two_corners(random);
        scene.law.assign(2, static_cast<unsigned char>(law));
        const After a = after(scene, order);
        ASSERT_EQ(a.answer.status, Status::ok);
        expect_audit(a);
        const double size = scene.v.norm();
        EXPECT_GE((scene.s.A * a.v).minCoeff(), -1e-8 * size);
        for (Index k = 0; k < 2; ++k) {
          EXPECT_GE(a.p(k), -1e-9 * size);
          EXPECT_LE(std::fabs(a.p_t(k)), scene.friction(k) * a.p(k) + 1e-8 * size);
        }
        EXPECT_LE(a.answer.energy_after, a.answer.energy_before * (1 + 1e-9));
      }
}

// Without restitution and with much friction a box that falls flat, however it slides, stops dead.
TEST(Impact, ABoxThatFallsFlatStops) {
  Random random(7);
  for (int round = 0; round < 20; ++round) {
    Scene scene = box_on_two_corners(random);
    scene.v = vector({random.uniform(-1, 1), -1, 0});
    scene.restitution = vector({0, 0});
    scene.friction = vector({5, 5});
    const After a = after(scene, BlowOrder::simultaneous);
    // What stops it slides along less than friction could hold, and neither corner has to pull.
    const double h = scene.W(0, 2), half = scene.s.A(1, 2);
    if (std::fabs(scene.v(0)) * h > 0.99 * half) continue;
    EXPECT_TRUE(near(a.v, vector({0, 0, 0}), 1e-9)) << round;
  }
}

TEST(Impact, AContactThatEqualityRowsCloseIsSaid) {
  Scene scene = with_rows(Matrix::Identity(2, 2), matrix({{1, 1}, {2, 2}}), vector({-1, 0}), 0);
  scene.kind = {least::equality_row, least::unilateral_row};
  scene.phi_t = vector({1, 0});
  for (const BlowOrder order : orders)
    EXPECT_EQ(after(scene, order).answer.status, Status::contradictory);
}

TEST(Impact, NumbersGoneBadAreAStatus) {
  Scene scene = cradle(vector({1, 1}), vector({1, NAN}), 1);
  EXPECT_EQ(after(scene, BlowOrder::sequence).answer.status, Status::not_finite_input);
  scene = cradle(vector({1, -1}), vector({1, 0}), 1);
  for (const BlowOrder order : orders)
    EXPECT_EQ(after(scene, order).answer.status, Status::mass_not_definite);
}

}  // namespace
}  // namespace zwang::test
