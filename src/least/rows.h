// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rows of a task, (weighed) in the lanes of ws.rows.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// RowSolver::factor with b of the task. False where the square of a row's length leaves double's
/// range.
bool factor_rows(const Task& task, Workspace& ws) noexcept;

/// How far a dependent row may be from what the others say before it contradicts them: relative, the
/// tolerance of the rank rule that the options ask for.
double row_tolerance(const Task& task, const Options& options) noexcept;

/// Whether row j of A is all zeros.
bool vanished(const Task& task, Index j) noexcept;

}  // namespace zwang::least
