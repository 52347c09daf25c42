// SPDX-License-Identifier: Apache-2.0
// L, D = A L⁻ᵀ, g = L⁻¹Q and c = L⁻¹C, however the mass matrix is given, and what is left of one
// mass when the next is weighed on the same workspace.

#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

/// Against Eigen's L, and against each other, κ(M) ≤ 10.
void expect_weighed(Weighed& w, const System& s, double allowed = 1e-13) {
  ASSERT_EQ(w.sign, 1);
  const Matrix L = cholesky(s.M), L_inverse = inverse(L);
  EXPECT_TRUE(near(w.D(), Matrix(s.A * L_inverse.transpose()), allowed * (1 + s.A.norm())));
  EXPECT_TRUE(near(w.g(), Vector(L_inverse * s.Q), allowed * (1 + s.Q.norm())));
  if (s.C.size()) EXPECT_TRUE(near(w.c(), Vector(L_inverse * s.C), allowed * (1 + s.C.norm())));
  EXPECT_TRUE(near(w.weigh_back(s.Q), Vector(L * s.Q), allowed * (1 + s.Q.norm())));
  EXPECT_TRUE(
      near(w.unweigh(s.Q), Vector(L_inverse.transpose() * s.Q), allowed * (1 + s.Q.norm())));
}

TEST(Weigh, FullDiagonalAndBlockMassesGiveTheSameRows) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    std::vector<std::size_t> sizes;
    for (Index k = random.integer(1, 6); k-- > 0;)
      sizes.push_back(static_cast<std::size_t>(seed % 3 ? random.integer(1, 12) : 1));
    const System s = draw_blocks(seed, sizes, random.integer(0, 20));
    Weighed full(in_full(s)), blocks(in_blocks(s, sizes));
    expect_weighed(full, s);
    expect_weighed(blocks, s);
    EXPECT_TRUE(near(full.D(), blocks.D(), 1e-14 * (1 + s.A.norm())));
    if (seed % 3) continue;
    const System diagonal = by_diagonal(s);
    Weighed w(diagonal);
    expect_weighed(w, s);
  }
}

// M = −L Lᵀ: Q and C change sign with it, A does not.
TEST(Weigh, NegativeDefiniteMassChangesTheSignOfForcesOnly) {
  const System s = draw_blocks(3, {3, 5, 1}, 4);
  for (const System& given : {in_full(s), in_blocks(s, {3, 5, 1}), in_blocks(s, {8, 1})}) {
    System negative = given;
    negative.M = -negative.M;
    for (double& x : negative.mass) x = -x;
    Weighed plus(given), minus(negative);
    EXPECT_EQ(plus.sign, 1);
    ASSERT_EQ(minus.sign, -1);
    EXPECT_EQ(minus.D(), plus.D());
    EXPECT_EQ(minus.g(), Vector(-plus.g()));
    EXPECT_EQ(minus.c(), Vector(-plus.c()));
  }
}

TEST(Weigh, MassThatIsNotDefiniteIsRefused) {
  System s = draw_blocks(4, {1, 1, 1, 1}, 2);
  for (double entry : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()})
    for (Index i = 0; i < 4; ++i) {
      System bad = s;
      bad.M(i, i) = entry;
      const System full = in_full(bad), blocks = in_blocks(bad, {1, 2, 1}),
                   diagonal = by_diagonal(bad);
      EXPECT_EQ(Weighed(full).sign, 0) << i;
      EXPECT_EQ(Weighed(blocks).sign, 0) << i;
      EXPECT_EQ(Weighed(diagonal).sign, 0) << i;
    }
}

// M = JᵀJ of rank n − 1 in numbers that are rounded: the last pivot of a plain Cholesky is rounding
// of either sign. It must be called singular in every basis.
TEST(Weigh, SingularByRoundingIsRefused) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(2, 12);
    const Matrix J = random_matrix(random, n - 1, n);
    System s;
    s.M = J.transpose() * J;
    s.Q = random_vector(random, n);
    s.A.resize(0, n);
    for (Index i = 0; i < n; ++i) {  // in units of any size
      const double unit = std::ldexp(1.0, static_cast<int>(random.integer(-20, 20)));
      s.M.row(i) *= unit;
      s.M.col(i) *= unit;
    }
    EXPECT_EQ(Weighed(s).sign, 0);
  }
}

TEST(Weigh, IllConditionedButDefiniteIsAccepted) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Index n = random.integer(2, 12);
    System s;
    s.M = random_mass(random, n, 1e10);
    s.Q = random_vector(random, n);
    s.A.resize(0, n);
    EXPECT_EQ(Weighed(s).sign, 1);
  }
}

TEST(Weigh, OneWorkspaceTakesEveryKindOfMassInTurn) {
  const std::vector<std::size_t> ones(20, 1);
  const System diagonal = by_diagonal(draw_blocks(5, ones, 9));
  const System blocks = in_blocks(draw_blocks(6, {9, 3, 8}, 9), {9, 3, 8});
  const System full = draw_blocks(7, {20}, 9);
  Weighed w(full);
  for (const System* s : {&diagonal, &full, &blocks, &diagonal, &blocks, &full, &blocks, &full}) {
    Weighed fresh(*s);
    w.again(*s);
    expect_weighed(w, *s);
    EXPECT_EQ(w.D(), fresh.D());
    EXPECT_EQ(w.weigh_back(s->Q), fresh.weigh_back(s->Q));
    EXPECT_EQ(w.unweigh(s->Q), fresh.unweigh(s->Q));
  }
}

// The blocks may be cut otherwise the next time: nothing of the last cut may be left.
TEST(Weigh, OneWorkspaceTakesEveryCutIntoBlocks) {
  const std::vector<std::vector<std::size_t>> cuts = {{20},    {8, 12}, {20}, {4, 16}, {10, 10},
                                                      {1, 19}, {12, 8}, {20}, {9, 11}, {3, 17}};
  Weighed w(in_blocks(draw_blocks(1, cuts[0], 5), cuts[0]));
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    SCOPED_TRACE("cut " + std::to_string(k));
    const System s = in_blocks(draw_blocks(10 + k, cuts[k], 5), cuts[k]);
    w.again(s);
    expect_weighed(w, s);
  }
}

}  // namespace
}  // namespace zwang::test
