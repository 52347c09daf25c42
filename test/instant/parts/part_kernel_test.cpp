// SPDX-License-Identifier: Apache-2.0
// Instants by parts against one full task with all rows: the same motion and the same forces, whichever rows act.

#include "instant/parts/part_kernel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "instant/dense_kernel.h"
#include "support/compile_text.h"
#include "support/random.h"

namespace zwang::test {
namespace {

/// Spheres in a box, all pairs of which may touch.
std::string spheres(int count) {
  std::string text =
      "[free]\ngravity = [0, 0, -9.81]\n[ground]\nshapes = [{ name = 'floor', plane = [0, 0, 1] }, "
      "{ name = 'left', plane = [1, 0, 0] }]\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += "[[bodies]]\nname = 's" + n +
            "'\njoint = 'free'\nmass = " + std::to_string(1 + 0.1 * i) +
            "\ninertia = [0.3, 0.4, 0.5]\nshape = { sphere = 0.4 }\nstart = { position = [" +
            std::to_string(0.5 + i) + ", 0, 0.5] }\n";
  }
  return text + "[[contacts]]\nbetween = 'all'\n[simulate]\nduration = 1\n";
}

double distance(const std::vector<double>& x, const std::vector<double>& y) {
  double most = 0;
  for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
  return most;
}
double largest(const std::vector<double>& x) { return distance(x, std::vector<double>(x.size())); }

class PartKernel : public testing::Test {
 protected:
  PartKernel()
      : compiled_(compile_text(spheres(10))),
        equations_(compiled_.equations),
        numbers_(equations_),
        whole_(equations_, Method::automatic),
        parts_(equations_, Method::automatic, true) {}

  // A random state, rows of random contacts, norms always; what does not act is zero, as laws have it.
  void draw(Random& random) {
    const std::size_t n = at(equations_.n);
    std::vector<double> q(n), v(n);
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = random.normal();
      v[i] = random.normal();
    }
    numbers_.evaluate(equations::Stage::dynamics, 0, q.data(), v.data());
    acts_.assign(equations_.rows.size(), 0);
    C_.assign(n, 0.0);
    b_.assign(equations_.rows.size(), 0.0);
    for (double& x : C_) x = random.normal();
    const equations::Pattern& A = equations_.A();
    for (std::size_t i = 0; i < acts_.size(); ++i) {
      acts_[i] = equations_.rows[i].kind == equations::Kind::norm || random.integer(0, 9) == 0;
      b_[i] = acts_[i] ? random.normal() : 0.0;
      if (acts_[i]) continue;
      std::fill(numbers_.A() + A.begin[i], numbers_.A() + A.begin[i + 1], 0.0);
      numbers_.b()[i] = 0;
    }
  }

  compile::Compiled compiled_;
  const equations::Equations& equations_;
  equations::Workspace numbers_;
  instant::DenseKernel whole_, parts_;
  std::vector<unsigned char> acts_;
  std::vector<double> C_, b_;
};

TEST_F(PartKernel, HasBlocksOfItsOwnForEachFreeBody) {
  EXPECT_EQ(equations_.mass_blocks, std::vector<std::size_t>(10, 7));
  EXPECT_TRUE(instant::is_solved_by_parts(equations_));
}

TEST_F(PartKernel, FindsWhatOneTaskFinds) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    draw(random);
    for (const bool full : {false, true}) {
      const Instant one = whole_.solve(numbers_, acts_.data(), C_.data(), full);
      const Instant& two = parts_.solve(numbers_, acts_.data(), C_.data(), full);
      ASSERT_EQ(one.status, two.status);
      EXPECT_EQ(one.rank, two.rank);
      EXPECT_EQ(one.freedom, two.freedom);
      const double error = 1e-12 * one.condition;
      EXPECT_LT(distance(one.acceleration, two.acceleration),
                error * (1 + largest(one.acceleration)));
      EXPECT_LT(distance(one.constraint_force, two.constraint_force),
                error * (1 + largest(one.constraint_force)));
      EXPECT_NEAR(one.gauss, two.gauss, error * (1 + one.gauss));
      if (full)
        EXPECT_LT(distance(one.multipliers, two.multipliers),
                  error * (1 + largest(one.multipliers)));
    }
  }
}

TEST_F(PartKernel, MovesStatesOntoRowsAsOneTaskDoes) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    draw(random);
    const std::size_t n = at(equations_.n);
    const double* const x = whole_.least_change(numbers_, b_.data(), acts_.data());
    const std::vector<double> change(x, x + n);
    const double* const y = parts_.least_change(numbers_, b_.data(), acts_.data());
    const double error = 1e-9 * (1 + largest(change));  // κ of ten random rows is below 1e3
    EXPECT_LT(distance(change, std::vector<double>(y, y + n)), error);
    ASSERT_TRUE(whole_.factor(0, numbers_, acts_.data()));
    ASSERT_TRUE(parts_.factor(0, numbers_, acts_.data()));
    const double* const z = whole_.apply(0, b_.data());
    const std::vector<double> applied(z, z + n);
    const double* const w = parts_.apply(0, b_.data());
    EXPECT_LT(distance(applied, std::vector<double>(w, w + n)), error);
  }
}

}  // namespace
}  // namespace zwang::test
