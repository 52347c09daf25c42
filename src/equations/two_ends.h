// SPDX-License-Identifier: Apache-2.0
#pragma once
// A two-ended question: from here to there. What the number half needs beside M, Q, A, b, which are
// those of F* = F + Σ μ G + Σ λ f: the functional with its derivatives, the conditions at the ends,
// and how all of it answers to what is unknown.

#include <array>
#include <cstdint>
#include <vector>

#include "base/index.h"
#include "equations/array.h"
#include "equations/programs.h"

namespace zwang::equations {

/// What a condition at an end is. Of coordinates and rates: x − its value.
enum class EndKind : std::uint8_t { coordinate, rate, surface, constraint, velocity };

struct EndRow {
  EndKind kind;
  /// The coordinate; or the number of the surface in the file; or the row (of Equations::rows).
  Index number = 0;
};

struct TwoEnds {
  bool compiled = false;
  bool variational = false;  // there is an F; else the motion of a system without one
  bool lagrange = false;     // the user gave an integrand

  // Directions of all slopes, and of Stage::by_parameter, in this order; the time comes last.
  Index lambdas = 0;    // multipliers λ of velocity-level rows: states with a rate of their own
  Index integrals = 0;  // multipliers μ of integrals: constants
  Index unknowns = 0;
  Index directions() const { return lambdas + integrals + unknowns + 1; }
  /// What its arrays are as large as, in a model with so many parameters.
  void add_to(Sizes& sizes, Index all_parameters) const;

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

  std::array<Programs, two_ended_stages>
      programs;  // by the number of the stage, from the first of them
};

}  // namespace zwang::equations
