// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second variation of a sampled curve, by the midpoint rule on finer and finer meshes.

#include <vector>

#include "variation/functional.h"

namespace zwang::variation {

/// A curve, sampled: what the second variation of its action needs.
struct SampledCurve {
  std::vector<double> t;            // N + 1 nodes, so dense that cubics between them will do
  std::vector<double> x, v;         // (N + 1) × n at the nodes
  std::vector<double> lambda;       // (N + 1) × velocities
  std::vector<double> multipliers;  // (N + 1) × rows: Aᵀ·them = d/dt F_v − F_x
  std::vector<double> mu;
  /// Rows over (δx_0, δx_N, δp): what the variation of the ends must satisfy; p are `free`
  /// constants that the action depends on as well (an end time).
  Index free = 0;
  std::vector<double> end_rows;  // k × (2n + free)
  /// (2n + free)², added to the second derivatives of the action: − Σ ν·row's own, ν from
  /// (−F_v0, F_v1, dS/dp) = Σ ν·row. Nothing between δx_0 and δx_N. Empty: zero.
  std::vector<double> end_curvature;
  /// For each free constant: t(τ) moves by time_slope[0] + τ (time_slope[1] − time_slope[0]).
  std::vector<double> time_slopes;  // free × 2
  /// integrals × free: of what the integrals must be; empty: zero.
  std::vector<double> target_slopes;
};

/// Of the second variation on all variations that satisfy the rows. Zero counts directions along
/// which it vanishes, as far as discretisation can tell: eigenvalues below 1e-6 of those of a free
/// particle. Not known where the count grows with the mesh, as it does without Legendre's
/// condition, or where numbers went bad.
Inertia second_variation(const Functional& functional, const SampledCurve& curve);

/// A quick look, where its index is expected: whether one mesh, as fine as the samples, counts `expected` negative directions and has no
/// eigenvalue near zero. Where not, second_variation() tells.
bool confirms(const Functional& functional, const SampledCurve& curve, Index expected);

}  // namespace zwang::variation
