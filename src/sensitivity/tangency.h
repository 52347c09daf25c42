// SPDX-License-Identifier: Apache-2.0
#pragma once
// Neighbouring motions keep the constraints too, each with its own parameters. So the columns of
// S = ∂(q, v)/∂p satisfy, in the rows that projection keeps,
//   A s_q + ∂φ/∂p = 0,   A s_v + (∂φ̇/∂q) s_q + ∂φ̇/∂p = 0,
// and what they lack of it is taken away by the least change in the metric of M: the derivative of
// the projection that the motion itself goes through.

#include "flow/project.h"
#include "instant/dense_kernel.h"

namespace zwang::motion {

class Tangency {
 public:
  /// Keeps to the rows that the projector keeps; columns as in motion/variation.h.
  Tangency(RightSide& side, const Projector& projector, Index columns);

  /// Moves S at a state on the constraints; false where rows cannot be factored.
  bool project(double t, const double* q, const double* v, double* S) noexcept;

  /// What was left of a column by the last projection, in units of what stood in its rows before: not
  /// rounding where dependent rows no longer fit together once the parameter moves.
  double left(Index column) const { return left_.data()[column]; }

 private:
  void look_at_rows() noexcept;
  bool factor() noexcept;
  void move(Index column, int set, const std::vector<unsigned char>& takes_part,
            double* x) noexcept;
  /// The largest of A x + offset, and of what it is summed from, rows equilibrated.
  struct Demand {
    double most = 0, terms = 0;
  };
  Demand demand(const std::vector<unsigned char>& takes_part, const double* x) noexcept;
  void turn_of_rows(double t, const double* q, const double* v, const double* s) noexcept;
  void differences(double t, const double* q, const double* v, const double* s) noexcept;

  RightSide& side_;
  const Projector& projector_;
  const equations::Equations& equations_;
  Index n_, m_, columns_, parameters_;
  bool any_position_ = false, any_rate_ = false, any_velocity_level_ = false;
  instant::DenseKernel kernel_;
  AlignedArray A_;                // at the state; differences evaluate elsewhere
  AlignedArray H_;                // the same
  AlignedArray slopes_;           // of residuals, then of rates, m for each parameter
  AlignedArray offset_, demand_;  // m
  AlignedArray turned_;           // m: (∂φ̇/∂q) s_q
  AlignedArray zero_, near_, left_;
};

}  // namespace zwang::motion
