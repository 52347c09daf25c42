// SPDX-License-Identifier: Apache-2.0
// Mass and inertia: shapes against sums over slices, sums of solids against clouds of points.

#include "import/solid.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "import/shape.h"
#include "support/random.h"

namespace zwang::test {

namespace {

using import::Mat;
using import::Pose;
using import::Shape;
using import::Sizes;
using import::Solid;
using import::Vec;

Vec random_vec(Random& random) { return {random.normal(), random.normal(), random.normal()}; }

Matrix eigen(const Mat& a) {
  Matrix result(3, 3);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 3; ++j)
      result(i, j) = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return result;
}

Vector eigen(const Vec& v) { return Eigen::Map<const Eigen::Vector3d>(v.data()); }

/// ∫ f over z from `low` to `high`; exact for polynomials of degree five.
double integrate(double low, double high, const std::function<double(double)>& f) {
  const double middle = (low + high) / 2, half = (high - low) / 2, x = half * std::sqrt(0.6);
  return half * (5 * f(middle - x) + 8 * f(middle) + 5 * f(middle + x)) / 9;
}

/// A slice across z: its area, and ∫ x², ∫ y² over it.
struct Slice {
  double area = 0, xx = 0, yy = 0;
};

Slice ellipse(double a, double b) {
  const double area = std::numbers::pi * a * b;
  return {area, area * a * a / 4, area * b * b / 4};
}

Slice slice(Shape shape, const Sizes& s, double z) {
  const double cap = std::abs(z) - s.b;  // beyond the middle of a capsule
  switch (shape) {
    case Shape::sphere: {
      const double r = std::sqrt(s.a * s.a - z * z);
      return ellipse(r, r);
    }
    case Shape::capsule: {
      const double r = cap > 0 ? std::sqrt(s.a * s.a - cap * cap) : s.a;
      return ellipse(r, r);
    }
    case Shape::cylinder:
      return ellipse(s.a, s.a);
    case Shape::box: {
      const double area = 4 * s.a * s.b;
      return {area, area * s.a * s.a / 3, area * s.b * s.b / 3};
    }
    case Shape::ellipsoid: {
      const double part = std::sqrt(1 - z * z / (s.c * s.c));
      return ellipse(part * s.a, part * s.b);
    }
  }
  return {};
}

/// Where the slices change their formula.
std::vector<double> pieces(Shape shape, const Sizes& s) {
  if (shape == Shape::sphere) return {-s.a, s.a};
  if (shape == Shape::capsule) return {-s.a - s.b, -s.b, s.b, s.a + s.b};
  if (shape == Shape::cylinder) return {-s.b, s.b};
  return {-s.c, s.c};
}

}  // namespace

TEST(ImportShape, VolumeAndInertiaAreSumsOverSlices) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Sizes s{random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)};
    for (const Shape shape :
         {Shape::sphere, Shape::capsule, Shape::cylinder, Shape::box, Shape::ellipsoid}) {
      double volume = 0, xx = 0, yy = 0, zz = 0;
      const std::vector<double> ends = pieces(shape, s);
      for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const auto sum = [&](auto part) { return integrate(ends[k], ends[k + 1], part); };
        volume += sum([&](double z) { return slice(shape, s, z).area; });
        xx += sum([&](double z) { return slice(shape, s, z).xx; });
        yy += sum([&](double z) { return slice(shape, s, z).yy; });
        zz += sum([&](double z) { return slice(shape, s, z).area * z * z; });
      }
      EXPECT_NEAR(import::volume(shape, s) / volume, 1, 1e-14) << "seed " << seed;
      // The integrands are polynomials of degree four, so that only rounding is left.
      const Mat I = import::inertia(shape, s, 3.0);
      const double density = 3.0 / volume, size = density * (xx + yy + zz);
      EXPECT_NEAR(I[0][0], density * (yy + zz), 1e-14 * size) << "seed " << seed;
      EXPECT_NEAR(I[1][1], density * (xx + zz), 1e-14 * size) << "seed " << seed;
      EXPECT_NEAR(I[2][2], density * (xx + yy), 1e-14 * size) << "seed " << seed;
      EXPECT_EQ(I[0][1], 0);
    }
  }
}

// Points have no inertia of their own: their sum is what the definition says.
TEST(ImportSolid, WeldedPointsHaveTheInertiaOfTheDefinition) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<Solid> points;
    Vector center = Vector::Zero(3);
    double mass = 0;
    for (Index k = 0; k < random.integer(2, 9); ++k) {
      points.push_back({random.uniform(0.1, 2), random_vec(random), {}});
      mass += points.back().mass;
      center += points.back().mass * eigen(points.back().center);
    }
    center /= mass;
    Matrix inertia = Matrix::Zero(3, 3);
    for (const Solid& point : points) {
      const Vector d = eigen(point.center) - center;
      inertia += point.mass * (d.squaredNorm() * Matrix::Identity(3, 3) - d * d.transpose());
    }
    const Solid all = import::welded(points);
    EXPECT_NEAR(all.mass, mass, 1e-14 * mass) << "seed " << seed;
    EXPECT_LT((eigen(all.center) - center).norm(), 1e-14) << "seed " << seed;
    EXPECT_LT((eigen(all.inertia) - inertia).norm(), 1e-14 * inertia.norm()) << "seed " << seed;

    // Welding and moving may change places, and so may welding in two steps.
    const Vec shift = random_vec(random);
    const double angle = random.uniform(-3, 3);
    const Pose pose{shift, import::about(random_vec(random), angle)};
    std::vector<Solid> moved;
    for (const Solid& point : points) moved.push_back(import::moved(pose, point));
    const Solid first = import::welded({moved.begin() + 1, moved.end()});
    const Solid again = import::welded({moved[0], first}), there = import::moved(pose, all);
    EXPECT_LT((eigen(again.center) - eigen(there.center)).norm(), 1e-14) << "seed " << seed;
    EXPECT_LT((eigen(again.inertia) - eigen(there.inertia)).norm(), 2e-14 * inertia.norm())
        << "seed " << seed;
  }
}

TEST(ImportSolid, PrincipalMomentsAreEigenvalues) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Matrix I = random_mass(random, 3, seed % 5 == 0 ? 1 : 1e3);  // some with equal moments
    const Mat a{Vec{I(0, 0), I(0, 1), I(0, 2)}, Vec{I(0, 1), I(1, 1), I(1, 2)},
                Vec{I(0, 2), I(1, 2), I(2, 2)}};
    I = eigen(a);
    import::Principal p = import::principal(a);
    EXPECT_LT((eigen(import::from_principal(p)) - I).norm(), 1e-14 * I.norm()) << "seed " << seed;
    std::sort(p.moments.begin(), p.moments.end());
    const Vector twin = Eigen::SelfAdjointEigenSolver<Matrix>(I).eigenvalues();
    EXPECT_LT((eigen(p.moments) - twin).norm(), 1e-14 * I.norm()) << "seed " << seed;
  }
}

TEST(ImportSolid, ImpossibleInertiasAreFoundInAnyAxes) {
  const auto turned = [](const Vec& moments, unsigned seed) {
    Random random(seed);
    const Solid solid{1, {}, import::diagonal(moments[0], moments[1], moments[2])};
    const double angle = random.uniform(-3, 3);
    return import::moved({{}, import::about(random_vec(random), angle)}, solid).inertia;
  };
  for (unsigned seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(import::impossible(turned({1, 2, 2.9}, seed)), "") << seed;
    EXPECT_EQ(import::impossible(turned({1, 2, 3}, seed)), "") << "a plate, seed " << seed;
    EXPECT_EQ(import::impossible(turned({0, 2, 2}, seed)), "") << "a rod, seed " << seed;
    EXPECT_EQ(import::impossible(turned({1, 2, 3.01}, seed)),
              "one of its principal moments is larger than the sum of the other two")
        << seed;
    EXPECT_EQ(import::impossible(turned({1, -0.1, 1}, seed)),
              "one of its principal moments is negative")
        << seed;
  }
  EXPECT_EQ(import::impossible({}), "");
}

TEST(ImportSolid, RoundingIsTidiedAndNothingElse) {
  EXPECT_EQ(import::tidied(Vec{0.35 - 0.08, 1e-17, 1.0 / 3}, 1), (Vec{0.27, 0, 1.0 / 3}));
  EXPECT_EQ(import::tidied(Vec{1e-17, 0, 0}, 1e-17), (Vec{1e-17, 0, 0}));
  const double odd = 0.1 + 1e-13;  // thirteen digits are meant
  EXPECT_EQ(import::tidied(Vec{odd, 0, 0}, 1), (Vec{odd, 0, 0}));
}

}  // namespace zwang::test
