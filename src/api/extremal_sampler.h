// SPDX-License-Identifier: Apache-2.0
#pragma once
// The numbers of one sample of an extremal, as a row of a record.

#include <vector>

#include "api/extremal_columns.h"
#include "api/extremal_instant.h"
#include "equations/evaluate.h"
#include "extremal/answer.h"

namespace zwang {

class ExtremalSampler {
 public:
  explicit ExtremalSampler(const equations::Equations& equations);

  /// The extremal that is asked from now on; must live as long.
  void take(const extremal::Found& found);
  /// The state at 0 ≤ τ ≤ 1.
  State state(double tau);
  /// The instant there; lives until the next one.
  const ExtremalInstant& instant(double tau);
  /// Fills row[0 … width).
  void fill(double tau, const ExtremalLayout& layout, double* row);

 private:
  void place(double tau);
  void fill_constraint(const motion::ConstraintColumns& columns, double* row);

  const equations::Equations& equations_;
  equations::Workspace numbers_;
  ExtremalInstant instant_;
  const extremal::Found* found_ = nullptr;
  double t_ = 0;
  std::vector<double> z_, v_;
};

}  // namespace zwang
