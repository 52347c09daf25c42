// SPDX-License-Identifier: Apache-2.0
#pragma once
// A two-ended question: from here to there. What the number half needs beside M, Q, A, b, which are
// those of F* = F + Σ μ G + Σ λ f: the functional with its derivatives, the conditions at the ends,
// and how all of it answers to what is unknown. All arrays are full, row-major, and in the numbers
// of a workspace (Layout).

#include <cstdint>
#include <vector>

#include "base/index.h"

namespace zwang::equations {

/// What a condition at an end is. Of coordinates and rates: x − its value.
enum class EndKind : std::uint8_t { coordinate, rate, surface, constraint, velocity };

struct EndRow {
  EndKind kind;
  /// The coordinate; or the number of the surface in the file; or the row (of Equations::rows).
  Index number = 0;
};

/// Where the arrays of a two-ended question begin. n coordinates, u unknowns, D directions.
struct TwoEndsLayout {
  // Of the stage `settle`, which reads nothing but parameters:
  Index parameters = 0;     // all parameters, those that follow from unknowns computed anew
  Index times = 0;          // 2: where the ends are
  Index time_slopes = 0;    // 2 × u
  Index targets = 0;        // of the integrals: what each must be
  Index target_slopes = 0;  // integrals × u
  Index guess = 0;          // 2n, of the stage `guess`: x(t) and its rate, where they are given

  // Of the stage `density`:
  Index integrand = 0;  // 1  F, without multipliers
  Index momentum = 0;   // n  F*_v
  Index densities = 0;  // integrals + 2 + u: each G; F* − v·F*_v; F*_t; F*_p for each unknown
  // Of the stage `density_slopes`:
  Index momentum_gradient = 0;  // n × 2n  by q, then v
  Index momentum_slopes = 0;    // D × n
  Index density_gradient = 0;   // (integrals + 2 + u) × 2n
  Index density_slopes = 0;     // D × (integrals + 2 + u)
  // Of the stage `second`; M = F*_vv is with the dynamics:
  Index F_x = 0;        // n  F*_x
  Index F_xx = 0;       // n × n
  Index F_xv = 0;       // n × n  ∂²F*/∂x_i ∂v_j
  Index curvature = 0;  // n × n  Σ λ φ_xx over the rows of the position level; λ as in Tangent

  // Of each end (stages `ends`): the rows in the order of TwoEnds::rows
  Index end_values[2] = {0, 0};    // r
  Index end_gradient[2] = {0, 0};  // r × 2n
  Index end_slopes[2] = {0, 0};    // u × r: totals, along with the time of the end
  // (stages `end_curvature`): of Ψ = Σ ν·row over (q, unknowns), ν as inputs
  Index end_curvature[2] = {0, 0};  // (n + u) × (n + u)
};

struct TwoEnds {
  bool compiled = false;
  bool variational = false;  // there is an F; else the motion of a system without one
  bool lagrange = false;     // the user gave an integrand

  // Directions of all slopes, and of Stage by_parameter, in this order; the time comes last.
  Index lambdas = 0;    // multipliers λ of velocity-level rows: states with a rate of their own
  Index integrals = 0;  // multipliers μ of integrals: constants
  Index unknowns = 0;
  Index directions() const { return lambdas + integrals + unknowns + 1; }

  std::vector<std::uint32_t> lambda_slots, mu_slots;  // inputs
  std::vector<Index> lambda_rows;                     // λ̇ = − the multiplier of this row
  std::vector<Index> unknown_parameters;              // their numbers among the parameters
  std::vector<double> unknown_guess;

  std::vector<EndRow> rows[2];
  std::vector<std::uint32_t> nu_slots[2];  // inputs of end_curvature, one for each row
  std::vector<unsigned char> periodic;     // n, or empty: coordinates that end as they began
  std::vector<unsigned char> guessed;      // n: the user gave a formula
  /// Constraints know the time, or unknowns: natural conditions of unknowns would need more.
  std::vector<unsigned char> rows_know;  // u: moving this unknown moves the rows
  bool degree_one = false;  // F is homogeneous of degree one in the rates: arc length and its kin
  bool may_jump = false;    // F contains conditions, or the like

  TwoEndsLayout layout;
};

}  // namespace zwang::equations
