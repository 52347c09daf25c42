// SPDX-License-Identifier: Apache-2.0
// The frictional instant against all of its modes, one by one, and against instances solved by hand.

#include "laws/friction/contact_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "support/contact_cases.h"
#include "support/contact_oracle.h"

namespace zwang::test {
namespace {

using least::ContactAnswer;
using least::ContactProblem;
using least::ContactSolver;
using Said = least::ContactVerdict;

Index cases(Index few, Index many) { return std::getenv("ZWANG_SOAK") ? many : few; }

least::ContactOptions counting() {
  least::ContactOptions options;
  options.count = options.count_at_rest = true;
  return options;
}

/// Hᵀr in units of √(what c is made of · ...): the change of motion that the contacts make.
Vector motion(const ContactProblem& p, const double* r) {
  Vector w = Vector::Zero(p.freedom);
  double largest = 0, size = 0;
  for (Index i = 0; i < p.size; ++i) {
    double square = 0;
    for (Index k = 0; k < p.freedom; ++k) {
      const double h = p.H[static_cast<std::size_t>(i * p.freedom + k)];
      w(k) += h * r[i];
      square += h * h;
    }
    largest = std::max(largest, square);
    size = std::max(size, p.terms[static_cast<std::size_t>(i)]);
  }
  return w * std::sqrt(largest) / size;
}

bool is_among(const Vector& motion, const std::vector<Vector>& all) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Vector& x) { return (x - motion).norm() <= 1e-6 * (1 + x.norm()); });
}

/// What is said is what enumeration finds, and the answer is among its answers.
void expect_truth(const ContactProblem& p, const std::string& where) {
  ContactSolver solver;
  const ContactAnswer& answer = solver.solve(p, counting());
  const ContactTruth truth = all_modes(p);
  switch (answer.verdict) {
    case Said::one:
      EXPECT_EQ(truth.motions.size(), 1u) << where;
      break;
    case Said::none:
      EXPECT_EQ(truth.motions.size(), 0u) << where;
      break;
    case Said::several:
    case Said::continuum:
      EXPECT_GE(truth.motions.size(), 2u) << where;
      break;
    default:
      ADD_FAILURE() << where << ": nothing is said, and there are " << truth.motions.size();
  }
  if (!answer.solved()) return;
  EXPECT_LE(answer.residuals.worst(), 1e-9) << where;
  // In a continuum the answer need not be one of the corners that enumeration meets.
  if (answer.verdict != Said::continuum)
    EXPECT_TRUE(is_among(motion(p, answer.r), truth.motions)) << where;
}

std::string name_of(Touching family, Index seed) {
  return "family " + std::to_string(static_cast<int>(family)) + ", seed " + std::to_string(seed);
}

TEST(ContactSolver, SaysWhatAllModesSay) {
  for (const Touching family : planar_touching)
    for (Index seed = 0; seed < cases(60, 100000); ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      expect_truth(draw_contacts(random, family), name_of(family, seed));
    }
}

/// Where there is one motion, no order, mirror or unit changes it.
TEST(ContactSolver, IsBlindToOrderMirrorsAndUnits) {
  for (const Touching family : {Touching::box, Touching::blocks, Touching::boxes, Touching::ladder,
                                Touching::random, Touching::corner})
    for (Index seed = 0; seed < cases(25, 2000); ++seed) {
      Random random(static_cast<std::uint64_t>(seed) + 7000);
      const ContactProblem p = draw_contacts(random, family);
      ContactSolver solver, other;
      const ContactAnswer& answer = solver.solve(p, counting());
      const Vector w = motion(p, answer.r);
      std::vector<std::size_t> order(p.rubbing.size());
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = (k + 1) % order.size();
      for (const ContactProblem& q :
           {reordered(p, order), mirrored(p), rescaled(p, 1e6, 1e-6), rescaled(p, 1e-9, 1e9),
            rescaled(p, 1e-6, 1), rescaled(p, 1, 1e9)}) {
        const ContactAnswer& again = other.solve(q, counting());
        EXPECT_EQ(again.verdict, answer.verdict) << name_of(family, seed);
        if (answer.verdict != Said::one) continue;
        EXPECT_LE((motion(q, again.r) - w).norm(), 1e-8 * (1 + w.norm())) << name_of(family, seed);
      }
    }
}

/// In space: verified, counted, and the answer that a start from the last mode keeps.
TEST(ContactSolver, SolvesCornersAndTablesInSpace) {
  for (const Touching family : {Touching::corner, Touching::table})
    for (Index seed = 0; seed < cases(60, 100000); ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const ContactProblem p = draw_contacts(random, family);
      ContactSolver solver, other;
      const ContactAnswer& answer =
          solver.solve(p, family == Touching::corner ? counting() : least::ContactOptions{});
      ASSERT_TRUE(answer.solved()) << name_of(family, seed);
      EXPECT_NE(answer.verdict, Said::unknown) << name_of(family, seed);
      EXPECT_LE(answer.residuals.worst(), 1e-9) << name_of(family, seed);
      if (family == Touching::corner)
        EXPECT_NE(answer.verdict, Said::found) << name_of(family, seed);
    }
}

/// A planar problem put into space (a second tangent that nothing pushes along) has the same answer.
TEST(ContactSolver, InSpaceIsAsInThePlaneWhereThePlaneIsAll) {
  for (Index seed = 0; seed < cases(40, 5000); ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 500);
    const double m = random.uniform(0.5, 2), mu = random.uniform(0.1, 0.9);
    const double push = random.uniform(-15, 15);
    const auto unit = [](Index n, Index i) { return Vector(Vector::Unit(n, i)); };
    Vector flat_masses = Vector::Constant(2, m), masses = Vector::Constant(3, m);
    Vector flat_forces = Vector::Zero(2), forces = Vector::Zero(3);
    flat_forces(0) = forces(0) = push;
    flat_forces(1) = forces(1) = -9.81 * m;
    ContactBuilder flat(flat_masses, flat_forces), space(masses, forces);
    flat.add(unit(2, 1), unit(2, 0), mu, 0);
    space.add(unit(3, 1), unit(3, 0), unit(3, 2), mu);
    ContactSolver one, two;
    const ContactAnswer &a = one.solve(flat.problem(), counting()),
                        &b = two.solve(space.problem(), counting());
    const double expected =
        std::fabs(push) <= mu * 9.81 * m ? 0 : (push - std::copysign(mu * 9.81 * m, push)) / m;
    EXPECT_NEAR(a.a[1], expected, 1e-12 * 30) << seed;
    EXPECT_NEAR(b.a[1], expected, 1e-11 * 30) << seed;
    EXPECT_NEAR(b.a[2], 0, 1e-11 * 30) << seed;
  }
}

TEST(ContactSolver, FrictionBrakesTheLowerOfTwoBlocksThatAreBothPushed) {
  const Vector masses = numbers({1, 1, 1.5, 1.5});
  const Vector forces = numbers({30, -9.81, 6, -1.5 * 9.81});
  ContactBuilder builder(masses, forces);
  builder.add(numbers({0, 1, 0, 0}), numbers({1, 0, 0, 0}), 0.3, 0);
  builder.add(numbers({0, -1, 0, 1}), numbers({-1, 0, 1, 0}), 0.05, 0);
  ContactSolver solver;
  const ContactAnswer& answer = solver.solve(builder.problem(), counting());
  EXPECT_EQ(answer.verdict, Said::one);
  EXPECT_NEAR(answer.a[2], 30 - 0.3 * 2.5 * 9.81 - 0.05 * 1.5 * 9.81, 1e-12);
  EXPECT_NEAR(answer.a[2] + answer.a[3], (6 + 0.05 * 1.5 * 9.81) / 1.5, 1e-12);
}

/// Half-width a, height of the centre h: with μh ≥ a a box that slides tips, and nothing jams.
TEST(ContactSolver, BoxesThatSlideHaveOneAnswerEach) {
  int tipping = 0;
  for (const double a : {0.3, 0.5, 1.0, 2.0})
    for (const double h : {0.4, 0.9, 1.7, 3.1})
      for (const double mu : {0.15, 0.5, 0.8, 1.2})  // below Painlevé's 4/3
        for (const double slip : {-1.0, 1.0}) {
          const Vector masses = numbers({2, 2, 2 * (a * a + h * h) / 3});
          const Vector forces = numbers({0, -19.62, 0});
          ContactBuilder builder(masses, forces);
          for (const double x : {-a, a})
            builder.add(numbers({0, 1, x}), numbers({1, 0, h}), mu, slip);
          ContactSolver solver;
          const ContactAnswer& answer = solver.solve(builder.problem(), counting());
          EXPECT_EQ(answer.verdict, Said::one) << a << ' ' << h << ' ' << mu << ' ' << slip;
          const bool tips = mu * h > a;
          const Index left = slip > 0 ? 0 : 1;  // that which leaves, where one does
          EXPECT_EQ(answer.mode->press[static_cast<std::size_t>(left)] == least::Press::open, tips);
          tipping += tips;
          if (tips) continue;
          EXPECT_NEAR(answer.r[0] + answer.r[1], 19.62, 1e-10);
          EXPECT_NEAR(answer.r[1 - left] - answer.r[left], 19.62 * mu * h / a, 1e-9);
        }
  EXPECT_GT(tipping, 30);
}

/// A particle in the corner of floor and wall, pulled along both with less than μN: the wall cannot help
/// to make it slip, though the shortest share of the rows says so.
TEST(ContactSolver, WhatCanRestInACornerRests) {
  for (const double into : {-1.0, -2.0, -5.0})
    for (const double pull : {0.5, 1.9, 1.96, 6.0}) {
      const Vector masses = Vector::Ones(3), forces = numbers({pull, into, -9.81});
      ContactBuilder builder(masses, forces);
      const Vector x = Vector::Unit(3, 0), y = Vector::Unit(3, 1), z = Vector::Unit(3, 2);
      builder.add(z, x, y, 0.2);
      builder.add(y, x, z, 0.2);
      ContactSolver solver;
      const ContactProblem p = builder.problem();
      const ContactAnswer& answer = solver.solve(p);
      ASSERT_TRUE(answer.solved());
      if (pull <= 0.2 * 9.81) {
        EXPECT_NEAR(answer.a[2], 0, 1e-10) << pull << ' ' << into;
        // The floor alone holds it; the wall only helps, by what presses on it.
        if (into != -2 || pull != 1.9) continue;  // many solves
        const double factor = least::slip_factors(p, answer)[0].needed;
        EXPECT_LE(factor, pull / (0.2 * 9.81) + 1e-9) << pull << ' ' << into;
        EXPECT_GE(factor, pull / (0.2 * (9.81 - into)) * 0.8) << pull << ' ' << into;
      } else {
        EXPECT_GT(answer.a[2], 0) << pull << ' ' << into;
      }
    }
}

/// Two blocks side by side, pressed together, each on a floor of its own coefficient and sliding: how they
/// share the weight decides how they move, and nothing decides how they share it.
TEST(ContactSolver, SaysThatMotionsFormAContinuum) {
  const Vector masses = Vector::Ones(4), forces = numbers({40, -9.81, -10, -9.81});
  ContactBuilder builder(masses, forces);
  builder.add(numbers({0, 1, 0, 0}), numbers({1, 0, 0, 0}), 0.1, 1);
  builder.add(numbers({0, 0, 0, 1}), numbers({0, 0, 1, 0}), 0.7, 1);
  builder.add(numbers({-1, 0, 1, 0}), numbers({0, -1, 0, 1}), 0.6, 0);
  ContactSolver solver;
  EXPECT_EQ(solver.solve(builder.problem(), counting()).verdict, Said::continuum);
}

/// Painlevé's rod with m = l = 1, I = 1/3 at tan θ = 2: the gap answers to the normal force by 1.6 − 1.2 μ.
TEST(ContactSolver, CountsTheAnswersOfPainlevesRod) {
  const double c = 1 / std::sqrt(5), s = 2 / std::sqrt(5);
  const auto rod = [&](double mu, double omega) {
    const Vector masses = numbers({1, 1, 1.0 / 3});
    const Vector forces = numbers({0, -9.81, 0});
    ContactBuilder builder(masses, forces);
    builder.add(numbers({0, 1, -c}), numbers({1, 0, s}), mu, -1, -omega * omega * s);
    return builder.problem();
  };
  ContactSolver solver;
  const ContactAnswer& one = solver.solve(rod(1, 0), counting());
  EXPECT_EQ(one.verdict, Said::one);
  EXPECT_NEAR(one.r[0], 9.81 / 0.4, 1e-10);
  EXPECT_EQ(solver.solve(rod(1.5, 0), counting()).verdict, Said::none);
  EXPECT_EQ(solver.solve(rod(1.5, 4), counting()).verdict, Said::several);
  EXPECT_EQ(solver.solve(rod(1, 4), counting()).verdict, Said::one);
}

/// μ₀ > μ: what gives way gives way by μ, what does not holds by μ₀.
TEST(ContactSolver, ABrokenContactHoldsNoBetterThanItSlides) {
  for (const double push : {3.0, 4.5, 5.5}) {
    const Vector masses = Vector::Ones(2), forces = numbers({push, -10});
    ContactBuilder builder(masses, forces);
    builder.add(Vector::Unit(2, 1), Vector::Unit(2, 0), 0.4, 0);
    ContactProblem p = builder.problem();
    p.rubbing[0].coefficients[0].sticking = 0.5;
    ContactSolver solver;
    const ContactAnswer& answer = solver.solve(p, counting());
    EXPECT_NEAR(answer.a[1], push <= 5 ? 0 : push - 4, 1e-12) << push;
  }
}

/// A limit that depends on no normal, and one that reads a bilateral row of either sign.
TEST(ContactSolver, KnowsConstantLimitsAndBilateralNormals) {
  ContactProblem p;
  p.size = p.freedom = 1;
  p.H = {1};
  p.c = p.terms = {3};
  least::Rubbing joint;
  joint.rows = 1;
  joint.sliding = joint.sticking = 2;
  p.rubbing = {joint};
  ContactSolver solver;
  EXPECT_NEAR(solver.solve(p, counting()).a[0], 1, 1e-12);
  for (const double weight : {-9.81, 9.81})
    for (const double push : {2.0, 7.0}) {
      const Vector forces = numbers({push, weight});
      ContactBuilder builder(Vector::Ones(2), forces);
      builder.add(Vector::Unit(2, 1), Vector::Unit(2, 0), 0.3, 0);
      ContactProblem slot = builder.problem();
      slot.sided = {0};
      const ContactAnswer& answer = solver.solve(slot, counting());
      EXPECT_EQ(answer.verdict, Said::one);
      EXPECT_NEAR(answer.r[0], -weight, 1e-11);
      EXPECT_NEAR(answer.a[1], std::fmax(0, push - 0.3 * 9.81), 1e-11);
      EXPECT_NEAR(answer.a[0], 0, 1e-11);
    }
}

/// Bricks in courses, each on two of the course below, by four points, each course one shorter; a push at the top.
ContactProblem wall(Index courses, Index bricks, double push) {
  const Index count = courses * bricks - courses * (courses - 1) / 2, n = 3 * count;
  Vector masses(n), forces(n);
  for (Index i = 0; i < count; ++i) {
    masses.segment(3 * i, 3) << 1, 1, 0.1;
    forces.segment(3 * i, 3) << (i == count - 1 ? push : 0), -9.81, 0;
  }
  ContactBuilder builder(masses, forces);
  const auto touch = [&](Index upper, Index lower,
                         double x) {  // x: of the point, from the upper centre
    Vector normal = Vector::Zero(n), tangent = Vector::Zero(n);
    normal(3 * upper + 1) = 1;
    normal(3 * upper + 2) = x;
    tangent(3 * upper) = 1;
    tangent(3 * upper + 2) = 0.25;
    if (lower >= 0) {
      const double shift = x < 0 ? 0.5 : -0.5;  // of the lower centre
      normal(3 * lower + 1) = -1;
      normal(3 * lower + 2) = -(x + shift);
      tangent(3 * lower) = -1;
      tangent(3 * lower + 2) = 0.25;
    }
    builder.add(normal, tangent, 0.5, 0);
  };
  Index own = 0, below = 0;
  for (Index c = 0; c < courses; ++c) {
    for (Index b = 0; b < bricks - c; ++b, ++own)
      for (const double x : {-0.5, -0.05, 0.05, 0.5})
        if (c > 0)
          touch(own, below + b + (x < 0 ? 0 : 1), x);
        else if (std::fabs(x) == 0.5)
          touch(own, -1, x);
    if (c > 0) below += bricks - c + 1;
  }
  return builder.problem();
}

TEST(ContactSolver, WallsStandAndAreShovedOver) {
  struct Wall {
    Index courses, bricks;
    double push;
  };
  // The larger one has 600 rows: by the motion of its bricks (least/friction/compliant.h).
  for (const auto& [courses, bricks, push] :
       {Wall{3, 4, 0}, Wall{3, 4, 1}, Wall{3, 4, 40}, Wall{8, 12, 0}, Wall{8, 12, 40}}) {
    const ContactProblem p = wall(courses, bricks, push);
    ContactSolver solver;
    const ContactAnswer& answer = solver.solve(p);
    ASSERT_TRUE(answer.solved()) << push;
    EXPECT_LE(answer.residuals.worst(), 1e-9) << push;
    double most = 0;
    for (Index i = 0; i < p.size; ++i) most = std::max(most, std::fabs(answer.a[i]));
    if (push < 2) EXPECT_LE(most, 1e-8) << push;
    if (push > 2) EXPECT_GT(most, 1) << push;
  }
}

/// What verifies fails as soon as one force or one acceleration is not lawful.
TEST(ContactSolver, VerifiesEveryInequality) {
  const Vector forces = numbers({2, -10});
  ContactBuilder builder(Vector::Ones(2), forces);
  builder.add(Vector::Unit(2, 1), Vector::Unit(2, 0), 0.3, 0);
  const std::vector<least::Island> islands =
      least::islands_of(builder.problem(), std::vector<unsigned char>(1, 0));
  ASSERT_EQ(islands.size(), 2u - 1u);
  const least::Island& island = islands[0];
  double a[2];
  const double good[2] = {1, -0.2};  // in units of the weight
  EXPECT_LE(least::residuals_of(island, good, a).worst(), 1e-15);
  const double pulls[2] = {-0.1, 0}, sinks[2] = {0.9, -0.2}, departs[2] = {1.1, -0.2},
               outside[2] = {1, -0.4}, creeps[2] = {1, -0.1}, nothing_presses[2] = {0, -0.2};
  EXPECT_GT(least::residuals_of(island, pulls, a).pulls, 0.09);
  EXPECT_GT(least::residuals_of(island, sinks, a).sinks, 0.09);
  EXPECT_GT(least::residuals_of(island, departs, a).apart, 0.09);
  EXPECT_GT(least::residuals_of(island, outside, a).cone, 0.09);
  EXPECT_GT(least::residuals_of(island, creeps, a).opposes, 0.09);
  EXPECT_GT(least::residuals_of(island, nothing_presses, a).cone, 0.19);
}

}  // namespace
}  // namespace zwang::test
