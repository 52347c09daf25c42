// SPDX-License-Identifier: Apache-2.0
// The least singular value of rows of which some follow from others: by iteration, against all of them by rotations.

#include "instant/row_spectrum.h"

#include "linalg/vector.h"
#include "motion/built.h"

namespace zwang::test {
namespace {

TEST(RowSpectrum, TheLeastOfRedundantRowsIsThatOfAllSingularValues) {
  const equations::Equations equations = built(platform);
  const Index n = equations.n, m = equations.m;
  equations::Workspace numbers(equations);
  instant::RowSpectrum spectrum(equations, n, m);
  const std::vector<unsigned char> active(at(m), 1);
  for (const double angle : {1.2, 0.7, 0.1, 1e-3, 1e-6}) {  // at 0 all rows are one
    const double q[] = {std::cos(angle), -std::sin(angle), 0}, v[] = {0, 0, 0};
    numbers.evaluate(equations::Stage::projection, 0, q, v);
    ASSERT_TRUE(spectrum.weigh(numbers, active.data()));
    const double unit[] = {2, 0.5, 3};
    std::vector<double> u(at(m)), z(at(n)), w(at(n));
    const double least = spectrum.smallest(2, unit, u.data(), z.data());
    for (Index i = 0; i < m; ++i) {
      for (Index j = 0; j < n; ++j) w[at(j)] += u[at(i)] / unit[i] * spectrum.D()[i * n + j];
    }
    spectrum.decompose(spectrum.D(), unit);
    EXPECT_LT(spectrum.value(2), 1e-14) << angle;
    EXPECT_NEAR(least / spectrum.value(1), 1, 1e-9) << angle;
    EXPECT_NEAR(linalg::norm(u.data(), m), 1, 1e-14) << angle;
    EXPECT_NEAR(linalg::norm(z.data(), n), least, 1e-14) << angle;
    for (Index j = 0; j < n; ++j) EXPECT_NEAR(z[at(j)], w[at(j)], 1e-14) << angle;
  }
}

}  // namespace
}  // namespace zwang::test
