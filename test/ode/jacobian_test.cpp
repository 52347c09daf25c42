// SPDX-License-Identifier: Apache-2.0
// Jacobians by differences against those by hand.

#include "ode/jacobian.h"

#include "ode/drive.h"

namespace zwang::test {
namespace {

/// J by differences, then by hand.
template <class P>
std::pair<OdeState, OdeState> both(P& p, const OdeState& y, const Allowed& allowed) {
  ode::System f = system_of(p);
  OdeState f0(y), scratch(2 * y.size()), by_hand(y.size() * y.size()), by_difference(by_hand);
  f.f(f.self, 0, y.data(), f0.data());
  EXPECT_TRUE(
      form_jacobian(f, 0, y.data(), f0.data(), allowed.view(), by_hand.data(), scratch.data()));
  f.jacobian = nullptr;
  EXPECT_TRUE(form_jacobian(f, 0, y.data(), f0.data(), allowed.view(), by_difference.data(),
                            scratch.data()));
  return {by_difference, by_hand};
}

/// Entries of different units are compared each with the largest of its row, or with `least`.
void expect_near(const std::pair<OdeState, OdeState>& jacobians, std::size_t n, double relative,
                 double least = 0) {
  const auto& [difference, hand] = jacobians;
  for (std::size_t i = 0; i < n; ++i) {
    double largest = least;
    for (std::size_t j = 0; j < n; ++j) largest = std::max(largest, std::fabs(hand[i * n + j]));
    for (std::size_t j = 0; j < n; ++j)
      EXPECT_NEAR(difference[i * n + j], hand[i * n + j], relative * largest) << i << j;
  }
}

// √eps of f'' and √eps of rounding; both are 1e-8 of what f is made of.
TEST(Jacobian, ByDifferencesIsThatByHand) {  // [STEPS 17]
  VanDerPol vdp;
  expect_near(both(vdp, {1.5, -0.7}, Allowed(2, 1e-9, 1e-6)), 2, 1e-6);
  Robertson robertson;
  expect_near(both(robertson, {0.7, 1e-5, 0.3}, Allowed(3, 1e-12, 1e-6)), 3, 1e-6);
}

// y_1 = y_2 = 0 at the start of Robertson's reaction: the displacement comes from the tolerances.
TEST(Jacobian, LooksAroundZeroAsFarAsTheTolerancesSee) {
  Robertson p;
  expect_near(both(p, {1, 0, 0}, Allowed(3, 1e-14, 1e-6)), 3, 1e-6, 0.04);
}

TEST(Jacobian, LooksToTheOtherSideOfAnEdge) {
  ode::System root{1, nullptr, [](void*, double, const double* y, double* dydt) noexcept {
                     dydt[0] = std::sqrt(4 - y[0]);
                     return y[0] <= 2;
                   }};
  const double y = 2, f0 = std::sqrt(2.0), absolute = 1e-9;
  double J = 0;
  OdeState scratch(2);
  ASSERT_TRUE(form_jacobian(root, 0, &y, &f0, {&absolute, 1e-6}, &J, scratch.data()));
  EXPECT_NEAR(J, -0.5 / std::sqrt(2.0), 1e-7);
}

// Near 1e8 a displacement of 1.49 is rounded by 1e-8 of itself; what was added counts. With f = 3 (y −
// y0), computed without rounding, J is exact.
TEST(Jacobian, DividesByWhatWasReallyAdded) {  // [STEPS 17]
  double y0 = 1e8 + 0.1;
  ode::System line{1, &y0, [](void* self, double, const double* y, double* dydt) noexcept {
                     dydt[0] = 3 * (y[0] - *static_cast<double*>(self));
                     return true;
                   }};
  const double f0 = 0, absolute = 1e-9;
  double J = 0;
  OdeState scratch(2);
  ASSERT_TRUE(form_jacobian(line, 0, &y0, &f0, {&absolute, 1e-6}, &J, scratch.data()));
  EXPECT_EQ(J, 3);
}

TEST(Jacobian, ThatIsNotFiniteIsRefused) {
  ode::System f{1, nullptr, [](void*, double, const double*, double* dydt) noexcept {
                  dydt[0] = 1;
                  return true;
                }};
  f.jacobian = [](void*, double, const double*, double* J, double*) noexcept {
    J[0] = HUGE_VAL;
    return true;
  };
  const double y = 2, f0 = 1, absolute = 1e-9;
  double J = 0;
  OdeState scratch(2);
  EXPECT_FALSE(form_jacobian(f, 0, &y, &f0, {&absolute, 1e-6}, &J, scratch.data()));
  f.jacobian = [](void*, double, const double*, double*, double*) noexcept { return false; };
  EXPECT_FALSE(form_jacobian(f, 0, &y, &f0, {&absolute, 1e-6}, &J, scratch.data()));
}

}  // namespace
}  // namespace zwang::test
