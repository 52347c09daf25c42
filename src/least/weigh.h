// SPDX-License-Identifier: Apache-2.0
#pragma once
// From M, Q, A, C to L, g = L⁻¹Q, c = L⁻¹C and the rows D = A L⁻ᵀ, in one sweep.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// +1: M = L Lᵀ; −1: M = −L Lᵀ (negative definite: Q and C change sign with it, so that g and c
/// stand for the same accelerations); 0: M is not definite, nothing is valid.
/// Leaves D in the lanes of ws.rows.X, g and c in ws.g and ws.c.
int weigh(const Task& task, Workspace& ws) noexcept;

/// Solves Lᵀx = b in place for up to three vectors.
void unweigh(const Task& task, Workspace& ws, double* const* vectors, Index count) noexcept;

/// f ← L y; f has room for whole registers.
void weigh_back(const Task& task, Workspace& ws, const double* y, double* f) noexcept;

}  // namespace zwang::least
