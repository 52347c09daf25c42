// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows once they are factored: which are independent, what they ask for, which multipliers
// belong to them. Works on ws.rows, the pivoted QR of the (weighed) rows: lane k was row order[k],
// the first ws.rank lanes are independent, R11 their triangle, [R11 R12] = Tᵀ.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// Factors the lanes of ws.rows by the rank rule; sets ws.rank and ws.least_pivot, and ws.z with
/// R11ᵀz = b on the independent rows. Returns false where the square of a row's length leaves
/// double's range.
bool factor_rows(const Task& task, Workspace& ws) noexcept;

/// How far a dependent row may be from what the others say before it contradicts them: relative, the
/// tolerance of the rank rule that the options ask for.
double row_tolerance(const Task& task, const Options& options) noexcept;

/// Whether row j of A is all zeros.
bool vanished(const Task& task, Index j) noexcept;

/// How many of the independent rows the stepping tolerance would cut.
Index count_near_singular(const Workspace& ws) noexcept;

/// Whether the dependent rows ask for something else than ws.z by more than `tolerance`, relative to
/// b and to `size`, the size of the free motion in weighed units; ws.z is then the least-squares
/// answer in the user's row norm.
bool meet_rows(const Task& task, Workspace& ws, double size, double tolerance) noexcept;

/// λ of minimum norm with Tᵀλ = ws.z_y (rank entries), in the user's row order.
void multipliers(const Task& task, Workspace& ws, double* lambda) noexcept;

/// ws.dependence, row j − rank: lane j = Σ_k dependence[k]·lane k, k < rank; entries that are
/// rounding are 0.
void find_dependence(const Task& task, Workspace& ws) noexcept;

/// unique[i] = 1 where λ_i has only one value; needs find_dependence.
void find_unique(const Task& task, const Workspace& ws, unsigned char* unique) noexcept;

/// κ of the equilibrated independent rows, by power iteration from both ends of the spectrum.
double estimate_condition(const Task& task, Workspace& ws) noexcept;

}  // namespace zwang::least
