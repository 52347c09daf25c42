// SPDX-License-Identifier: Apache-2.0
// Curves hold polynomials: x of degree s + 1, w of degree s.

#include "bvp/curve.h"

#include "bvp/gauss.h"
#include "bvp/scales.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using bvp::Curve;

/// x_i and w_i as sums of powers of τ.
struct Powers {
  Index n, extra, degree;
  Matrix x, w;  // coefficients

  Powers(Random& random, Index n_x, Index n_w, Index most)
      : n(n_x),
        extra(n_w),
        degree(most),
        x(random_matrix(random, n_x, most + 2)),
        w(random_matrix(random, n_w, most + 1)) {}

  static double power(double tau, Index q) {
    return q < 0 ? 0 : std::pow(tau, static_cast<double>(q));
  }

  Vector z(double tau) const {
    Vector z = Vector::Zero(2 * n + extra);
    for (Index q = 0; q < x.cols(); ++q) {
      z.head(n) += x.col(q) * power(tau, q);
      z.segment(n, n) += x.col(q) * static_cast<double>(q) * power(tau, q - 1);
      if (q < w.cols()) z.tail(extra) += w.col(q) * power(tau, q);
    }
    return z;
  }
  Vector rates(double tau) const {
    Vector g = Vector::Zero(n + extra);
    for (Index q = 1; q < x.cols(); ++q) {
      g.head(n) += x.col(q) * static_cast<double>(q * (q - 1)) * power(tau, q - 2);
      if (q < w.cols()) g.tail(extra) += w.col(q) * static_cast<double>(q) * power(tau, q - 1);
    }
    return g;
  }
};

std::vector<double> random_mesh(Random& random, Index intervals) {
  std::vector<double> mesh{0};
  for (Index i = 1; i < intervals; ++i) mesh.push_back(mesh.back() + random.uniform(0.1, 1));
  const double last = mesh.back() + random.uniform(0.1, 1);
  for (double& tau : mesh) tau /= last;
  mesh.push_back(1);
  return mesh;
}

Curve curve_of(const Powers& powers, Index stages, std::vector<double> mesh) {
  bvp::Bvp bvp;
  bvp.n = powers.n;
  bvp.extra = powers.extra;
  Curve curve = make_curve(bvp, stages, static_cast<Index>(mesh.size()) - 1);
  curve.mesh = std::move(mesh);
  const Index m = bvp.rates();
  for (Index i = 0; i <= curve.intervals(); ++i) {
    Eigen::Map<Vector>(curve.at(i), bvp.size()) = powers.z(curve.mesh[i]);
    if (i == curve.intervals()) break;
    const double h = curve.mesh[i + 1] - curve.mesh[i];
    for (Index j = 0; j < stages; ++j)
      Eigen::Map<Vector>(curve.rates_of(i) + j * m, m) =
          powers.rates(curve.mesh[i] + bvp::gauss(stages).c[j] * h);
  }
  return curve;
}

void expect_same(const Curve& curve, const Powers& powers, double tolerance) {
  Vector z(curve.size());
  for (int k = 0; k <= 40; ++k) {
    const double tau = k / 40.0;
    evaluate(curve, tau, z.data());
    EXPECT_TRUE(near(z, powers.z(tau), tolerance)) << "at " << tau;
  }
}

TEST(Curve, IsMadeEvenAndZero) {
  bvp::Bvp bvp;
  bvp.n = 2;
  bvp.extra = 1;
  bvp.parameters = 3;
  const Curve curve = make_curve(bvp, 4, 5);
  EXPECT_EQ(curve.intervals(), 5);
  EXPECT_EQ(curve.mesh.back(), 1);
  EXPECT_EQ(curve.mesh[2], 0.4);
  EXPECT_EQ(curve.z, std::vector<double>(6 * 5));
  EXPECT_EQ(curve.rates, std::vector<double>(5 * 4 * 3));
  EXPECT_EQ(curve.p, std::vector<double>(3));
}

// Coefficients are some units and degrees below 10: values reach 50, derivatives ten times that.
TEST(Curve, HoldsPolynomialsOfItsDegree) {  // [ENDS 5]
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index s = random.integer(bvp::least_stages, bvp::most_stages);
    const Index extra = random.integer(0, 2), n = random.integer(1, 3);
    const Powers powers(random, n, extra, s);
    const Curve curve = curve_of(powers, s, random_mesh(random, random.integer(1, 6)));
    expect_same(curve, powers, 1e-12);
    const Curve again = resample(curve, random_mesh(random, random.integer(1, 9)));
    expect_same(again, powers, 1e-11);
  }
}

// With more stages it is the same polynomial; with fewer, one of their degree that has its values at
// the points and its rates at the fewer Gauss points.
TEST(Curve, MayHaveOtherStages) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index s = random.integer(bvp::least_stages, bvp::most_stages - 1);
    const Index more = random.integer(s + 1, bvp::most_stages);
    const Index extra = random.integer(0, 2), n = random.integer(1, 3);
    const Powers powers(random, n, extra, s);
    const Curve curve = curve_of(powers, s, random_mesh(random, random.integer(1, 6)));
    const Curve raised = restage(curve, more);
    EXPECT_EQ(raised.stages, more);
    EXPECT_EQ(raised.z, curve.z);
    expect_same(raised, powers, 1e-11);
    expect_same(resample(curve, random_mesh(random, 5), more), powers, 1e-11);
    const Curve back = restage(raised, s);
    EXPECT_TRUE(near(back.rates, curve.rates, 1e-10));
  }
}

TEST(Curve, ResamplingKeepsItsEndsToTheBit) {
  Random random(5);
  const auto mesh = random_mesh(random, 3);
  const Curve curve = curve_of(Powers(random, 2, 1, 4), 4, mesh);
  const Curve again = resample(curve, random_mesh(random, 7));
  for (Index k = 0; k < curve.size(); ++k) {
    EXPECT_EQ(again.at(0)[k], curve.at(0)[k]);
    EXPECT_EQ(again.at(7)[k], curve.at(3)[k]);
  }
}

// What vanishes has the size of what cancels in it, on every mesh.
TEST(Curve, ScalesKnowTheTermsOfWhatVanishes) {
  bvp::Bvp bvp;
  bvp.n = 1;
  bvp.extra = 2;
  Curve curve = make_curve(bvp, 4, 5);
  for (Index i = 0; i <= 5; ++i) curve.at(i)[0] = 3;
  EXPECT_EQ(scales_of(curve).z, (std::vector<double>{3, 3e-3, 1e-3, 1e-3}));
  curve.terms = {0, 7};
  EXPECT_EQ(scales_of(curve).z, (std::vector<double>{3, 3e-3, 1e-3, 7}));
  EXPECT_EQ(scales_of(resample(curve, {0, 0.3, 1})).z.back(), 7);
  EXPECT_EQ(scales_of(restage(curve, 6)).z.back(), 7);
}

// Rates are what a curve is made of between its points: with x of degree 3 and w of degree 1 they
// follow from the values.
TEST(Curve, CubicsHaveTheirRates) {
  Random random(6);
  const Powers powers(random, 2, 2, 2);  // x to the cube, w to the square
  Powers straight = powers;
  straight.w.col(2).setZero();
  const Curve exact = curve_of(straight, 5, random_mesh(random, 4));
  Curve curve = exact;
  std::fill(curve.rates.begin(), curve.rates.end(), 0.0);
  cubic_rates(curve);
  EXPECT_TRUE(near(curve.rates, exact.rates, 1e-11));
}

}  // namespace
}  // namespace zwang::test
