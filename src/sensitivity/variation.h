// SPDX-License-Identifier: Apache-2.0
#pragma once
// The variational equation: how neighbouring motions part, S = ∂(q, v)/∂p. With N and K₁ of
// least/derivative.h, and G, H and the slopes by parameters of the equations,
//   Ṡ_q = S_v,   Ṡ_v = N (G S + force slope) + K₁ (H S + row slope).
// A column of S is (s_q, s_v), 2n numbers. The columns of parameters come first, in their order; those
// behind them are of the start, and no slope drives them. (doc/theory/kernel.md)

#include "instant/dense_kernel.h"
#include "instant/state.h"
#include "least/derivative.h"

namespace zwang::motion {

class Variation {
 public:
  /// The tangent of the equations must have been compiled, and the slopes of all their parameters
  /// are columns.
  Variation(const equations::Equations& equations, Index columns);

  /// The rate of a state and of S there; false where ẍ has no answer or no derivative.
  bool rate(equations::Workspace& numbers, double t, const double* y, const double* S, double* dydt,
            double* dSdt) noexcept;

  /// Only the rows that act (m flags, to stay there) bind from now on.
  void bind(const std::vector<unsigned char>& acts) noexcept { acts_ = &acts; }

  Status status() const { return status_; }  // of the last instant
  Index columns() const { return columns_; }
  Index parameters() const { return parameters_; }

 private:
  void fill(const equations::Workspace& numbers, const double* S) noexcept;
  void leave_out(equations::Workspace& numbers) noexcept;

  const equations::Equations& equations_;
  Index n_, m_, columns_, parameters_;
  instant::DenseKernel kernel_;
  least::Derivative derivative_;
  AlignedArray g_, h_, dx_;                           // of n, m, n for each column
  const std::vector<unsigned char>* acts_ = nullptr;  // null: all rows
  Status status_ = Status::ok;
};

}  // namespace zwang::motion
