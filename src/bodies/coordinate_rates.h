// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between the coordinates q of a tree with their rates q̇ (a quaternion has four) and the rates v of
// its joints (ω has three). They are the same numbers but for ball and free joints:
//   v = G(q) q̇,   v̇ = G q̈ + g(q, q̇),   q̇ = N(q) v on the sphere,  G N = 1.

#include "bodies/tree.h"

namespace zwang::bodies {

/// v = G q̇.
void rates_from(const Tree& tree, const double* q, const double* qdot, double* v) noexcept;
/// g: 0 but where a quaternion's length changes, −2 ρ ω.
void rates_bias(const Tree& tree, const double* q, const double* qdot, double* g) noexcept;

/// q̇ = N v: quaternions keep their length.
void coordinate_rates(const Tree& tree, const double* q, const double* v, double* qdot) noexcept;
/// q̈ that v̇ asks for, quaternions with the second derivative of |e|² zero: e·ë = −ė·ė.
void coordinate_accelerations(const Tree& tree, const double* q, const double* qdot,
                              const double* vdot, double* qddot) noexcept;

/// Gᵀ f: forces (or a row) over v, as over q̇; the power f·v is the same.
void forces_over_coordinates(const Tree& tree, const double* q, const double* over_v,
                             double* over_q) noexcept;
/// The same for the bodies from `first` to before `last`, f and Gᵀf by their own numbers; q is that of all.
void forces_over_coordinates(const Tree& tree, Index first, Index last, const double* q,
                             const double* over_v, double* over_q) noexcept;
/// Nᵀ f: forces over q̇ as over v. What they would do to the length of a quaternion is dropped.
void forces_over_rates(const Tree& tree, const double* q, const double* over_q,
                       double* over_v) noexcept;

}  // namespace zwang::bodies
