// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one sample of an extremal, as a row of a record.

#include <vector>

#include "api/extremal/columns.h"
#include "equations/evaluate.h"
#include "extremal/answer.h"
#include "instant/sample.h"
#include "instant/uses.h"

namespace zwang {

/// What a sample misses: |φ|/‖A‖ and |φ̇|/‖A‖ of its rows, and |x″ − ẍ| where x″ is the curve's own
/// second derivative; the largest of each.
struct ExtremalResiduals {
  double position = 0, velocity = 0, equation = 0;
};

class ExtremalSampler {
 public:
  explicit ExtremalSampler(const equations::Equations& equations);

  /// The extremal that is asked from now on; must live as long.
  void take(const extremal::Found& found);
  /// The state at 0 ≤ τ ≤ 1.
  State state(double tau);
  /// The instant there; lives until the next one.
  const instant::Sample& instant(double tau);
  /// Fills row[0 … width).
  void fill(double tau, const ExtremalLayout& layout, double* row);
  /// Of the sample that was filled last.
  ExtremalResiduals residuals();
  /// How the samples that were filled were solved.
  const instant::Uses& uses() const { return uses_; }

 private:
  void place(double tau);
  double bend_less_acceleration() const;
  void fill_constraint(const motion::ConstraintColumns& columns, double* row);

  const equations::Equations& equations_;
  equations::Workspace numbers_;
  instant::Sample instant_;
  const extremal::Found* found_ = nullptr;
  double tau_ = 0, t_ = 0;
  std::vector<double> z_, v_;
  instant::Uses uses_;
};

}  // namespace zwang
