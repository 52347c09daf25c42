// SPDX-License-Identifier: Apache-2.0
// Redundant rows of sparse systems against what the dense method says of them: the same rank, the same rows,
// the same coefficients. Both bring the combinations into echelon form from the last row on, which is unique.

#include "least/sparse/sparse_dependence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "least/sparse/sparse_instant.h"
#include "support/random.h"

namespace zwang::test {
namespace {

struct Rows {
  std::size_t n = 0;
  std::vector<std::vector<double>> A;
  std::vector<double> b, mass, force;

  void add(std::vector<double> row, double right_side) {
    A.push_back(std::move(row));
    b.push_back(right_side);
  }
  std::size_t m() const { return A.size(); }
};

/// Rows with two or three entries each, of sizes 1e-6 … 1e6.
Rows random_rows(Random& random, std::size_t n, std::size_t m) {
  Rows rows;
  rows.n = n;
  for (std::size_t j = 0; j < n; ++j) {
    rows.mass.push_back(std::exp(random.uniform(-2, 2)));
    rows.force.push_back(random.uniform(-1, 1));
  }
  for (std::size_t i = 0; i < m; ++i) {
    std::vector<double> row(n, 0.0);
    const double size = std::pow(10, random.uniform(-6, 6));
    for (int k = 0; k < 3; ++k) {
      const auto j = static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(n)) % n;
      row[j] = size * random.uniform(0.5, 2);
    }
    rows.add(std::move(row), size * random.uniform(-1, 1));
  }
  return rows;
}

/// Σ factors · rows, as a row of its own.
void add_combination(Rows& rows, const std::vector<std::size_t>& of, Random& random) {
  std::vector<double> row(rows.n, 0.0);
  double right_side = 0;
  for (const std::size_t i : of) {
    double size = 0;
    for (const double a : rows.A[i]) size = std::max(size, std::fabs(a));
    const double factor = random.uniform(0.5, 2) / size;
    for (std::size_t j = 0; j < rows.n; ++j) row[j] += factor * rows.A[i][j];
    right_side += factor * rows.b[i];
  }
  rows.add(std::move(row), right_side);
}

void shuffle(Rows& rows, Random& random) {
  for (std::size_t i = rows.m(); i > 1; --i) {
    const auto k = static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(i)) % i;
    std::swap(rows.A[i - 1], rows.A[k]);
    std::swap(rows.b[i - 1], rows.b[k]);
  }
}

Options stepping() {
  Options options;
  options.tolerance = RankTolerance::stepping;
  return options;
}

Instant dense(const Rows& rows) {
  std::vector<double> A;
  for (const std::vector<double>& row : rows.A) A.insert(A.end(), row.begin(), row.end());
  Problem problem;
  problem.mass_matrix = rows.mass;
  problem.applied_force = rows.force;
  problem.constraint_matrix = A;
  problem.constraint_rhs = rows.b;
  return solve_instant(problem, stepping());
}

Instant sparse(const Rows& rows) {
  least::SparseTask task;
  task.pattern = {static_cast<Index>(rows.m()), static_cast<Index>(rows.n), {0}, {}};
  for (const std::vector<double>& row : rows.A) {
    for (std::size_t j = 0; j < rows.n; ++j) {
      if (row[j] == 0) continue;
      task.pattern.column.push_back(static_cast<Index>(j));
      task.A.push_back(row[j]);
    }
    task.pattern.begin.push_back(static_cast<Index>(task.A.size()));
  }
  task.M = rows.mass.data();
  task.Q = rows.force.data();
  task.b = rows.b.data();
  return least::solve_sparsely(task, stepping());
}

void expect_near(const std::vector<double>& x, const std::vector<double>& y, double tolerance,
                 const char* what) {
  ASSERT_EQ(x.size(), y.size());
  double size = 0;
  for (const double value : y) size = std::max(size, std::fabs(value));
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(x[i], y[i], tolerance * size) << what << i;
  }
}

// Rows of three random entries have conditions of some hundreds: squares of that, and rounding. How rows that
// fight compromise is the solver's, and tested there: while stepping it is blurred where their sizes spread far.
void expect_same_motion(const Instant& x, const Instant& y) {
  constexpr double tolerance = 1e-9;
  expect_near(x.acceleration, y.acceleration, tolerance, "acceleration ");
  expect_near(x.free_acceleration, y.free_acceleration, tolerance, "free ");
  expect_near(x.force_lagrange, y.force_lagrange, tolerance, "force ");
  EXPECT_NEAR(x.gauss, y.gauss, 10 * tolerance * y.gauss);
}

void expect_same(const Instant& x, const Instant& y) {
  ASSERT_EQ(x.status, y.status);
  if (x.status == Status::ok) expect_same_motion(x, y);
  EXPECT_EQ(x.rank - x.near_singular, y.rank - y.near_singular);
  EXPECT_EQ(x.vanished, y.vanished);
  EXPECT_EQ(x.unique, y.unique);
  ASSERT_EQ(x.redundant.size(), y.redundant.size());
  for (std::size_t k = 0; k < x.redundant.size(); ++k) {
    EXPECT_EQ(x.redundant[k].row, y.redundant[k].row);
    ASSERT_EQ(x.redundant[k].rows, y.redundant[k].rows) << "row " << x.redundant[k].row;
    for (std::size_t i = 0; i < x.redundant[k].coefficients.size(); ++i) {
      const double expected = y.redundant[k].coefficients[i];
      EXPECT_NEAR(x.redundant[k].coefficients[i], expected, 1e-7 * std::fabs(expected));
    }
  }
  ASSERT_EQ(x.contradictory.empty(), y.contradictory.empty());
}

void add_some(Rows& rows, Random& random, int trial) {
  const std::size_t m = rows.m();
  for (int k = 0; k < 1 + trial % 4; ++k) {
    const auto any = [&] {
      return static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(m)) % m;
    };
    const std::size_t first = any(), second = any(), third = any();
    if (k % 2 == 0) {
      add_combination(rows, {first}, random);
    } else if (first != second && second != third && third != first) {
      add_combination(rows, {first, second, third}, random);
    }
  }
  if (trial % 3 == 0) rows.add(std::vector<double>(rows.n, 0.0), 0);
}

TEST(SparseDependence, IsThatOfTheDenseMethod) {
  for (int trial = 0; trial < 60; ++trial) {
    Random random(static_cast<std::uint64_t>(trial) + 1);
    SCOPED_TRACE("seed " + std::to_string(trial + 1));
    Rows rows = random_rows(random, 60, 25);
    add_some(rows, random, trial);
    shuffle(rows, random);
    expect_same(sparse(rows), dense(rows));
  }
}

TEST(SparseDependence, OfRowsThatFightIsAContradiction) {
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial) + 100);
    SCOPED_TRACE("seed " + std::to_string(trial + 100));
    Rows rows = random_rows(random, 40, 15);
    add_combination(rows, {3, 7}, random);
    rows.b.back() += 0.3;
    shuffle(rows, random);
    const Instant x = sparse(rows), y = dense(rows);
    ASSERT_EQ(x.status, Status::contradictory);
    expect_same(x, y);
    ASSERT_EQ(x.contradictory.size(), 1u);
    EXPECT_EQ(x.contradictory[0].rows, y.contradictory[0].rows);
    EXPECT_NEAR(x.contradictory[0].size, y.contradictory[0].size, 1e-6 * y.contradictory[0].size);
  }
}

// A chain whose weakest direction is 1e-4: not redundant, although squares of it are 1e-8.
TEST(SparseDependence, OfALongChainIsOnlyTheRowThatIsThereTwice) {
  constexpr std::size_t n = 10000;
  least::SparseTask task;
  task.pattern = {static_cast<Index>(n) + 1, static_cast<Index>(n), {0}, {}};
  const auto add = [&](std::size_t i) {
    if (i > 0) {
      task.pattern.column.push_back(static_cast<Index>(i) - 1);
      task.A.push_back(-1);
    }
    task.pattern.column.push_back(static_cast<Index>(i));
    task.A.push_back(1);
    task.pattern.begin.push_back(static_cast<Index>(task.A.size()));
  };
  for (std::size_t i = 0; i < n; ++i) add(i);
  add(n / 2);
  task.A[task.A.size() - 1] = 3;
  task.A[task.A.size() - 2] = -3;
  const std::vector<double> M(n, 1.0), Q(n, 1.0), b(n + 1, 0.0);
  task.M = M.data();
  task.Q = Q.data();
  task.b = b.data();
  const Instant instant = least::solve_sparsely(task, stepping());
  EXPECT_EQ(instant.rank - instant.near_singular, n);
  ASSERT_EQ(instant.redundant.size(), 1u);
  EXPECT_EQ(instant.redundant[0].row, n);
  EXPECT_EQ(instant.redundant[0].rows, std::vector<std::size_t>{n / 2});
  EXPECT_NEAR(instant.redundant[0].coefficients[0], 3, 1e-12);
}

}  // namespace
}  // namespace zwang::test
