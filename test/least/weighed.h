// SPDX-License-Identifier: Apache-2.0
#pragma once
// A system as the methods see it, with the workspace they write to.

#include "least/weigh.h"
#include "least/workspace.h"
#include "support/random.h"

namespace zwang::test {

/// Points into `system`, which must outlive it.
inline least::Task task_of(const System& system) {
  const Problem p = problem(system);
  least::Task task;
  task.n = system.n();
  task.m = system.m();
  task.mass = !p.mass_blocks.empty() ? least::Mass::blocks
              : p.mass_matrix.size() == p.applied_force.size() && task.n != 1
                  ? least::Mass::diagonal
                  : least::Mass::full;
  task.M = p.mass_matrix.data();
  task.blocks = p.mass_blocks.data();
  task.block_count = static_cast<Index>(p.mass_blocks.size());
  task.Q = p.applied_force.data();
  task.A = p.constraint_matrix.data();
  task.b = p.constraint_rhs.data();
  task.C = p.nonideal_force.empty() ? nullptr : p.nonideal_force.data();
  task.W = p.weights.empty() ? nullptr : p.weights.data();
  return task;
}

/// The same M, given as blocks of these sizes.
inline System in_blocks(System s, std::vector<std::size_t> sizes) {
  s.blocks = std::move(sizes);
  s.mass.clear();
  Index first = 0;
  for (std::size_t size : s.blocks) {
    const auto k = static_cast<Index>(size);
    for (Index i = 0; i < k; ++i)
      for (Index j = 0; j < k; ++j) s.mass.push_back(s.M(first + i, first + j));
    first += k;
  }
  return s;
}

/// The same M, given by its diagonal.
inline System by_diagonal(System s) {
  s.blocks.clear();
  s.mass.assign(s.M.diagonal().begin(), s.M.diagonal().end());
  return s;
}

inline System in_full(System s) {
  s.blocks.clear();
  s.mass.clear();
  return s;
}

/// Random Q, A (full rank) and b for a mass in blocks of these sizes.
inline System draw_blocks(std::uint64_t seed, const std::vector<std::size_t>& sizes, Index m) {
  Random random(seed);
  System s;
  Index n = 0;
  for (std::size_t size : sizes) n += static_cast<Index>(size);
  s.M = Matrix::Zero(n, n);
  Index first = 0;
  for (std::size_t size : sizes) {
    const auto k = static_cast<Index>(size);
    s.M.block(first, first, k, k) = random_mass(random, k, 10);
    first += k;
  }
  s.Q = random_vector(random, n);
  s.A = random_matrix(random, m, n);
  s.b = random_vector(random, m);
  s.C = random_vector(random, n);
  return s;
}

struct Weighed {
  System system;
  least::Task task;  // points into `system`
  least::Workspace ws;
  int sign;

  explicit Weighed(System s)
      : system(std::move(s)),
        task(task_of(system)),
        ws(task.n, task.m, Options{}),
        sign(least::weigh(task, ws)) {}
  Weighed(const Weighed&) = delete;

  /// Another system of the same size on the same workspace.
  void again(System s) {
    system = std::move(s);
    task = task_of(system);
    sign = least::weigh(task, ws);
  }
  Matrix D() const {
    Matrix D(task.m, task.n);
    for (Index i = 0; i < task.n; ++i)
      for (Index j = 0; j < task.m; ++j) D(j, i) = ws.rows.row(i)[j];
    return D;
  }
  Vector g() const { return Eigen::Map<const Vector>(ws.g.data(), task.n); }
  Vector c() const { return Eigen::Map<const Vector>(ws.c.data(), task.n); }
  Vector weigh_back(const Vector& y) {
    AlignedArray in(ws.ldn + 8), out(ws.ldn + 8);
    std::copy_n(y.data(), y.size(), in.data());
    least::weigh_back(task, ws, in.data(), out.data());
    return Eigen::Map<const Vector>(out.data(), task.n);
  }
  Vector unweigh(const Vector& b) {
    AlignedArray x(ws.ldn + 8);
    std::copy_n(b.data(), b.size(), x.data());
    double* vector = x.data();
    least::unweigh(task, ws, &vector, 1);
    return Eigen::Map<const Vector>(x.data(), task.n);
  }
};

}  // namespace zwang::test
