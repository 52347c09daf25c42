// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one sample of an extremal, as a row of a record.

#include <vector>

#include "equations/equations.h"
#include "equations/evaluate.h"
#include "extremal/answer.h"
#include "flow/sampler.h"
#include "instant/sample.h"
#include "instant/uses.h"
#include "record/columns.h"
#include "zwang/model.h"

namespace zwang {

// Where the numbers of a sample of an extremal stand in a row, and what they are called.

/// What a question has not is motion::not_there.
struct ExtremalLayout {
  Index number = motion::not_there;  // of the extremal, from 1
  Index t = 0, q = 0, v = 0;
  Index acceleration = motion::not_there, deviation = motion::not_there;  // n each
  std::vector<motion::ConstraintColumns> constraints;
  Index lambda = motion::not_there;  // of velocity-level rows, as TwoEnds has them
  Index integrand = motion::not_there, energy = motion::not_there;
  Index observables = 0, width = 0;
};

/// `several`: more than one extremal was asked for; `regular`: M is, so that there is a free motion.
ExtremalLayout extremal_layout(const equations::Equations& equations, Index observables,
                               bool several, bool regular);

std::vector<record::Column> name_columns(const Model& model, const equations::Equations& equations,
                                         const ExtremalLayout& layout);

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
