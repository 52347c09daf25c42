// SPDX-License-Identifier: Apache-2.0
// Functions in quadruple precision against those of the oracle, which go other ways.

#include <gtest/gtest.h>

#include <cmath>

#include "referee/quad.h"
#include "support/quad_functions.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using formula::Op;
using referee::evaluate;

// |x − y| as a share of |y|, or of `size` where that is more.
double share(Quad x, Quad y, double size = 0) {
  const Quad whole = absolute(y) > Quad(size) ? absolute(y) : Quad(size);
  return whole == 0 ? static_cast<double>(absolute(x))
                    : static_cast<double>(absolute(x - y) / whole);
}

TEST(RefereeFunctions, AgreeWithTheOracle) {
  constexpr std::uint64_t seed = 3;
  Random random(seed);
  for (int k = 0; k < 300; ++k) {
    const double coarse = random.uniform(-20, 20), fine = random.uniform(0, 1);
    const Quad x = Quad(coarse) + Quad(fine) * Quad(0x1p-55), u = x / 21, one = 1;
    const double eps = 3e-32;  // a hundred units in the last place: reductions lose a few digits
    EXPECT_LE(share(evaluate(Op::sin, x, 0, 0), in_quad::sin(x), 1), eps) << coarse;
    EXPECT_LE(share(evaluate(Op::cos, x, 0, 0), in_quad::cos(x), 1), eps) << coarse;
    EXPECT_LE(share(evaluate(Op::exp, x, 0, 0), in_quad::exp(x)), 30 * eps) << coarse;
    EXPECT_LE(share(evaluate(Op::log, absolute(x), 0, 0), in_quad::log(absolute(x)), 1), eps);
    EXPECT_LE(share(evaluate(Op::atan, x, 0, 0), in_quad::atan(x)), eps) << coarse;
    EXPECT_LE(share(evaluate(Op::asin, u, 0, 0), in_quad::asin(u)), eps) << coarse;
    EXPECT_LE(share(evaluate(Op::acos, u, 0, 0), in_quad::acos(u), 1), eps) << coarse;
    EXPECT_LE(share(evaluate(Op::sinh, x, 0, 0), in_quad::sinh(x)), 30 * eps) << coarse;
    EXPECT_LE(share(evaluate(Op::tanh, x, 0, 0), in_quad::tanh(x)), 30 * eps) << coarse;
    EXPECT_LE(share(evaluate(Op::sqrt, absolute(x), 0, 0), in_quad::sqrt(absolute(x))), eps);
    EXPECT_LE(share(evaluate(Op::power, absolute(x), u, 0), in_quad::pow(absolute(x), u)),
              30 * eps);
    EXPECT_LE(share(evaluate(Op::power, x, 5, 0), x * x * x * x * x), eps);
    EXPECT_LE(share(evaluate(Op::atan2, x, one, 0), in_quad::atan(x)), eps);
  }
}

}  // namespace
}  // namespace zwang::test
