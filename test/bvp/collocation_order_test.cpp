// SPDX-License-Identifier: Apache-2.0
// The orders that Ascher, Mattheij and Russell prove: 2s at the points of the mesh; between them
// s + 2 for x and s + 1 for v and w.

#include <gtest/gtest.h>

#include <cmath>

#include "bvp/any_bvp.h"
#include "bvp/collocation/collocation.h"

namespace zwang::test {
namespace {

/// x = 1/(1 + t): x'' = 2 v²/x; w = ∫ x v = (x² − 1)/2; the end is given by a parameter: p = x(1).
AnyBvp rational() {
  AnyBvp a;
  a.n = a.extra = a.parameters = 1;
  a.rates = [](double, const Vector& z, const Vector& p, Rates& r) {
    const double x = z(0), v = z(1);
    r.g << 4 * p(0) * v * v / x, x * v;  // p = ½
    r.gz << -4 * p(0) * v * v / (x * x), 8 * p(0) * v / x, 0, v, x, 0;
    r.gp << 4 * v * v / x, 0;
  };
  a.ends = [](const Vector& z0, const Vector& z1, const Vector& p, Ends& e) {
    e.B << z0(0) - 1, z1(0) - p(0), z0(2), z1(2) + 0.375;
    e.B0(0, 0) = e.B0(2, 2) = e.B1(1, 0) = e.B1(3, 2) = 1;
    e.Bp(1, 0) = -1;
  };
  return a;
}

struct Errors {
  double at_points = 0, x = 0, v = 0, w = 0;
};

Errors errors_on(Index stages, Index intervals) {
  const AnyBvp problem = rational();
  bvp::Curve curve = make_curve(problem.bvp(), stages, intervals);
  for (Index i = 0; i <= intervals; ++i)
    curve.at(i)[0] = 1 - curve.mesh[i] / 2, curve.at(i)[1] = -0.5;
  curve.p[0] = 0.6;
  EXPECT_EQ(newton(problem.bvp(), {.tolerance = 1e-15}, curve).outcome, bvp::Outcome::done);
  Errors errors;
  errors.at_points = std::fabs(curve.p[0] - 0.5);
  const auto off = [&](double tau, const double* z) {
    const double x = 1 / (1 + tau);
    return Errors{0, std::fabs(z[0] - x), std::fabs(z[1] + x * x),
                  std::fabs(z[2] - (x * x - 1) / 2)};
  };
  for (Index i = 0; i <= intervals; ++i) {
    const Errors e = off(curve.mesh[i], curve.at(i));
    errors.at_points = std::max({errors.at_points, e.x, e.v, e.w});
  }
  for (int k = 0; k <= 1000; ++k) {
    double z[3];
    evaluate(curve, k / 1000.0, z);
    const Errors e = off(k / 1000.0, z);
    errors.x = std::fmax(errors.x, e.x);
    errors.v = std::fmax(errors.v, e.v);
    errors.w = std::fmax(errors.w, e.w);
  }
  return errors;
}

// From N to 2N the error falls by 2^order; a quarter of an order is left to the next terms. Between
// the points they need more intervals to be small, at the points fewer intervals leave more error
// above rounding.
TEST(CollocationOrder, IsAsProven) {  // [ENDS 6-7]
  for (Index s = 2; s <= 5; ++s) {
    const double order = static_cast<double>(s);
    const Index few = s == 2 ? 16 : s == 3 ? 8 : s == 4 ? 6 : 5, many = s == 5 ? 14 : 16;
    EXPECT_NEAR(std::log2(errors_on(s, few).at_points / errors_on(s, 2 * few).at_points), 2 * order,
                0.35)
        << s;
    const Errors coarse = errors_on(s, many), fine = errors_on(s, 2 * many);
    EXPECT_NEAR(std::log2(coarse.x / fine.x), order + 2, 0.25) << s;
    EXPECT_NEAR(std::log2(coarse.v / fine.v), order + 1, 0.25) << s;
    EXPECT_NEAR(std::log2(coarse.w / fine.w), order + 1, 0.25) << s;
  }
}

}  // namespace
}  // namespace zwang::test
