// SPDX-License-Identifier: Apache-2.0
#pragma once
// How ẍ answers to coordinates, rates and parameters at one state: ∂ẍ = N G + K₁ H (least/derivative.h), as
// products with directions from the right (forward) and from the left (reverse).

#include <span>
#include <vector>

#include "equations/evaluate.h"
#include "instant/dense_kernel.h"

namespace zwang::instant {

class Products {
 public:
  /// The tangent of the equations must have been compiled; the slopes of all their parameters are asked for.
  explicit Products(const equations::Equations& equations);

  /// True after go_to() gave an answer that is usable.
  bool ready() const { return ready_; }
  Status go_to(double t, const double* q, const double* v) noexcept;
  const std::vector<double>& acceleration() const { return acceleration_; }

  void tangent(double* by_q, double* by_v, double* by_p) noexcept;
  void forward(std::span<const double> dq, std::span<const double> dv, std::span<const double> dp,
               double* change) noexcept;
  void reverse(const double* w, std::span<double> by_q, std::span<double> by_v,
               std::span<double> by_p) noexcept;

 private:
  const equations::Equations& equations_;
  Index n_, m_, parameters_;
  equations::Workspace numbers_;
  DenseKernel kernel_;
  least::Derivative derivative_;
  std::vector<double> acceleration_, direction_;  // n, 2n
  AlignedArray g_, h_, u_, s_, dx_;               // n, m, n, m, n
  bool ready_ = false;
};

}  // namespace zwang::instant
