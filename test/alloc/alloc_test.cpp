// SPDX-License-Identifier: Apache-2.0
// Solving allocates nothing: every operator new of this program is counted. (Its own program:
// the replaced operators hold for all that is linked.)

#include <atomic>
#include <cstdlib>
#include <new>

#include "least/derivative.h"
#include "least/sparse_systems.h"
#include "least/weighed.h"
#include "record/part_writer.h"
#include "record/sample.h"
#include "record/scratch.h"
#include "record/table.h"
#include "support/cases.h"
#include "support/expect.h"
#include "support/random.h"
#include "support/random_tape.h"
#include "tape/places.h"
#include "zwang/batch.h"

namespace {

std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}

void* counted(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(a, (size + a) / a * a)) return p;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t a) { return counted(size, a); }
void* operator new[](std::size_t size, std::align_val_t a) { return counted(size, a); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace zwang::test {
namespace {

const Method every[] = {Method::automatic, Method::explicit_, Method::bellman, Method::nullspace,
                        Method::proximal};

std::size_t during_solve(const System& s, Method method, RankTolerance tolerance) {
  Options options;
  options.method = method;
  options.tolerance = tolerance;
  options.diagnose = false;
  InstantSolver solver(static_cast<std::size_t>(s.n()), static_cast<std::size_t>(s.m()), options);
  const Problem p = problem(s);
  const std::size_t before = allocations;
  for (int i = 0; i < 3; ++i) solver.solve(p);  // the first counts as well
  return allocations - before;
}

TEST(Alloc, TheCounterCounts) {
  const std::size_t before = allocations;
  const std::vector<double> v(100);
  EXPECT_EQ(allocations - before, 1u) << v[0];
}

// Consistent, redundant, contradictory, weighted, nonideal, singular, indefinite, degenerate.
TEST(Alloc, SolvingAnExactCaseAllocatesNothing) {
  for (const Case& c : exact_cases())
    for (Method method : every)
      for (RankTolerance tolerance : {RankTolerance::instant, RankTolerance::stepping})
        EXPECT_EQ(during_solve(c.system, method, tolerance), 0u) << c.name << ", " << name(method);
}

TEST(Alloc, SolvingALargeSystemAllocatesNothing) {
  for (Index r : {0, 5, 12, 20}) {
    Random random(static_cast<std::uint64_t>(r));
    System s;
    s.M = random_mass(random, 30, 10);
    s.Q = random_vector(random, 30);
    s.A = random_of_rank(random, 20, 30, r);
    for (bool agree : {true, false}) {
      s.b = agree ? Vector(s.A * random_integers(random, 30, 3)) : random_integers(random, 20, 5);
      for (Method method : every)
        EXPECT_EQ(during_solve(s, method, RankTolerance::instant), 0u)
            << "rank " << r << ", " << name(method);
    }
  }
}

TEST(Alloc, BadNumbersAndWrongSizesAllocateNothing) {
  System s;
  s.M = Matrix::Identity(2, 2);
  s.Q = vector({1, std::nan("")});
  s.A = matrix({{1, 1}});
  s.b = vector({1});
  InstantSolver solver(2, 1);
  const std::size_t before = allocations;
  EXPECT_EQ(solver.solve(problem(s)).status, Status::not_finite_input);
  Problem p = problem(s);
  p.applied_force = p.applied_force.first(1);
  EXPECT_EQ(solver.solve(p).status, Status::wrong_size);
  EXPECT_EQ(allocations - before, 0u);
}

// Lanes that take the lone path too.
TEST(Alloc, SolvingABatchAllocatesNothing) {
  for (const auto& [n, m] : {std::pair<Index, Index>{2, 1}, {6, 3}, {12, 8}, {14, 10}}) {
    const std::size_t count = 21, N = static_cast<std::size_t>(n), R = static_cast<std::size_t>(m);
    std::vector<double> M(N * N * count), Q(N * count), A(R * N * count), b(R * count);
    for (std::size_t s = 0; s < count; ++s) {
      Random random(s);
      const Matrix mass = random_mass(random, n, 10);
      const Matrix rows = random_of_rank(random, m, n, s % 3 ? m : m - 1);
      for (std::size_t k = 0; k < N * N; ++k) M[k * count + s] = mass.data()[k];
      for (std::size_t k = 0; k < R * N; ++k) A[k * count + s] = rows.data()[k];
      for (std::size_t k = 0; k < N; ++k) Q[k * count + s] = random.normal();
      for (std::size_t k = 0; k < R; ++k) b[k * count + s] = random.normal();
    }
    BatchSolver solver(N, R);
    std::vector<double> acceleration(N * count);
    std::vector<Status> status(count);
    const BatchProblem p{count, N, R, M, Q, A, b};
    const std::size_t before = allocations;
    for (int i = 0; i < 3; ++i) solver.solve(p, acceleration, status);
    EXPECT_EQ(allocations - before, 0u) << n << ", " << m;
  }
}

// Native and interpreted, one instance and lanes, and a family of places.
TEST(Alloc, RunningATapeAllocatesNothing) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const tape::Tape tape = random_tape(random, random_shape(random));
    const Index lanes = seed % 2 ? 8 : 1;
    const tape::Engine engine = seed % 4 < 2 ? tape::Engine::automatic : tape::Engine::interpreter;
    const tape::Program program(tape, {lanes, tape::Accuracy::fast, engine});
    const auto x = random_inputs(random, tape.inputs, lanes, 0);
    std::vector<double> y(tape.outputs.size() * static_cast<std::size_t>(lanes));
    std::vector<double> scratch(static_cast<std::size_t>(program.scratch()));
    const std::size_t before = allocations;
    for (int i = 0; i < 3; ++i) program.run(x.data(), y.data(), scratch.data());
    EXPECT_EQ(allocations - before, 0u) << "seed " << seed;
    if (lanes == 1) continue;

    const Index count = 21;
    std::vector<std::uint32_t> table;
    for (Index k = 0; k < tape.inputs * count; ++k) {
      table.push_back(static_cast<std::uint32_t>(random.integer(0, tape.inputs - 1)));
    }
    const tape::Places places(tape.inputs, count, table);
    std::vector<double> outputs(tape.outputs.size() * static_cast<std::size_t>(places.padded()));
    std::vector<double> space(static_cast<std::size_t>(places_scratch(program)));
    const std::size_t between = allocations;
    run_places(program, places, x.data(), outputs.data(), space.data());
    EXPECT_EQ(allocations - between, 0u) << "seed " << seed;
  }
}

// Definite, in blocks, indefinite; redundant rows, so that least squares are part of it.
TEST(Alloc, DifferentiatingAllocatesNothing) {
  for (int kind = 0; kind < 3; ++kind) {
    Random random(static_cast<std::uint64_t>(kind));
    System s = draw_blocks(7, {3, 2, 4}, 5);
    if (kind == 0) s = in_full(s);
    if (kind == 2) s = in_full(s), s.M -= 0.5 * Matrix::Identity(9, 9);
    s.A.row(4) = s.A.row(0) + s.A.row(1);
    s.W = Vector::Constant(5, 2);
    least::Derivative derivative(9, 5);
    const least::Task task = task_of(s);
    const Vector g = random_vector(random, 18), h = random_vector(random, 10);
    Vector dx(18), u(9), p(5), t(9);
    bool factored = true;
    const std::size_t before = allocations;
    for (int i = 0; i < 2; ++i) {
      factored &= derivative.factor(task, RankTolerance::instant);
      derivative.tangent(g.data(), h.data(), g.data(), 2, dx.data());
      derivative.adjoint(g.data(), u.data(), p.data(), t.data());
    }
    EXPECT_EQ(allocations - before, 0u) << kind;
    EXPECT_TRUE(factored);
  }
}

TEST(Alloc, SolvingSparseRowsAllocatesNothing) {
  for (bool fight : {false, true}) {
    Random random(9);
    System s = braced(random, 4).system(random);
    set_mass(s, random, 10, true);
    s.C = random_vector(random, s.n());
    if (fight) s.b += random_vector(random, s.m());
    const Sparse sparse(s);
    least::SparseSolver solver(sparse.pattern, sparse.blocks);
    least::SparseAnswer answer(s.n(), s.m());
    const std::size_t before = allocations;
    for (int i = 0; i < 2; ++i) {
      solver.solve(sparse.mass.data(), s.Q.data(), sparse.values.data(), s.b.data(), s.C.data(),
                   nullptr, answer);
      solver.solve_again(s.C.data(), s.b.data(), nullptr, nullptr, answer);
    }
    EXPECT_EQ(allocations - before, 0u);
    EXPECT_EQ(answer.status, fight ? Status::contradictory : Status::ok);
  }
}

TEST(Alloc, AppendingARowToATableAllocatesNothing) {
  record::Table table(wide_heading(20));
  const std::vector<double> row(20, 1.0);
  table.prepare(5000);
  const std::size_t before = allocations;
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(table.append(row));
  EXPECT_EQ(allocations - before, 0u);
}

// Full blocks are written to disk within the loop.
TEST(Alloc, AppendingARowToAPartFileAllocatesNothing) {
  const Scratch scratch;
  record::PartWriter writer(scratch.path("a.part"), wide_heading(20), {1e9, 64});
  const std::vector<double> row(20, 1.0);
  const std::size_t before = allocations;
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(writer.append(row));
  ASSERT_TRUE(writer.sync());
  EXPECT_EQ(allocations - before, 0u);
}

}  // namespace
}  // namespace zwang::test
