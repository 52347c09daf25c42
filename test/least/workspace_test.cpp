// SPDX-License-Identifier: Apache-2.0
// One solver for many instants: whatever it has seen, the next answer has the bits of a fresh one.

#include "least/workspace.h"

#include <functional>

#include "least/weighed.h"
#include "support/expect.h"

namespace zwang::test {
namespace {

constexpr Method kEvery[] = {Method::automatic, Method::explicit_, Method::bellman,
                             Method::nullspace, Method::proximal};

/// Everything in an instant that is a number, one after the other.
std::vector<double> numbers(const Instant& x) {
  std::vector<double> all{x.gauss,
                          x.condition,
                          double(x.rank),
                          double(x.near_singular),
                          double(static_cast<int>(x.status)),
                          double(static_cast<int>(x.verdict))};
  for (const auto* part :
       {&x.acceleration, &x.free_acceleration, &x.deviation, &x.misfit, &x.force_newton,
        &x.force_lagrange, &x.force_coulomb, &x.constraint_force, &x.multipliers, &x.residual})
    all.insert(all.end(), part->begin(), part->end());
  all.insert(all.end(), x.unique.begin(), x.unique.end());
  return all;
}

std::vector<double> fresh(const System& s, const Options& options) {
  InstantSolver solver(static_cast<std::size_t>(s.n()), static_cast<std::size_t>(s.m()), options);
  return numbers(solver.solve(problem(s)));
}

/// Ways to spoil a system.
struct Spoiler {
  const char* what;
  std::function<void(System&)> spoil;
};

std::vector<Spoiler> spoilers() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  return {{"NaN in M", [=](System& s) { s.M(s.n() - 1, 0) = s.M(0, s.n() - 1) = nan; }},
          {"NaN on M's diagonal", [=](System& s) { s.M(0, 0) = nan; }},
          {"NaN everywhere in M", [=](System& s) { s.M.setConstant(nan); }},
          {"infinite M", [=](System& s) { s.M(1, 1) = inf; }},
          {"NaN in Q", [=](System& s) { s.Q(0) = nan; }},
          {"infinite Q", [=](System& s) { s.Q.setConstant(inf); }},
          {"NaN in A", [=](System& s) { s.A(0, s.n() - 1) = nan; }},
          {"A all NaN", [=](System& s) { s.A.setConstant(nan); }},
          {"NaN in b", [=](System& s) { s.b(0) = nan; }},
          {"NaN in C", [=](System& s) { s.C(s.n() - 1) = nan; }},
          {"huge A", [](System& s) { s.A *= 1e200; }},
          {"tiny A", [](System& s) { s.A *= 1e-200; }},
          {"huge b", [](System& s) { s.b.setConstant(1.7e308); }},
          {"huge Q", [](System& s) { s.Q.setConstant(1.7e308); }},
          {"huge M", [](System& s) { s.M *= 1e307; }},
          {"tiny M", [](System& s) { s.M *= 1e-300; }},
          {"M of both sizes", [](System& s) { s.M(0, 0) = 1e-310; }},
          {"negative M", [](System& s) { s.M = -s.M; }},
          {"indefinite M", [](System& s) { s.M(s.n() / 2, s.n() / 2) *= -1; }},
          {"no M", [](System& s) { s.M.setZero(); }},
          {"no A", [](System& s) { s.A.setZero(); }},
          {"rows that fight", [](System& s) { s.A.rowwise() = s.A.row(0).eval(); }}};
}

// Good, bad, good: for every method, every way to be bad, with and without the lists.
TEST(Workspace, BadNumbersLeaveNoTrace) {
  for (Method method : kEvery)
    for (Index n : {3, 8, 13})
      for (bool diagnose : {true, false}) {
        Options options;
        options.method = method;
        options.diagnose = diagnose;
        const auto size = static_cast<std::size_t>(n);
        const System good = draw_blocks(size, {size}, n - 1);
        const std::vector<double> expected = fresh(good, options);
        ASSERT_TRUE(finite(expected));
        InstantSolver solver(size, size - 1, options);
        for (const Spoiler& spoiler : spoilers()) {
          System bad = good;
          spoiler.spoil(bad);
          solver.solve(problem(bad));
          EXPECT_EQ(numbers(solver.solve(problem(good))), expected)
              << name(method) << ", n = " << n << ", after " << spoiler.what;
        }
      }
}

// The answer to bad numbers does not depend on what came before, either.
TEST(Workspace, BadNumbersAreSeenWhateverCameBefore) {
  for (Method method : kEvery) {
    Options options;
    options.method = method;
    const System good = draw_blocks(2, {9}, 5);
    InstantSolver solver(9, 5, options);
    for (const Spoiler& spoiler : spoilers()) {
      System bad = good;
      spoiler.spoil(bad);
      InstantSolver alone(9, 5, options);
      solver.solve(problem(good));
      EXPECT_EQ(solver.solve(problem(bad)).status, alone.solve(problem(bad)).status)
          << name(method) << ", " << spoiler.what;
    }
  }
}

TEST(Workspace, KindsOfMassAlternate) {
  const System full = draw_blocks(21, {20}, 7);
  const System blocks = in_blocks(draw_blocks(22, {9, 3, 8}, 7), {9, 3, 8});
  const System diagonal = by_diagonal(draw_blocks(23, std::vector<std::size_t>(20, 1), 7));
  System indefinite = full;
  indefinite.M(4, 4) *= -1;
  const std::vector<const System*> turns{&full,       &blocks,   &diagonal,   &blocks,
                                         &full,       &diagonal, &indefinite, &blocks,
                                         &indefinite, &diagonal, &indefinite, &full};
  for (Method method : kEvery) {
    Options options;
    options.method = method;
    InstantSolver solver(20, 7, options);
    int turn = 0;
    for (const System* s : turns) {
      const std::vector<double> one = numbers(solver.solve(problem(*s))), two = fresh(*s, options);
      if (finite(two)) EXPECT_EQ(one, two) << name(method) << ", turn " << turn;
      ++turn;
    }
  }
}

TEST(Workspace, CutsIntoBlocksAlternate) {
  const std::vector<std::vector<std::size_t>> cuts = {{20},    {8, 12}, {20}, {4, 16}, {10, 10},
                                                      {1, 19}, {12, 8}, {20}, {9, 11}, {3, 17}};
  for (Method method : kEvery) {
    Options options;
    options.method = method;
    InstantSolver solver(20, 7, options);
    for (std::size_t k = 0; k < cuts.size(); ++k) {
      const System s = in_blocks(draw_blocks(30 + k, cuts[k], 7), cuts[k]);
      EXPECT_EQ(numbers(solver.solve(problem(s))), fresh(s, options))
          << name(method) << ", cut " << k;
    }
  }
}

TEST(Workspace, RanksAlternate) {
  for (Method method : kEvery) {
    Options options;
    options.method = method;
    InstantSolver solver(11, 9, options);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      System s = draw_blocks(seed, {11}, 9);
      s.A = random_of_rank(random, 9, 11, random.integer(0, 9));
      if (seed % 3) s.b = s.A * random_integers(random, 11, 2);
      if (seed % 5 == 0) s.C.resize(0);
      EXPECT_EQ(numbers(solver.solve(problem(s))), fresh(s, options))
          << name(method) << ", seed " << seed;
    }
  }
}

TEST(Workspace, LanesHaveRoomForWholeRegisters) {
  const linalg::LaneQr lanes(5, 7, 2);
  EXPECT_EQ(lanes.view.ldx, 16);
  EXPECT_EQ(lanes.view.ldv, 8);
  EXPECT_EQ(lanes.X.size(), 5 * 16);
  const linalg::LaneQr none(0, 0, 0);
  EXPECT_EQ(none.view.ldx, 8);
}

}  // namespace
}  // namespace zwang::test
