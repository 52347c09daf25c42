// SPDX-License-Identifier: Apache-2.0
#pragma once
// What rounding may do to an answer, from the conditioning of the problem: the tolerance of the
// tests, derived and not tuned.

#include "support/oracle.h"

namespace zwang::test {

/// Absolute, in the 2-norm of each quantity.
struct Bound {
  double acceleration, force, multipliers, residual, gauss;
  double kappa_A;  // of the rows: of unit size where they agree, in the user's norm where not
  double kappa_M;  // ‖M‖ ‖(ZᵀMZ)⁻¹‖, or ‖M‖ ‖M⁻¹‖ where M is definite
};

/// First-order perturbation theory with c = 2·max(m, n, 4) roundings in each of M, Q, A, b, C:
///   row space part   δx_p ≤ κ_A (‖x‖ + ‖x_p‖ + ‖b‖/‖A‖ + κ_A ‖b − A x‖/‖A‖), through
///                    the oblique projector, 1 + κ_M;
///   null space part  ‖H⁻¹‖ κ_A (‖Q‖ + ‖C‖ + ‖M‖ ‖x‖), H = ZᵀMZ, κ_A for the turn of Z.
///   multipliers      λ = (Aᵀ)⁺F^L of the rows as given: (δF + κ ‖F‖) / σ_min.
/// Methods that pass through M⁻¹Q have ‖M⁻¹‖ in place of ‖H⁻¹‖. Proximal works with A M⁻¹Aᵀ, so
/// κ_A enters once more, and it stops while a geometric tail is left, another factor 10: `squares`.
Bound rounding_bound(const System& system, const Vector& xdd, Index rank, bool contradictory,
                     bool squares = false);

}  // namespace zwang::test
