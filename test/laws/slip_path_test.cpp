// SPDX-License-Identifier: Apache-2.0
// The slip path of a blow: against closed forms, against many small steps of impulse, and by the
// definition of each law.

#include "laws/slip_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "support/random.h"

namespace zwang::test {
namespace {

using least::follow_slip;
using least::RestitutionLaw;
using least::SlipBlow;
using least::SlipTask;

constexpr RestitutionLaw laws[] = {RestitutionLaw::stronge, RestitutionLaw::poisson,
                                   RestitutionLaw::newton};

std::uint64_t rounds() { return std::getenv("ZWANG_SOAK") ? 100000 : 50; }

SlipTask task_of(const Matrix& G, const Vector& u, double mu, double eps, RestitutionLaw law) {
  SlipTask task;
  task.tangents = u.size() - 1;
  for (Index i = 0; i < u.size(); ++i) {
    task.u[i] = u(i);
    for (Index j = 0; j < u.size(); ++j) task.G[i * u.size() + j] = G(i, j);
  }
  task.friction = mu;
  task.restitution = eps;
  task.law = law;
  return task;
}

/// A rod that strikes with its tip: mass 1, half length 1, leaning by theta.
SlipTask rod(double theta, const Vector& v, double mu, double eps, RestitutionLaw law) {
  Matrix H(2, 3), inverse = Matrix::Identity(3, 3);
  H << 0, 1, -std::cos(theta), 1, 0, -std::sin(theta);
  inverse(2, 2) = 3;
  return task_of(H * inverse * H.transpose(), H * v, mu, eps, law);
}

/// A solid in space that strikes with a point at r: mass 1, any inertia. A massless path is none.
SlipTask solid(Random& random, double mu, double eps, RestitutionLaw law) {
  const Matrix inverse = 4 * random_mass(random, 3, 10);
  const Vector r = random_vector(random, 3);
  Matrix across(3, 3);
  across << 0, -r(2), r(1), r(2), 0, -r(0), -r(1), r(0), 0;
  Matrix G = Matrix::Identity(3, 3) - across * inverse * across;
  Vector u = random_vector(random, 3);
  u(0) = -std::abs(u(0)) - 0.1;
  return task_of(G, u, mu, eps, law);
}

Matrix answer_of(const SlipTask& task) {
  const Index rows = task.tangents + 1;
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(task.G, rows, rows);
}

Vector part(const double* x, Index size) { return Eigen::Map<const Vector>(x, size); }

/// What holds whatever the law: u = u⁻ + G P, the books, the cone, no approach, no energy made.
void expect_lawful(const SlipTask& task, const SlipBlow& blow) {
  const Index rows = task.tangents + 1;
  const Matrix G = answer_of(task);
  const Vector u0 = part(task.u, rows), u1 = part(blow.u, rows), P = part(blow.P, rows);
  ASSERT_TRUE(blow.ended);
  const double speed = u0.norm() + (G * P).norm(), energy = u0.norm() * P.norm();
  EXPECT_LE((u1 - u0 - G * P).norm(), 1e-11 * speed);
  EXPECT_NEAR(blow.normal_work + blow.friction_work, P.dot(u0) + 0.5 * P.dot(G * P),
              1e-11 * energy);
  EXPECT_LE(P.tail(task.tangents).norm(), task.friction * P(0) * (1 + 1e-12));
  EXPECT_GT(P(0), 0);
  EXPECT_GE(u1(0), -1e-12 * speed);
  EXPECT_LE(blow.friction_work, 1e-14 * energy);
  EXPECT_LE(blow.normal_work + blow.friction_work, 1e-11 * energy);
}

/// Impulse in many small steps, friction found implicitly in each: slip against which it acts is the one
/// after the step. Ends by the law. First order.
SlipBlow in_small_steps(const SlipTask& task, int steps) {
  const Index rows = task.tangents + 1, size = task.tangents;
  const Matrix G = answer_of(task), K = G.bottomRightCorner(size, size);
  Vector u = part(task.u, rows), P = Vector::Zero(rows), f = Vector::Zero(size);
  const double dP = -task.u[0] / G(0, 0) / steps, eps = task.restitution;
  double P_c = 0, W_c = 0, P_r = 0, W_r = 0;
  for (int k = 0; k < 100 * steps; ++k) {
    const Vector c = u.tail(size) + G.bottomLeftCorner(size, 1) * dP;
    const double most = task.friction * dP, rho = 1 / K.trace();
    for (int i = 0; i < 200; ++i) {  // projected steps for K f + c within the disc
      Vector next = f - rho * (K * f + c);
      if (next.norm() > most) next *= most / next.norm();
      const bool still = (next - f).norm() < 1e-12 * most;
      f = next;
      if (still) break;
    }
    Vector d(rows);
    d << dP, f;
    const double W = dP * (u(0) + 0.5 * (G * d)(0));
    u += G * d;
    P += d;
    (u(0) < 0 ? P_c : P_r) += dP;
    (u(0) < 0 ? W_c : W_r) += W;
    if (u(0) < 0) continue;
    if (task.law == RestitutionLaw::newton && u(0) >= -eps * task.u[0]) break;
    if (task.law == RestitutionLaw::poisson && P_r >= eps * P_c) break;
    if (task.law == RestitutionLaw::stronge && W_r >= -eps * eps * W_c) break;
  }
  SlipBlow blow;
  for (Index i = 0; i < rows; ++i) blow.u[i] = u(i), blow.P[i] = P(i);
  return blow;
}

void expect_near(const SlipBlow& a, const SlipBlow& b, Index rows, double tolerance) {
  const double speed = part(b.u, rows).norm(), size = part(b.P, rows).norm();
  EXPECT_LE((part(a.u, rows) - part(b.u, rows)).norm(), tolerance * (speed + size));
  EXPECT_LE((part(a.P, rows) - part(b.P, rows)).norm(), tolerance * size);
}

TEST(SlipPath, ACentralBlowIsTheSameUnderAllLaws) {
  for (const RestitutionLaw law : laws)
    for (const double eps : {0.0, 0.4, 1.0})
      for (const double mu : {0.1, 5.0}) {
        const SlipTask task = task_of(0.5 * Matrix::Identity(2, 2), Vector{{-4, 3}}, mu, eps, law);
        const SlipBlow blow = follow_slip(task);
        expect_lawful(task, blow);
        const double P = 8 * (1 + eps), F = std::fmin(mu * P, 6);
        EXPECT_NEAR(blow.u[0], 4 * eps, 1e-14);
        EXPECT_NEAR(blow.P[0], P, 1e-13);
        EXPECT_NEAR(blow.u[1], 3 - 0.5 * F, 1e-14);
        EXPECT_NEAR(blow.P[1], -F, 1e-13);
      }
}

// Without restitution the tip stays, by every law: friction that came after the normal blow would
// throw it up.
TEST(SlipPath, AnObliqueRodWithoutRestitutionStays) {
  for (const RestitutionLaw law : laws)
    for (const double mu : {0.05, 0.3, 1.0, 3.0})
      for (const double theta : {0.3, 0.8, 1.2, 1.5}) {
        const SlipTask task = rod(theta, Vector{{-1, -2, 0.5}}, mu, 0, law);
        const SlipBlow blow = follow_slip(task);
        expect_lawful(task, blow);
        EXPECT_EQ(blow.u[0], 0);
      }
}

// Routh's pieces by hand: the rod slides, stops, and sticks; or slides back.
TEST(SlipPath, ARodThatStopsSliding) {
  const double theta = 1.0, c = std::cos(theta), s = std::sin(theta);
  const double a = 1 + 3 * c * c, b = 3 * s * c, k = 1 + 3 * s * s, mu = 2.5;
  const Vector v{{-0.2, -2, 0}};
  ASSERT_LT(b, mu * k);  // it can stick
  for (const double eps : {0.0, 0.5, 0.9}) {
    // u_T = −0.2 slides left, friction pushes right: u_T' = b + μ k, then f = −b/k.
    const double P1 = 0.2 / (b + mu * k), u1 = -2 + (a + mu * b) * P1, stuck = a - b * b / k;
    const double P_c = P1 - u1 / stuck;
    const SlipBlow poisson = follow_slip(rod(theta, v, mu, eps, RestitutionLaw::poisson));
    EXPECT_NEAR(poisson.P[0], (1 + eps) * P_c, 1e-13);
    EXPECT_NEAR(poisson.u[0], stuck * eps * P_c, 1e-13);
    EXPECT_EQ(poisson.u[1], 0);
    const SlipBlow newton = follow_slip(rod(theta, v, mu, eps, RestitutionLaw::newton));
    EXPECT_NEAR(newton.u[0], 2 * eps, 1e-13);
    EXPECT_NEAR(newton.P[0], P_c + 2 * eps / stuck, 1e-13);
    const double W_c = P1 * (-2 + 0.5 * (a + mu * b) * P1) - 0.5 * u1 * u1 / stuck;
    const SlipBlow stronge = follow_slip(rod(theta, v, mu, eps, RestitutionLaw::stronge));
    EXPECT_NEAR(stronge.normal_work, (1 - eps * eps) * W_c, 1e-13);
    EXPECT_NEAR(stronge.u[0], eps * std::sqrt(-2 * W_c * stuck), 1e-13);
  }
}

TEST(SlipPath, RodsStruckAnyWayAreLawful) {
  int turned = 0;
  for (const RestitutionLaw law : laws)
    for (std::uint64_t seed = 0; seed < rounds(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", law " + std::to_string(int(law)));
      Random random(seed);
      SlipTask task = rod(random.uniform(0.05, 1.55), 2 * random_vector(random, 3),
                          random.uniform(0.05, 4), random.uniform(), law);
      task.u[0] = -std::abs(task.u[0]);
      const SlipBlow blow = follow_slip(task);
      expect_lawful(task, blow);
      EXPECT_TRUE(!blow.reduced || law == RestitutionLaw::newton);
      turned += blow.u[1] * task.u[1] <= 0;
      if (seed < 20 && !blow.reduced) expect_near(in_small_steps(task, 4000), blow, 2, 5e-3);
    }
  EXPECT_GT(turned, 10);
}

TEST(SlipPath, SolidsStruckAnyWayAreLawful) {
  for (const RestitutionLaw law : laws)
    for (std::uint64_t seed = 0; seed < rounds(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", law " + std::to_string(int(law)));
      Random random(seed);
      const double mu = random.uniform(0.05, 2), eps = random.uniform();
      const SlipTask task = solid(random, mu, eps, law);
      const SlipBlow blow = follow_slip(task);
      expect_lawful(task, blow);
      if (seed < 8 && !blow.reduced) expect_near(in_small_steps(task, 2000), blow, 3, 5e-3);
    }
}

/// Kane's paradox: Newton's ε taken at its word makes energy. It gives back less then.
TEST(SlipPath, NewtonsLawStopsWhereItWouldMakeEnergy) {
  int reduced = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    SlipTask task = rod(random.uniform(0.05, 1.55), 2 * random_vector(random, 3),
                        random.uniform(0.05, 4), random.uniform(0.5, 1), RestitutionLaw::newton);
    task.u[0] = -std::abs(task.u[0]);
    const SlipBlow blow = follow_slip(task);
    const double asked = -task.restitution * task.u[0];
    if (blow.reduced) {
      EXPECT_NEAR(blow.normal_work + blow.friction_work, 0, 1e-12 * std::abs(blow.friction_work));
      EXPECT_LT(blow.u[0], asked);
    } else {
      EXPECT_NEAR(blow.u[0], asked, 1e-13 * asked);
    }
    reduced += blow.reduced;
  }
  EXPECT_GT(reduced, 3);
}

// The tangential plane turned, and one row more than it has directions: the same blow. A path that does
// not leave its plane is the planar one, by the pieces of that and by the series of the other.
TEST(SlipPath, APathInAPlaneIsThePlanarPath) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SlipTask flat = rod(random.uniform(0.05, 1.55), 2 * random_vector(random, 3),
                              random.uniform(0.05, 4), random.uniform(), laws[seed % 3]);
    if (flat.u[0] >= 0) continue;
    const SlipBlow known = follow_slip(flat);
    const Matrix turn = random_orthogonal(random, 3);
    Matrix lift = Matrix::Zero(4, 2);
    lift(0, 0) = 1;
    lift.block(1, 1, 3, 1) = turn.col(0);
    for (const double off : {0.0, 1e-9}) {
      Matrix G = lift * answer_of(flat) * lift.transpose();
      G.bottomRightCorner(3, 3) += turn.col(1) * turn.col(1).transpose();
      Vector u = lift * part(flat.u, 2);
      u.tail(3) += off * u.norm() * turn.col(1);
      const SlipTask task = task_of(G, u, flat.friction, flat.restitution, flat.law);
      const SlipBlow blow = follow_slip(task);
      expect_lawful(task, blow);
      EXPECT_LE((lift.transpose() * part(blow.u, 4) - part(known.u, 2)).norm(), 1e-7 * u.norm());
      EXPECT_NEAR(blow.P[0], known.P[0], 1e-7 * known.P[0]);
    }
  }
}

TEST(SlipPath, UnitsDoNotMatter) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const SlipTask task = solid(random, random.uniform(0.1, 2), random.uniform(), laws[seed % 3]);
    const SlipBlow known = follow_slip(task);
    for (const double speed : {1e-9, 1e9})
      for (const double row : {1e-9, 1.0, 1e9}) {  // the normal row in other units
        SlipTask other = task;
        for (int i = 0; i < 3; ++i) other.u[i] *= speed * (i == 0 ? row : 1);
        for (int i = 0; i < 9; ++i)
          other.G[i] *= (i / 3 == 0 ? row : 1) * (i % 3 == 0 ? row : 1) * 1e6;
        other.friction *= row;
        const SlipBlow blow = follow_slip(other);
        EXPECT_NEAR(blow.P[0] * row * 1e6, known.P[0] * speed, 1e-11 * known.P[0] * speed);
        for (int i = 1; i < 3; ++i)
          EXPECT_NEAR(blow.u[i], known.u[i] * speed, 1e-10 * speed * part(known.u, 3).norm());
      }
  }
}

// Painlevé's rod jams: it does not approach, and slides so that friction drives its tip into the floor.
TEST(SlipPath, ABlowWithoutApproachThrowsAJammedRodUp) {
  const double theta = std::atan(2.0);
  for (const double mu : {1.4, 2.0, 3.0}) {
    Vector v{{-2, 0, 0}};
    const SlipTask task = rod(theta, v, mu, 0.5, RestitutionLaw::stronge);
    ASSERT_NEAR(task.u[0], 0, 1e-15);
    const double answers = task.G[0] + mu * task.G[1];  // of the gap, while it slides left
    const SlipBlow blow = follow_slip(task);
    if (answers > 0) {
      EXPECT_EQ(blow.P[0], 0);
      continue;
    }
    expect_lawful(task, blow);
    EXPECT_GT(blow.u[0], 0);
  }
  const SlipTask task = rod(theta, Vector{{2, 0, 0}}, 2, 0.5, RestitutionLaw::stronge);
  EXPECT_TRUE(task.G[0] - 2 * task.G[1] < 0);
  const SlipBlow blow = follow_slip(task);
  expect_lawful(task, blow);
  EXPECT_GT(blow.u[0], 0);
}

}  // namespace
}  // namespace zwang::test
