// SPDX-License-Identifier: Apache-2.0
// The batch against the lone solver: same answers, and bits that do not depend on the place.

#include <limits>

#include "support/bound.h"
#include "support/expect.h"
#include "support/random.h"
#include "zwang/batch.h"

namespace zwang::test {
namespace {

/// Systems of one size, structure of arrays.
struct Batch {
  Index n, m;
  std::vector<System> systems;

  std::vector<double> M, Q, A, b, acceleration;
  std::vector<Status> status;
  std::size_t lone = 0;

  void solve() {
    const std::size_t count = systems.size();
    const auto spread_out = [&](auto&& field) {
      const std::size_t size = count ? static_cast<std::size_t>(field(systems[0]).size()) : 0;
      std::vector<double> out(size * count);
      for (std::size_t s = 0; s < count; ++s)
        for (std::size_t k = 0; k < size; ++k) out[k * count + s] = field(systems[s]).data()[k];
      return out;
    };
    M = spread_out([](const System& s) -> const Matrix& { return s.M; });
    Q = spread_out([](const System& s) -> const Vector& { return s.Q; });
    A = spread_out([](const System& s) -> const Matrix& { return s.A; });
    b = spread_out([](const System& s) -> const Vector& { return s.b; });
    acceleration.assign(static_cast<std::size_t>(n) * count, -1);
    status.assign(count, Status::wrong_size);
    BatchSolver solver(static_cast<std::size_t>(n), static_cast<std::size_t>(m));
    lone =
        solver.solve({count, static_cast<std::size_t>(n), static_cast<std::size_t>(m), M, Q, A, b},
                     acceleration, status);
  }
  std::vector<double> answer(std::size_t s) const {
    std::vector<double> x(static_cast<std::size_t>(n));
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = acceleration[k * systems.size() + s];
    return x;
  }
};

/// Well conditioned, or (kind 1) of lower rank, (2) contradictory, (3) ill conditioned,
/// (4) singular M, (5) with a NaN.
System draw_lane(Random& random, Index n, Index m, Index kind, Index& rank) {
  System s;
  rank = std::min(m, n);
  s.M = random_mass(random, n, 20);
  s.Q = random_vector(random, n);
  if (kind == 1 || kind == 2) {
    rank = random.integer(0, rank);
    s.A = random_of_rank(random, m, n, rank);
    s.b = kind == 1 ? Vector(s.A * random_integers(random, n, 3)) : random_integers(random, m, 5);
  } else {
    s.A = kind == 3 ? with_singular_values(random, m, n, spread(rank, 1e7))
                    : with_singular_values(random, m, n, spread(rank, 3));
    s.b = s.A * random_vector(random, n);
  }
  if (kind == 4) {
    s.M.row(0).setZero();
    s.M.col(0).setZero();
  }
  if (kind == 5) s.Q(0) = std::numeric_limits<double>::quiet_NaN();
  return s;
}

Batch draw_batch(std::uint64_t seed, Index n, Index m, std::size_t count, Index kinds) {
  Random random(seed);
  Batch batch{n, m, {}, {}, {}, {}, {}, {}, {}, 0};
  for (std::size_t s = 0; s < count; ++s) {
    Index rank = 0;
    const Index kind = random.chance(0.5) ? 0 : random.integer(0, kinds);
    batch.systems.push_back(draw_lane(random, n, m, kind, rank));
  }
  batch.solve();
  return batch;
}

void expect_lane(const Batch& batch, std::size_t lane) {
  const System& s = batch.systems[lane];
  const Instant instant = solve(s);
  ASSERT_EQ(batch.status[lane], instant.status);
  if (instant.status != Status::ok && instant.status != Status::contradictory) return;
  const Bound bound = rounding_bound(s, vec(instant.acceleration), static_cast<Index>(instant.rank),
                                     instant.status == Status::contradictory);
  EXPECT_TRUE(near(batch.answer(lane), instant.acceleration, bound.acceleration));
}

const std::pair<Index, Index> shapes[] = {{1, 1}, {2, 1},  {3, 3},   {6, 3}, {4, 6},
                                          {7, 5}, {12, 8}, {14, 10}, {5, 0}, {10, 9}};

TEST(Batch, EqualsTheLoneSolver) {
  std::uint64_t seed = 0;
  for (const auto& [n, m] : shapes) {
    for (std::size_t count : {1u, 3u, 8u, 13u, 40u}) {
      const Batch batch = draw_batch(++seed, n, m, count, 0);
      for (std::size_t lane = 0; lane < count; ++lane) {
        SCOPED_TRACE(seeded(seed, batch.systems[lane]) + ", lane " + std::to_string(lane));
        expect_lane(batch, lane);
      }
      EXPECT_TRUE(m > n || batch.lone <= count / 2) << "well conditioned lanes took the lone path";
    }
  }
}

TEST(Batch, LanesThatAreNotWellConditionedAreRightToo) {
  std::uint64_t seed = 1000;
  for (const auto& [n, m] : shapes) {
    const Batch batch = draw_batch(++seed, n, m, 53, 5);
    for (std::size_t lane = 0; lane < 53; ++lane) {
      SCOPED_TRACE(seeded(seed, batch.systems[lane]) + ", lane " + std::to_string(lane));
      expect_lane(batch, lane);
    }
    EXPECT_LE(batch.lone, 53u);
  }
}

TEST(Batch, BitsDoNotDependOnPlaceOrCount) {
  std::uint64_t seed = 2000;
  for (const auto& [n, m] : shapes) {
    const Batch batch = draw_batch(++seed, n, m, 29, 3);
    Random random(seed);
    for (std::size_t count : {1u, 2u, 7u, 8u, 9u, 16u, 31u}) {
      Batch other{n, m, {}, {}, {}, {}, {}, {}, {}, 0};
      std::vector<std::size_t> from;
      for (std::size_t s = 0; s < count; ++s) {
        from.push_back(static_cast<std::size_t>(random.integer(0, 28)));
        other.systems.push_back(batch.systems[from.back()]);
      }
      other.solve();
      for (std::size_t s = 0; s < count; ++s) {
        SCOPED_TRACE(seeded(seed, batch.systems[from[s]]) + ", place " + std::to_string(s) +
                     " of " + std::to_string(count));
        EXPECT_EQ(other.answer(s), batch.answer(from[s]));
        EXPECT_EQ(other.status[s], batch.status[from[s]]);
      }
    }
  }
}

TEST(Batch, NothingIsABatch) {
  Batch batch{3, 2, {}, {}, {}, {}, {}, {}, {}, 0};
  batch.solve();
  EXPECT_EQ(batch.lone, 0u);
}

TEST(Batch, SizesThatDoNotFitWriteNothing) {
  Batch batch = draw_batch(7, 3, 2, 4, 0);
  const auto attempt = [&](auto&& spoil) {
    BatchProblem p{4, 3, 2, batch.M, batch.Q, batch.A, batch.b};
    std::vector<double> acceleration(12, 7.5);
    std::vector<Status> status(4, Status::degenerate);
    std::span<double> out = acceleration;
    std::span<Status> how = status;
    spoil(p, out, how);
    BatchSolver solver(3, 2);
    EXPECT_EQ(solver.solve(p, out, how), p.count + 1);
    EXPECT_EQ(acceleration, std::vector<double>(12, 7.5));
    EXPECT_EQ(status, std::vector<Status>(4, Status::degenerate));
  };
  attempt([](auto& p, auto&, auto&) { p.coordinates = 2; });
  attempt([](auto& p, auto&, auto&) { p.rows = 3; });
  attempt([](auto& p, auto&, auto&) { p.mass_matrix = p.mass_matrix.first(9); });
  attempt([](auto& p, auto&, auto&) { p.applied_force = p.applied_force.first(11); });
  attempt([](auto& p, auto&, auto&) { p.constraint_matrix = p.constraint_matrix.first(23); });
  attempt([](auto& p, auto&, auto&) { p.constraint_rhs = p.constraint_rhs.first(7); });
  attempt([](auto&, auto& out, auto&) { out = out.first(11); });
  attempt([](auto&, auto&, auto& how) { how = how.first(3); });
}

}  // namespace
}  // namespace zwang::test
