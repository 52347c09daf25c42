// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one sample of a motion: what a state tells, as a row of a record.

#include <vector>

#include "flow/right_side.h"

namespace zwang::motion {

inline constexpr Index not_there = -1;

/// Where the numbers of a constraint stand in a row.
struct ConstraintColumns {
  Index first_row = 0, rows = 0;   // of A
  std::vector<Index> coordinates;  // that its rows touch, ascending
  Index force = not_there;         // one for each of them
  Index multiplier = not_there;    // one for each row
  Index power = not_there;
};

/// Where each number stands in a row. What a model has not is not there.
struct SampleLayout {
  Index t = 0, q = 1, v = 0;
  Index acceleration = not_there;
  std::vector<ConstraintColumns> constraints;  // empty without details
  Index energy = not_there;                    // energy, kinetic, potential
  Index work = not_there;                      // applied, of F^L, of F^C
  Index gauss = 0, rank = 0;
  Index nonideal = not_there;  // C, n
  Index controls = not_there;  // u, then the residual of what they serve
  Index observables = 0, width = 0;
};

/// `details`: accelerations, and forces, multipliers and powers of constraints. A first-order
/// system has neither accelerations, nor energies, works and powers.
SampleLayout lay_out_sample(const equations::Equations& equations, Index observables, bool details);

class Sampler {
 public:
  Sampler(RightSide& side, SampleLayout layout);

  /// Fills row[0 … width) from the state y of StateLayout. Returns the instant that it solved for
  /// that, which lives until the next one. Without `books` energies and works are left out.
  const Instant& fill(double t, const double* y, double* row, bool books = true) noexcept;

  const SampleLayout& layout() const { return layout_; }

 private:
  void fill_constraint(const ConstraintColumns& columns, const Instant& now, const double* v,
                       double* row) noexcept;

  RightSide& side_;
  SampleLayout layout_;
  Index observables_;
  std::vector<Index> place_;  // of a coordinate among those of the constraint at hand
};

}  // namespace zwang::motion
