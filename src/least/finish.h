// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the weighed answer (u = Lᵀẍ, yL = L⁻¹F^L, yC = L⁻¹F^C) to everything by name.

#include "least/task.h"
#include "least/workspace.h"

namespace zwang::least {

/// sign: +1 for M = L Lᵀ, −1 for M = −L Lᵀ. Fills all but the multipliers and the diagnosis.
void finish(const Task& task, Workspace& ws, int sign, Instant& out) noexcept;

/// λ, its uniqueness flags, and the condition, as far as the options ask for them.
void finish_rows(const Task& task, const Options& options, Workspace& ws, int sign,
                 Instant& out) noexcept;

/// Where M is not definite and the method needs it: every number is NaN.
void fail(Status status, Instant& out) noexcept;

}  // namespace zwang::least
