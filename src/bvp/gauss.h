// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gauss's points on [0, 1] and the integrals of the polynomials ℓ_k that are 1 at one of them and 0
// at the others: what turns rates at the points into values anywhere in an interval.

#include "base/index.h"

namespace zwang::bvp {

inline constexpr Index least_stages = 2, most_stages = 8;

/// The polynomials at some θ, which may lie outside of [0, 1].
struct GaussWeights {
  double theta = 0;
  double value[most_stages] = {};  // ℓ_k(θ)
  double once[most_stages] = {};   // ∫_0^θ ℓ_k
  double twice[most_stages] = {};  // ∫_0^θ (θ − u) ℓ_k(u) du
};

/// Of s points c_1 < … < c_s.
struct Gauss {
  Index s = 0;
  double c[most_stages] = {};
  GaussWeights stage[most_stages];                 // at c_j: once is a_jk, twice is abar_jk
  GaussWeights end;                                // at 1: once is b_k, twice is bbar_k
  double legendre[most_stages][most_stages] = {};  // ℓ_k = Σ_m legendre[k][m] P_m(2u − 1)
  double factor[most_stages] = {};                 // ℓ_k = factor[k] Π (u − c_l), l ≠ k
  // Of P_s(2u − 1), which is 1 at the end and zero at all points: the largest of |∫_0^θ| and |∫∫_0^θ|.
  double largest_once = 0, largest_twice = 0;
};

/// The table for s points, least_stages ≤ s ≤ most_stages.
const Gauss& gauss(Index s) noexcept;

GaussWeights weights_at(const Gauss& g, double theta) noexcept;

/// The same at each of `points` Gauss points.
const GaussWeights* weights_at_points(Index s, Index points) noexcept;

/// Their values alone: s.
void values_at(const Gauss& g, double theta, double* value) noexcept;

/// P_s(2θ − 1).
double last_legendre(const Gauss& g, double theta) noexcept;

}  // namespace zwang::bvp
