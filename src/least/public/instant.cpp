// SPDX-License-Identifier: Apache-2.0
// The public face of one instant: checks the arguments, keeps the workspace.

#include "zwang/instant.h"

#include <cmath>
#include <new>
#include <string>

#include "least/finish.h"
#include "least/method.h"

namespace zwang {

namespace {

std::string sizes(std::size_t got, std::size_t wanted, const char* why) {
  return "has " + std::to_string(got) + " entries where " + std::to_string(wanted) +
         " are needed (" + why + ")";
}

struct Mass {
  least::Mass kind = least::Mass::full;
  bool fits = false;
};

/// n entries: diagonal; Σ k² with blocks given; n·n: full. n = 1 is diagonal and full alike.
Mass mass_kind(const Problem& p) {
  const std::size_t n = p.applied_force.size(), given = p.mass_matrix.size();
  if (!p.mass_blocks.empty()) {
    std::size_t coordinates = 0, entries = 0;
    for (std::size_t k : p.mass_blocks) coordinates += k, entries += k * k;
    return {least::Mass::blocks, coordinates == n && entries == given};
  }
  if (given == n) return {least::Mass::diagonal, true};
  return {least::Mass::full, given == n * n};
}

bool sizes_fit(const Problem& p) {
  const std::size_t n = p.applied_force.size(), m = p.constraint_rhs.size();
  return p.constraint_matrix.size() == n * m &&
         (p.nonideal_force.empty() || p.nonideal_force.size() == n) &&
         (p.weights.empty() || p.weights.size() == m);
}

void check_mass_size(const Problem& p) {
  if (mass_kind(p).fits) return;
  const std::size_t n = p.applied_force.size();
  if (p.mass_blocks.empty())
    throw InputError("mass_matrix", "has " + std::to_string(p.mass_matrix.size()) +
                                        " entries where " + std::to_string(n) + " (diagonal) or " +
                                        std::to_string(n * n) +
                                        " (full) are needed (n = " + std::to_string(n) + ")");
  std::size_t coordinates = 0, entries = 0;
  for (std::size_t k : p.mass_blocks) coordinates += k, entries += k * k;
  if (coordinates != n)
    throw InputError("mass_blocks", "sum to " + std::to_string(coordinates) +
                                        " coordinates where " + std::to_string(n) + " are needed");
  throw InputError("mass_matrix", sizes(p.mass_matrix.size(), entries, "the blocks' squares"));
}

void check_sizes(const Problem& p) {
  const std::size_t n = p.applied_force.size(), m = p.constraint_rhs.size();
  check_mass_size(p);
  if (p.constraint_matrix.size() != n * m)
    throw InputError("constraint_matrix",
                     sizes(p.constraint_matrix.size(), n * m,
                           (std::to_string(m) + " rows of " + std::to_string(n)).c_str()));
  if (!p.nonideal_force.empty() && p.nonideal_force.size() != n)
    throw InputError("nonideal_force", sizes(p.nonideal_force.size(), n, "one per coordinate"));
  if (!p.weights.empty() && p.weights.size() != m)
    throw InputError("weights", sizes(p.weights.size(), m, "one per row"));
}

least::Task task_of(const Problem& p, least::Mass kind) {
  least::Task task;
  task.n = static_cast<Index>(p.applied_force.size());
  task.m = static_cast<Index>(p.constraint_rhs.size());
  task.mass = kind;
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

/// Rounding in the making of M is forgiven: the upper triangle is read.
void check_symmetric(const least::Task& task) {
  least::for_each_block(task, [](Index first, Index size, const double* M) {
    for (Index i = 0; i < size; ++i)
      for (Index j = 0; j < i; ++j) {
        const double x = M[i * size + j], y = M[j * size + i];
        const double scale = std::sqrt(std::fabs(M[i * size + i] * M[j * size + j]));
        if (std::fabs(x - y) > 1e-9 * (scale + std::fabs(x) + std::fabs(y)))
          throw InputError("mass_matrix",
                           "is not symmetric: entry (" + std::to_string(first + i + 1) + ", " +
                               std::to_string(first + j + 1) + ") is " + std::to_string(x) +
                               ", entry (" + std::to_string(first + j + 1) + ", " +
                               std::to_string(first + i + 1) + ") is " + std::to_string(y));
      }
  });
}

void check_weights(const Problem& p) {
  for (std::size_t i = 0; i < p.weights.size(); ++i)
    if (!(p.weights[i] > 0))
      throw InputError("weights", "entry " + std::to_string(i + 1) + " is " +
                                      std::to_string(p.weights[i]) + "; weights are positive");
}

}  // namespace

struct InstantSolver::Parts {
  Parts(Index n, Index m, const Options& o) : options(o), workspace(n, m, o) {
    least::prepare(n, m, instant);
  }
  Options options;
  least::Workspace workspace;
  Instant instant;
};

InstantSolver::InstantSolver(std::size_t coordinates, std::size_t rows, const Options& options)
    : parts_(std::make_unique<Parts>(static_cast<Index>(coordinates), static_cast<Index>(rows),
                                     options)) {}
InstantSolver::~InstantSolver() = default;
InstantSolver::InstantSolver(InstantSolver&&) noexcept = default;
InstantSolver& InstantSolver::operator=(InstantSolver&&) noexcept = default;

const Instant& InstantSolver::solve(const Problem& problem) noexcept {
  Instant& out = parts_->instant;
  const bool same = static_cast<Index>(problem.applied_force.size()) == parts_->workspace.n &&
                    static_cast<Index>(problem.constraint_rhs.size()) == parts_->workspace.m;
  const Mass mass = mass_kind(problem);
  if (!same || !mass.fits || !sizes_fit(problem)) {
    least::fail(Status::wrong_size, out);
    return out;
  }
  try {
    least::solve(task_of(problem, mass.kind), parts_->options, parts_->workspace, out);
  } catch (const std::bad_alloc&) {  // the lists of options.diagnose, or Method::sparse
    out.redundant.clear();
    out.contradictory.clear();
  }
  return out;
}

Instant solve_instant(const Problem& problem, const Options& options) {
  check_sizes(problem);
  check_weights(problem);
  const least::Task task = task_of(problem, mass_kind(problem).kind);
  check_symmetric(task);
  least::Workspace workspace(task.n, task.m, options);
  Instant instant;
  least::prepare(task.n, task.m, instant);
  least::solve(task, options, workspace, instant);
  return instant;
}

std::string_view name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::minimum:
      return "minimum";
    case Verdict::maximum:
      return "maximum";
    case Verdict::saddle:
      return "saddle";
    case Verdict::degenerate:
      return "degenerate";
  }
  return "";
}

}  // namespace zwang
