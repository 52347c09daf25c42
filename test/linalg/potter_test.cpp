// SPDX-License-Identifier: Apache-2.0
// Potter's square-root sweep against the recursion as printed, carried out in quad.

#include "linalg/sets.h"
#include "support/expect.h"
#include "support/quad.h"

namespace zwang::test {
namespace {

/// r numbers per stage, S = r×r at the start and at the end.
struct Sweep {
  Index r, stages, ldr;
  AlignedArray c, S, beta, alpha, f;

  Sweep(const Matrix& columns, const Matrix& start)
      : r(start.rows()),
        stages(columns.rows()),
        ldr(padded(r)),
        c(stages * ldr),
        S(r * ldr),
        beta(stages * ldr),
        alpha(stages),
        f(ldr) {
    for (Index k = 0; k < stages; ++k)
      for (Index i = 0; i < r; ++i) c.data()[k * ldr + i] = columns(k, i);
    for (Index i = 0; i < r; ++i)
      for (Index j = 0; j < r; ++j) S.data()[i * ldr + j] = start(i, j);
  }
  void run(const linalg::Kernels& set) {
    set.potter(r, stages, c.data(), ldr, S.data(), beta.data(), alpha.data(), f.data());
  }
};

/// Columns, rows as stages, and S of condition `kappa`.
Sweep draw_sweep(std::uint64_t seed, double kappa, Matrix& columns, Matrix& start) {
  Random random(seed);
  const Index r = 1 + static_cast<Index>(seed) % 40, stages = random.integer(0, 12);
  columns = random_matrix(random, stages, r);
  start = with_singular_values(random, r, r, spread(r, kappa) * std::sqrt(kappa));
  return Sweep(columns, start);
}

/// R = S Sᵀ in quad.
QuadMatrix square(const QuadMatrix& S) {
  QuadMatrix R;
  for (const QuadVector& row : S) R.push_back(times(S, row));
  return R;
}

double off(const QuadMatrix& x, const QuadMatrix& y) {
  Quad sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const QuadVector d = plus(x[i], Quad(-1), y[i]);
    sum += dot(d, d);
  }
  return static_cast<double>(square_root(sum));
}

// [KNUX99 21]: β = R c; [KNUX99 22]: R ← R − β βᵀ/(1 + cᵀβ). S loses ‖S‖·eps in every stage, so R
// loses ‖S‖²·eps, β ‖S‖²‖c‖·eps and α ‖S‖²‖c‖²·eps: never the square of the condition.
TEST(Potter, SquareRootFormEqualsTheRecursion) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      Matrix columns, start;
      Sweep sweep = draw_sweep(seed, seed % 2 ? 1e4 : 10, columns, start);
      SCOPED_TRACE(traced(*set, seed, sweep.r));
      sweep.run(*set);
      QuadMatrix R = square(quad_rows(start));
      const double size2 = start.squaredNorm();
      const double eps = 8 * static_cast<double>(sweep.r + sweep.stages + 4) * kRounding;
      for (Index k = 0; k < sweep.stages; ++k) {
        const QuadVector c = quad(columns.row(k).transpose()), beta = times(R, c);
        const Quad alpha = 1 + dot(c, beta);
        const double length = columns.row(k).norm();
        const Vector computed =
            Eigen::Map<const Vector>(sweep.beta.data() + k * sweep.ldr, sweep.r);
        EXPECT_TRUE(near(computed, rounded(beta), eps * size2 * length));
        EXPECT_NEAR(sweep.alpha.data()[k], static_cast<double>(alpha),
                    eps * (1 + size2 * length * length));
        for (std::size_t i = 0; i < R.size(); ++i) R[i] = plus(R[i], -beta[i] / alpha, beta);
      }
      Matrix S(sweep.r, sweep.r);
      for (Index i = 0; i < sweep.r; ++i)
        for (Index j = 0; j < sweep.r; ++j) S(i, j) = sweep.S.data()[i * sweep.ldr + j];
      EXPECT_LE(off(square(quad_rows(S)), R), eps * size2);
    }
}

TEST(Potter, EveryDenominatorIsAtLeastOne) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Matrix columns, start;
      Sweep sweep = draw_sweep(seed, 1e12, columns, start);
      sweep.run(*set);
      for (Index k = 0; k < sweep.stages; ++k)
        EXPECT_GE(sweep.alpha.data()[k], 1) << traced(*set, seed, sweep.r);
    }
}

TEST(Potter, PaddingStaysZero) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Matrix columns, start;
      Sweep sweep = draw_sweep(seed, 100, columns, start);
      SCOPED_TRACE(traced(*set, seed, sweep.r));
      sweep.run(*set);
      const Index r = sweep.r, ldr = sweep.ldr;
      for (Index i = 0; i < r; ++i) EXPECT_TRUE(all_zero(sweep.S.data() + i * ldr + r, ldr - r));
      for (Index k = 0; k < sweep.stages; ++k)
        EXPECT_TRUE(all_zero(sweep.beta.data() + k * ldr + r, ldr - r));
    }
}

// c = 0 asks for nothing: β = 0, α = 1, S as it was.
TEST(Potter, AColumnOfZerosChangesNothing) {
  for (const linalg::Kernels* set : kernel_sets()) {
    Random random(4);
    const Matrix start = random_matrix(random, 5, 5);
    Sweep sweep(Matrix::Zero(2, 5), start), before(Matrix::Zero(2, 5), start);
    sweep.run(*set);
    EXPECT_TRUE(same_bits(sweep.S.data(), before.S.data(), sweep.S.size())) << set->name;
    EXPECT_EQ(sweep.alpha.data()[1], 1);
    EXPECT_TRUE(all_zero(sweep.beta.data(), 2 * sweep.ldr));
  }
}

TEST(Potter, Avx2AndAvx512GiveTheSameBits) {
  const auto sets = twin_sets();
  if (sets.empty()) GTEST_SKIP() << "this processor has not both";
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    Matrix columns, start;
    Sweep x = draw_sweep(seed, 1e6, columns, start), y = draw_sweep(seed, 1e6, columns, start);
    SCOPED_TRACE("seed " + std::to_string(seed));
    x.run(*sets[0]);
    y.run(*sets[1]);
    EXPECT_TRUE(same_bits(x.S.data(), y.S.data(), x.S.size()));
    EXPECT_TRUE(same_bits(x.beta.data(), y.beta.data(), x.beta.size()));
    EXPECT_TRUE(same_bits(x.alpha.data(), y.alpha.data(), x.alpha.size()));
  }
}

}  // namespace
}  // namespace zwang::test
