// SPDX-License-Identifier: Apache-2.0
#pragma once
// The discrete action S_d = Σ h F(t_{k+½}, (x_k + x_{k+1})/2, (x_{k+1} − x_k)/h) with φ(t_k, x_k) = 0
// at every node: Newton's method that minimises, as a first guess from far away; and the number of
// directions in which a curve is no minimum.

#include <vector>

#include "variation/functional.h"

namespace zwang::variation {

/// What is known at one end: rows over δx, independent; the others are natural. Fixed: n unit rows.
struct DiscreteEnd {
  std::vector<unsigned char> fixed;  // n: the coordinate keeps its value; empty: none does
};

struct DiscreteGuess {
  double t0 = 0, t1 = 1;
  Index intervals = 0;
  std::vector<double> x;       // (N + 1) × n; in: a guess, need not satisfy the rows; out: better
  std::vector<double> mu;      // in and out
  std::vector<double> lambda;  // N × velocities, of each link; out
  DiscreteEnd ends[2];
  std::vector<double> targets;  // of the integrals
};

struct DiscreteResult {
  bool converged = false;
  int iterations = 0;
  double action = 0;
  double slope = 0;    // what is left of the reduced gradient, relative
  Index negative = 0;  // directions in which the action falls, at the end (reduced Hessian)
};

/// Brings the nodes onto the rows, then goes down to a minimum, with damping. Integrals that cannot
/// be met leave the nodes on their rows, not converged. Functionals with velocity rows are not
/// taken: returned as they came, not converged. Roughly: until a step of Newton's does as it said.
DiscreteResult minimise(const Functional& functional, DiscreteGuess& guess, int most_iterations,
                        bool roughly = false);

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
  std::vector<double>
      target_slopes;  // integrals × free: of what the integrals must be; empty: zero
};

struct Inertia {
  Index negative = 0, zero = 0;
  bool known = false;
};

/// Of the second variation on all variations that satisfy the rows. Zero counts directions along
/// which it vanishes, as far as discretisation can tell: eigenvalues below 1e-6 of those of a free
/// particle. Not known where the count grows with the mesh, as it does without Legendre's
/// condition, or where numbers went bad.
Inertia second_variation(const Functional& functional, const SampledCurve& curve);

}  // namespace zwang::variation
