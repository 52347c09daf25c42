// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jacobi fields on their way along an extremal: δz' = g_z δz + g_p δp. Up to the end z is the
// curve's, and steps are linear; behind it the motion is followed beside them, by Dormand and
// Prince's method of order 8.

#include <utility>
#include <vector>

#include "ode/explicit/dopri853.h"
#include "variation/fields/jacobi_plan.h"
#include "variation/fields/linear_step.h"

namespace zwang::variation {

class Fields {
 public:
  /// Room for so many columns (δz, δp); begins at τ = 0.
  Fields(const JacobiPlan& plan, const FieldScales& scales, Index columns);
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

  double tau() const { return tau_; }
  /// The extremal where the fields are.
  const double* z() noexcept;
  double* column(Index c) { return y_.data() + size_ + c * length_; }
  Index length() const { return length_; }
  /// Only the first so many columns move from now on.
  void move_only(Index columns) { moving_ = columns; }
  double size_of(Index c) const noexcept;  // the largest entry of a column, in units of the scales
  /// Of these columns errors are measured beside 1 at the least: they may come to nothing.
  void let_vanish(Index first, Index count) { vanishing_ = {first, first + count}; }

  /// One step, as long as the tolerance allows, towards τ = `to` and never past it. False: the
  /// numbers went bad.
  bool step(double to) noexcept;
  bool go(double to) noexcept;

  /// The first N columns ← their product with C (N × N, column-major).
  void combine(Index N, const double* C) noexcept;

  /// Where they are, to come back to.
  struct Mark {
    double tau = 0, dt = 0;
    std::vector<double> y;
  };
  void mark(Mark& here) const;
  void go_back(const Mark& there) noexcept;

 private:
  static bool rate(void* self, double tau, const double* y, double* dy) noexcept;
  bool rate(double tau, const double* y, double* dy) noexcept;
  const double* extremal(double tau, const double* y) noexcept;
  double size_of_error(const double* error) const noexcept;
  bool step_along(double to) noexcept;
  bool step_beyond(double to) noexcept;
  double try_step(double dt) noexcept;

  const JacobiPlan& plan_;
  Index n_, size_, length_, columns_, moving_;
  Index judged_;  // of δz: what the planes know of
  std::pair<Index, Index> vanishing_{0, 0};
  double tau_ = 0, dt_ = 0;
  std::vector<double> unit_;  // size: of each entry of δz
  std::vector<double> y_, z_, row_;
  struct {
    std::vector<double> g, gz, gp, by;  // by: gz and gp, column after column
  } slopes_;
  LinearStep along_;
  std::vector<double> after_, off_;  // columns where a step along the curve ends; what it missed
  ode::Dopri853 step_;               // behind the end
};

}  // namespace zwang::variation
