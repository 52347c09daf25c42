// SPDX-License-Identifier: Apache-2.0
#include "bvp/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bvp/collocation/collocation.h"
#include "bvp/textbook.h"

namespace zwang::test {
namespace {

/// The largest error within interval i, measured as the estimate is.
double error_within(const ScalarProblem& p, const bvp::Curve& curve, Index i,
                    const bvp::Scales& scales) {
  double largest = 0;
  for (int k = 0; k <= 30; ++k) {
    const double tau = curve.mesh[i] + k * (curve.mesh[i + 1] - curve.mesh[i]) / 30;
    double z[2];
    evaluate(curve, tau, z);
    const double L = p.b - p.a, t = p.time(tau);
    largest = std::fmax(largest, std::fabs(z[0] - p.exact(t)) / scales.z[0]);
    largest = std::fmax(largest, std::fabs(z[1] - L * p.exact_rate(t)) / scales.z[1]);
  }
  return largest;
}

void expect_estimates(const ScalarProblem& p, Index stages, Index intervals) {
  bvp::Curve curve = p.line(stages, intervals);
  ASSERT_EQ(newton(p.bvp(), {.tolerance = 1e-14}, curve).outcome, bvp::Outcome::done);
  const bvp::Scales scales = scales_of(curve);
  const std::vector<double> errors = local_errors(curve, scales);
  const double worst = *std::max_element(errors.begin(), errors.end());
  for (Index i = 0; i < intervals; ++i) {
    const double error = error_within(p, curve, i, scales);
    if (errors[i] < 0.01 * worst) continue;  // next terms are no smaller there
    EXPECT_GT(errors[i], 0.5 * error) << p.name << ", interval " << i << ", s = " << stages;
    EXPECT_LT(errors[i], 3 * error) << p.name << ", interval " << i << ", s = " << stages;
  }
}

// The estimate is the first term of the error; where the solution is resolved, the others are
// smaller.
TEST(LocalError, IsRightWithinAFactor) {  // [ENDS 14]
  for (Index s = 3; s <= 6; ++s) {
    expect_estimates(cash(1, 0.1), s, 12);
    expect_estimates(cash(9, 1), s, 16);
    expect_estimates(cash(11, 0.01), s, 12);
    expect_estimates(cash(20, 0.3), s, 16);
  }
}

// ξ = 10⁻⁶ makes the equation stiff and leaves the solution, cos πt, and its estimate as they are.
TEST(LocalError, DoesNotGrowWithStiffness) {
  for (double xi : {1.0, 1e-3, 1e-6}) expect_estimates(cash(11, xi), 6, 12);
}

// Uneven meshes: the neighbour's rate is further away or nearer, and the estimate knows.
TEST(LocalError, KnowsUnevenMeshes) {
  const ScalarProblem p = cash(11, 0.1);
  bvp::Curve curve = p.line(5, 9);
  for (Index i = 1; i < 9; ++i) curve.mesh[i] += (i % 2 ? 0.35 : -0.35) / 9;
  for (Index i = 0; i <= 9; ++i) curve.at(i)[0] = -1;
  ASSERT_EQ(newton(p.bvp(), {.tolerance = 1e-14}, curve).outcome, bvp::Outcome::done);
  const bvp::Scales scales = scales_of(curve);
  const std::vector<double> errors = local_errors(curve, scales);
  for (Index i = 0; i < 9; i += 2) {  // the long ones
    const double error = error_within(p, curve, i, scales);
    EXPECT_GT(errors[i], 0.3 * error) << i;
    EXPECT_LT(errors[i], 5 * error) << i;
  }
}

}  // namespace
}  // namespace zwang::test
