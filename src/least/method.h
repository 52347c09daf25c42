// SPDX-License-Identifier: Apache-2.0
#pragma once
// The methods of one instant, all with one signature. Each fills `out`, whose arrays have their
// sizes already (prepare), and, solve_sparse excepted, neither allocates nor throws.
//
// In the papers M^(1/2) is the symmetric root. Any L with M = L Lᵀ gives the same answer
// (doc/theory/kernel.md): here L is the Cholesky factor, D = A L⁻ᵀ, F^L = L D⁺e,
// F^C = L (I − D⁺D) L⁻¹C, and no matrix root is formed.

#include "least/task.h"
#include "least/workspace.h"
#include "zwang/instant.h"

namespace zwang::least {

void solve_explicit(const Task&, const Options&, Workspace&, Instant& out) noexcept;
void solve_bellman(const Task&, const Options&, Workspace&, Instant& out) noexcept;
void solve_nullspace(const Task&, const Options&, Workspace&, Instant& out) noexcept;
void solve_proximal(const Task&, const Options&, Workspace&, Instant& out) noexcept;

/// From dense numbers: finds the zeros, analyses, solves. Allocates; where memory runs out, `out` is
/// marked as not converged before std::bad_alloc leaves.
void solve_sparse(const Task&, const Options&, Workspace&, Instant& out);

/// Gives the arrays of `out` their sizes.
void prepare(Index n, Index m, Instant& out);

/// Solves by options.method; automatic is explicit, or nullspace where M is not definite. Only
/// options.diagnose, which builds lists, and Method::sparse may allocate.
void solve(const Task&, const Options&, Workspace&, Instant& out);

}  // namespace zwang::least
