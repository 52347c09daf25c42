// SPDX-License-Identifier: Apache-2.0
// The coefficients against the order conditions, as the running code uses them.

#include "ode/explicit/dopri5.h"
#include "ode/explicit/dopri853.h"
#include "ode/explicit/rk4.h"
#include "ode/gauss6_tableau.h"
#include "ode/probe.h"
#include "ode/radau5/radau5_tableau.h"
#include "ode/trees.h"

namespace zwang::test {
namespace {

LongWeights long_weights(const double* w, Index n) { return LongWeights(w, w + n); }

/// A step of the probe, its polynomial prepared; one more stage at the end for methods that do not
/// make it themselves.
template <class Method>
struct Probed {
  explicit Probed(Index stages, Index ending) : probe(stages), step(stages) {
    const ode::System f = probe.system();
    const std::vector<double> zero(static_cast<std::size_t>(stages), 0.0);
    EXPECT_EQ(advance(step, f, 0, zero.data(), nullptr, 1), ode::Outcome::done);
    std::vector<double> f_end(zero);
    if (static_cast<Index>(probe.tableau.stages()) == ending)
      probe.answer(1, step.y_new.data(), f_end.data());
    else
      f_end[static_cast<std::size_t>(ending)] = 1;
    EXPECT_EQ(prepare_dense(step, f, step.y_new.data(), f_end.data()), ode::Outcome::done);
    EXPECT_EQ(static_cast<Index>(probe.tableau.stages()), stages);
  }
  LongWeights weights() const { return long_weights(step.y_new.data(), step.n); }
  LongWeights weights(double theta) const {
    Weights b(static_cast<std::size_t>(step.n));
    interpolate(step, theta, b.data());
    return LongWeights(b.begin(), b.end());
  }
  /// y_new minus an estimated error.
  LongWeights embedded(const AlignedArray& error) const {
    LongWeights b = weights();
    for (std::size_t i = 0; i < b.size(); ++i) b[i] -= error.data()[i];
    return b;
  }
  Probe probe;
  Method step;
};

/// c_i = Σ_j a_ij, to the rounding of the sums.
void expect_consistent(const Tableau& method) {
  for (std::size_t i = 0; i < method.stages(); ++i) {
    long double sum = 0, moduli = 0;
    for (long double a : method.A[i]) sum += a, moduli += std::fabs(a);
    EXPECT_NEAR(static_cast<double>(sum), method.c[i], 4e-16 * static_cast<double>(1 + moduli))
        << "stage " << i;
  }
}

TEST(Trees, AreCountedAsCayleyDid) {
  std::vector<int> counts(9);
  for (const Tree& tree : rooted_trees(8)) ++counts[static_cast<std::size_t>(tree.size)];
  EXPECT_EQ(counts, (std::vector<int>{0, 1, 1, 2, 4, 9, 20, 48, 115}));
}

TEST(Tableau, OfRk4IsOfOrder4) {
  const Probed<ode::Rk4> rk4(5, 4);
  expect_consistent(rk4.probe.tableau);
  EXPECT_EQ(order_of(rk4.probe.tableau, rk4.weights(), 1, 6), 4);
  for (double theta : {0.1, 0.5, 0.7, 1.0})
    EXPECT_GE(order_of(rk4.probe.tableau, rk4.weights(theta), theta, 6), 3) << theta;
}

TEST(Tableau, OfDopri5IsOfOrder5AndItsEstimateOfOrder4) {  // [STEPS 3]
  const Probed<ode::Dopri5> dopri5(7, 6);
  const Tableau& tableau = dopri5.probe.tableau;
  expect_consistent(tableau);
  EXPECT_EQ(order_of(tableau, dopri5.weights(), 1, 7), 5);
  EXPECT_EQ(order_of(tableau, dopri5.embedded(dopri5.step.error), 1, 7), 4);
}

TEST(Tableau, OfDopri5InterpolatesToOrder4) {
  const Probed<ode::Dopri5> dopri5(7, 6);
  for (double theta : {0.1, 0.3, 0.5, 0.8, 0.95})
    EXPECT_EQ(order_of(dopri5.probe.tableau, dopri5.weights(theta), theta, 6), 4) << theta;
}

TEST(Tableau, OfDopri853IsOfOrder8AndItsEstimatesOfOrder5And3) {  // [STEPS 3]
  const Probed<ode::Dopri853> dopri853(16, 12);
  const Tableau& tableau = dopri853.probe.tableau;
  expect_consistent(tableau);
  EXPECT_EQ(order_of(tableau, dopri853.weights(), 1, 9), 8);
  EXPECT_EQ(order_of(tableau, dopri853.embedded(dopri853.step.error), 1, 9), 5);
  EXPECT_EQ(order_of(tableau, dopri853.embedded(dopri853.step.error_3), 1, 9), 3);
}

// The rows of the polynomial are up to 500 in size and mostly cancel; times θ³(1−θ)³ and the like,
// their rounding is that of numbers up to 10.
TEST(Tableau, OfDopri853InterpolatesToOrder7) {
  const Probed<ode::Dopri853> dopri853(16, 12);
  const long double unit = 10;
  for (double theta : {0.1, 0.3, 0.5, 0.8, 0.95})
    EXPECT_EQ(order_of(dopri853.probe.tableau, dopri853.weights(theta), theta, 8, unit), 7)
        << theta;
}

/// ∫_0^x of the Lagrange polynomials of c: the tableau of collocation, from its definition.
LongWeights integrated_lagrange(const double* c, long double x) {
  LongWeights row;
  for (int j = 0; j < 3; ++j) {
    const long double p = c[(j + 1) % 3], q = c[(j + 2) % 3], c_j = c[j];
    row.push_back((x * x * x / 3 - (p + q) * x * x / 2 + p * q * x) / ((c_j - p) * (c_j - q)));
  }
  return row;
}

Tableau gauss() {
  using namespace ode::gauss6;
  Tableau tableau{{c, c + 3}, {}};
  for (int i = 0; i < 3; ++i) {
    LongWeights row;
    for (int j = 0; j < 3; ++j) row.push_back(static_cast<long double>(a[i][j]) + a_rest[i][j]);
    tableau.A.push_back(row);
  }
  return tableau;
}

LongWeights gauss_weights() {
  using namespace ode::gauss6;
  LongWeights weights;
  for (int j = 0; j < 3; ++j) weights.push_back(static_cast<long double>(b[j]) + b_rest[j]);
  return weights;
}

// The split weights have ten bits more than double: 2^-10 in units of its eps.
TEST(Tableau, OfGauss6IsOfOrder6BeyondDouble) {
  EXPECT_EQ(order_of(gauss(), gauss_weights(), 1, 8, 0x1p-10L), 6);
}

TEST(Tableau, OfGauss6IsThatOfCollocation) {
  using namespace ode::gauss6;
  const Tableau tableau = gauss();
  for (int i = 0; i < 3; ++i) {
    const LongWeights row = integrated_lagrange(c, c[i]);
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(static_cast<double>(tableau.A[static_cast<std::size_t>(i)][j] - row[j]), 0,
                  3e-16);
  }
}

TEST(Tableau, OfGauss6IsSymplecticAndSymmetricBeyondDouble) {
  const Tableau tableau = gauss();
  const LongWeights b = gauss_weights();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const auto& A = tableau.A;
      const long double area = b[i] * A[i][j] + b[j] * A[j][i] - b[i] * b[j];
      const long double mirror = A[i][j] + A[2 - i][2 - j] - b[j];
      EXPECT_LT(std::fabs(area), 1e-19L) << i << j;  // 2^-63: one place of long double
      EXPECT_LT(std::fabs(mirror), 1.2e-19L) << i << j;
    }
}

/// A⁻¹ of radau5 as its transformation gives it, T Λ T⁻¹.
std::vector<LongWeights> radau_inverse() {
  using namespace ode::radau5;
  const long double L[3][3] = {{gamma, 0, 0}, {0, alpha, -beta}, {0, beta, alpha}};
  std::vector<LongWeights> inverse(3, LongWeights(3));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q)
          inverse[i][j] += static_cast<long double>(T[i][p]) * L[p][q] * T_inverse[q][j];
  return inverse;
}

// Entries up to 20, products of three factors rounded once each.
TEST(Tableau, OfRadau5IsSplitByItsTransformation) {  // [STEPS 12]
  using namespace ode::radau5;
  const auto inverse = radau_inverse();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      long double product = 0, identity = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        product += inverse[i][k] * integrated_lagrange(c, c[k])[j];
        identity += static_cast<long double>(T[i][k]) * T_inverse[k][j];
      }
      EXPECT_NEAR(static_cast<double>(product), i == j, 1e-14) << i << j;
      EXPECT_NEAR(static_cast<double>(identity), i == j, 1e-15) << i << j;
    }
}

TEST(Tableau, OfRadau5IsOfOrder5) {
  using namespace ode::radau5;
  Tableau tableau{{c, c + 3}, {}};
  for (double c_i : c) tableau.A.push_back(integrated_lagrange(c, c_i));
  EXPECT_EQ(order_of(tableau, tableau.A[2], 1, 7), 5);
}

// The estimate is that of order 3: with the stage f(t, y), whose weight is 1/gamma, and the weights
// b + e A/gamma, the four conditions up to order 3 hold and one of order 4 fails.
TEST(Tableau, OfRadau5EstimatesByOrder3) {  // [STEPS 14]
  using namespace ode::radau5;
  Tableau tableau{{0, c[0], c[1], c[2]}, {LongWeights(4)}};
  for (double c_i : c) {
    LongWeights row = integrated_lagrange(c, c_i);
    row.insert(row.begin(), 0);
    tableau.A.push_back(row);
  }
  LongWeights b = tableau.A[3];
  for (std::size_t j = 1; j < 4; ++j)
    for (std::size_t i = 0; i < 3; ++i) b[j] += e[i] * tableau.A[i + 1][j] / gamma;
  b[0] += 1 / static_cast<long double>(gamma);
  EXPECT_EQ(order_of(tableau, b, 1, 5, 4), 3);
}

}  // namespace
}  // namespace zwang::test
