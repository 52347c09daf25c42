// SPDX-License-Identifier: Apache-2.0
// Eight systems side by side against the printed formula, and how well the kernel knows itself.

#include "linalg/sets.h"
#include "support/algebra.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

struct Eight {
  Index n, m;
  std::vector<System> systems;
  AlignedArray M, Q, A, b, x, quality, work;
  linalg::BatchTask task;

  Eight(Index n_, Index m_, std::vector<System> eight)
      : n(n_),
        m(m_),
        systems(std::move(eight)),
        M(8 * n * n),
        Q(8 * n),
        A(8 * m * n),
        b(8 * m),
        x(8 * n),
        quality(8),
        work(linalg::batch_work(n, m) + 8) {
    for (Index s = 0; s < 8; ++s) fill(s);
    for (Index i = 0; i < work.size(); ++i) work.data()[i] = kNan;
    task = {n, m, M.data(), Q.data(), A.data(), b.data(), work.data(), x.data(), quality.data()};
    task.exact = 1e2;
    task.trusted = 1e8;
    task.mass_trusted = 1e10;
  }
  void fill(Index s) {
    const System& system = systems[static_cast<std::size_t>(s)];
    for (Index i = 0; i < n * n; ++i) M.data()[8 * i + s] = system.M.data()[i];
    for (Index i = 0; i < n; ++i) Q.data()[8 * i + s] = system.Q(i);
    for (Index i = 0; i < m * n; ++i) A.data()[8 * i + s] = system.A.data()[i];
    for (Index i = 0; i < m; ++i) b.data()[8 * i + s] = system.b(i);
  }
  void run(const linalg::Kernels& set) {
    set.batch(task);
    for (Index i = linalg::batch_work(n, m); i < work.size(); ++i)
      EXPECT_TRUE(std::isnan(work.data()[i])) << "wrote past its work";
  }
  Vector answer(Index s) const {
    Vector v(n);
    for (Index i = 0; i < n; ++i) v(i) = x.data()[8 * i + s];
    return v;
  }
};

Eight draw_eight(std::uint64_t seed, Index most, double kappa = 30) {
  Random random(seed);
  const Index n = random.integer(1, most), m = random.integer(0, n);
  std::vector<System> systems(8);
  for (System& s : systems) {
    s.M = random_mass(random, n, 10);
    s.Q = random_vector(random, n);
    s.A = with_singular_values(random, m, n, spread(m, kappa));
    s.b = random_vector(random, m);
  }
  return Eight(n, m, std::move(systems));
}

/// D = A L⁻ᵀ, every row of length 1.
Matrix equilibrated(const System& s) {
  Matrix D = s.A * inverse(cholesky(s.M)).transpose();
  for (Index i = 0; i < D.rows(); ++i) D.row(i).normalize();
  return D;
}

/// a + M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹(b − A a).
Vector printed_motion(const System& s) {
  const Matrix W = inverse(s.M);
  const Vector a = W * s.Q;
  if (s.m() == 0) return a;
  return a + W * s.A.transpose() * (inverse(s.A * W * s.A.transpose()) * (s.b - s.A * a));
}

// The twin forms A M⁻¹Aᵀ: its own error is κ²·eps. The kernel's bound of κ² must be one.
TEST(BatchKernel, EqualsThePrintedFormula) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Eight eight = draw_eight(seed, 14);
      SCOPED_TRACE(traced(*set, seed, eight.n) + ", rows " + std::to_string(eight.m));
      eight.run(*set);
      for (Index s = 0; s < 8; ++s) {
        const System& system = eight.systems[static_cast<std::size_t>(s)];
        const Vector twin = printed_motion(system);
        const double kappa = eight.m ? test::kappa(equilibrated(system), eight.m) : 1;
        EXPECT_GE(eight.quality.data()[s], kappa * kappa * (1 - 1e-9)) << "not a bound";
        if (eight.quality.data()[s] > eight.task.trusted) continue;  // solved alone
        EXPECT_TRUE(near(eight.answer(s), twin, 1e-11 * (1 + twin.norm()))) << "system " << s;
      }
    }
}

// Rows of κ = 300: one solve with G loses κ²·eps of what is asked for, the correction brings the
// rows to κ·eps.
TEST(BatchKernel, CorrectionMeetsTheRowsToRounding) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Eight eight = draw_eight(seed, 8, 300);
      SCOPED_TRACE(traced(*set, seed, eight.n));
      eight.run(*set);
      for (Index s = 0; s < 8; ++s) {
        const System& system = eight.systems[static_cast<std::size_t>(s)];
        const Vector x = eight.answer(s);
        if (!(eight.quality.data()[s] <= eight.task.trusted)) continue;
        const Vector left = system.b - system.A * x;
        EXPECT_LE(norm_of(left), 1e-13 * (1 + norm_of(x)) * (1 + norm_of(system.b)));
      }
    }
}

TEST(BatchKernel, KnowsWhatItCannotSolve) {
  for (const linalg::Kernels* set : kernel_sets())
    for (int bad = 0; bad < 6; ++bad) {
      Random random(9);
      std::vector<System> systems(8);
      for (System& s : systems) {
        s.M = random_mass(random, 5, 10);
        s.Q = random_vector(random, 5);
        s.A = random_of_rank(random, 3, 5, 3);
        s.b = random_vector(random, 3);
      }
      System& s = systems[3];
      if (bad == 0) s.A.row(2) = 2 * s.A.row(0);
      if (bad == 1) s.A.row(1).setZero();
      if (bad == 2) s.M = -s.M;
      if (bad == 3) s.M.row(4) = s.M.row(3), s.M.col(4) = s.M.col(3);
      if (bad == 4) s.Q(2) = kNan;
      if (bad == 5) s.A(0, 0) = kInf;
      Eight eight(5, 3, systems);
      eight.run(*set);
      for (Index k = 0; k < 8; ++k)
        EXPECT_EQ(eight.quality.data()[k] <= eight.task.trusted, k != 3)
            << set->name << ", kind " << bad << ", system " << k;
    }
}

TEST(BatchKernel, BitsOfASystemDoNotDependOnItsNeighbours) {
  for (const linalg::Kernels* set : kernel_sets())
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      Eight eight = draw_eight(seed, 10, 300), other = draw_eight(seed, 10, 300);
      SCOPED_TRACE(traced(*set, seed, eight.n));
      for (Index s = 0; s < 8; ++s)
        if (s != 5) {
          System& neighbour = other.systems[static_cast<std::size_t>(s)];
          neighbour.Q.setConstant(kNan);
          neighbour.A.setConstant(s % 2 ? 0 : 1e200);
          other.fill(s);
        }
      eight.run(*set);
      other.run(*set);
      EXPECT_EQ(eight.answer(5), other.answer(5));
      EXPECT_EQ(eight.quality.data()[5], other.quality.data()[5]);
    }
}

TEST(BatchKernel, GroupsAreGatheredAndScatteredBack) {
  const Index entries = 5, groups = 3, stride = 29, apart = 48;  // 24 systems of 29, 48 = 8·6
  std::vector<double> from(entries * stride), back(entries * stride, -1);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<double>(i);
  for (const linalg::Kernels* set : kernel_sets()) {
    AlignedArray to(groups * apart);
    set->gather_groups(from.data(), stride, entries, groups, to.data(), apart);
    for (Index k = 0; k < entries; ++k)
      for (Index s = 0; s < 8 * groups; ++s)
        EXPECT_EQ(to.data()[s / 8 * apart + 8 * k + s % 8], from[std::size_t(k * stride + s)]);
    set->scatter_groups(to.data(), apart, entries, groups, back.data(), stride);
    for (Index k = 0; k < entries; ++k)
      for (Index s = 0; s < stride; ++s) {
        const auto at = static_cast<std::size_t>(k * stride + s);
        EXPECT_EQ(back[at], s < 8 * groups ? from[at] : -1) << set->name;
      }
  }
}

TEST(BatchKernel, Avx2AndAvx512GiveTheSameBits) {
  const auto sets = twin_sets();
  if (sets.empty()) GTEST_SKIP() << "this processor has not both";
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    Eight x = draw_eight(seed, 24, 100), y = draw_eight(seed, 24, 100);
    x.run(*sets[0]);
    y.run(*sets[1]);
    EXPECT_TRUE(same_bits(x.x.data(), y.x.data(), x.x.size())) << "seed " << seed;
    // The bound may be worked out either way where a neighbour in the register needs it.
    for (Index s = 0; s < 8; ++s)
      EXPECT_EQ(x.quality.data()[s] <= x.task.trusted, y.quality.data()[s] <= y.task.trusted);
  }
}

}  // namespace
}  // namespace zwang::test
