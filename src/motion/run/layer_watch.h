// SPDX-License-Identifier: Apache-2.0
#pragma once
// Forces that are narrow in place, which a step may pass over: along the cubic between its ends arguments of
// formulas are looked at, and where one passes what matters, the rate there is compared with the step's own. The
// cubic costs nothing, but may be off by more than a layer is wide: where it finds one, the step's own states decide.

#include <vector>

#include "equations/layer_search.h"
#include "flow/interpolant.h"
#include "flow/right_side.h"
#include "ode/controller.h"

namespace zwang::motion {

/// A step that the error estimate has accepted.
struct TakenStep {
  double t0 = 0, t1 = 0;
  const double *y0 = nullptr, *f0 = nullptr, *y1 = nullptr, *f1 = nullptr;
};

class LayerWatch {
 public:
  explicit LayerWatch(RightSide& side);

  bool watches() const { return !arguments_.empty(); }
  /// How long the step may be instead, where it passed a layer without seeing it; else 0. `states`: within
  /// it, as good as the step.
  double shorter(const TakenStep& step, const Interpolant& states,
                 const ode::Tolerances& tolerances) noexcept;

 private:
  double look_along(const ode::Tolerances& tolerances) noexcept;
  void cubic(double t, double* y, double* slope) const noexcept;
  void state(double t, double* y) const noexcept;
  void slope(double t) noexcept;
  void arguments_at(double t, double* u) noexcept;
  bool is_missed(double t, double width, const ode::Tolerances& tolerances) noexcept;
  bool differs(double width, const ode::Tolerances& tolerances) const noexcept;

  RightSide& side_;
  std::vector<equations::Argument> arguments_;
  std::vector<Index> numbers_;  // of each among all arguments
  equations::LayerSearch search_;
  TakenStep step_;
  const Interpolant* states_ = nullptr;  // within the step; null: its cubic
  std::vector<double> y_, f_, slope_, before_, after_;
};

}  // namespace zwang::motion
