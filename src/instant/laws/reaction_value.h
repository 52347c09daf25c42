// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers that formulas read as reaction(…) and multiplier(…).

#include "equations/evaluate.h"

namespace zwang::instant {

/// σ: what its rows exert on its object where their multipliers are λ (m); as many numbers as it has
/// components. `numbers` holds A of the state.
void fill_force(const equations::Equations& equations, const equations::Workspace& numbers,
                const equations::Reaction& reaction, const double* lambda, double* sigma) noexcept;

/// What one row exerts on its object where its multiplier is 1.
double strength(const equations::Equations& equations, const equations::Workspace& numbers,
                const equations::Reaction& reaction) noexcept;

/// ‖σ‖, or the multiplier itself. `room` for σ: as many numbers as written coordinates.
double value_of(const equations::Equations& equations, const equations::Workspace& numbers,
                const equations::Reaction& reaction, const double* lambda, double* room) noexcept;

/// Whether each limit reads one reaction at most: then those of all are read at once.
bool limits_read_one(const equations::Equations& equations);

}  // namespace zwang::instant
