// SPDX-License-Identifier: Apache-2.0
#pragma once
// The curve that a shot leaves behind: the ends of its steps as a mesh, and between them the
// polynomials of collocation. Where those are not as good as the steps, shorter steps are taken.

#include <vector>

#include "bvp/curve.h"
#include "bvp/gauss.h"
#include "bvp/scales.h"
#include "bvp/shooting/shot.h"

namespace zwang::bvp {

class Trail {
 public:
  /// The polynomials are as near to the shot as the tolerance says, in scales.
  Trail(const Bvp& bvp, const Scales& scales, double tolerance, Index stages);

  /// Begins a piece with z at τ: where a piece has ended before, this is the value that counts.
  void begin(double tau, const double* z);
  /// Another step of the shot towards τ = `to`. False: it could not be done.
  bool step(Shot& shot, double to);

  /// The curve so far, without parameters.
  const Curve& curve() const { return curve_; }

 private:
  bool add(Shot& shot);
  void remove();
  double off(const Shot& shot) noexcept;

  const Bvp& bvp_;
  const Scales& scales_;
  double tolerance_;
  Curve curve_;
  std::vector<double> z_, y_, g_;
};

}  // namespace zwang::bvp
