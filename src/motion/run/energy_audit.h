// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether the tolerances of its steps explain what a run loses or gains of its energy. The energy is kept
// or its works are known, so that errors of steps add up in it and do not grow, however chaotic the
// motion: a step may be wrong by its tolerance times the slope of the energy, and a run by the sum.
// What is far beyond that is no error of steps. (doc/decisions/0022-rank-of-the-motion.md)

#include "base/aligned.h"
#include "flow/right_side.h"
#include "motion/run/tally.h"
#include "ode/controller.h"

namespace zwang::motion {

class EnergyAudit {
 public:
  EnergyAudit(RightSide& side, double tolerance);

  /// From now on, where steps have a tolerance; `slack`: errors may be so many times as large; `sizes`, of
  /// coordinates and rates, live as long as this.
  void open(double slack, const double* sizes) noexcept {
    slack_ = side_.equations().order == 2 ? slack : 0;
    sizes_ = sizes;
  }
  /// From now on no more: rows fight, and least squares have no books.
  void close() noexcept { slack_ = 0; }
  /// The state that a step of length dt may end in: false where it is wrong by more than 300 times what its
  /// tolerances explain. `books` are those of its beginning,
  /// `book_error` is how wrong the step is in its works.
  bool allows(double t, const double* y, const ode::Tolerances& tolerances, double dt,
              double book_error, const Books& books) noexcept;
  /// A step of length dt was made, `before` the drift at its beginning, books those of its end. False: what the run
  /// has lost or gained by now is more than 30 times what its steps explain.
  bool note(double t, const double* y, const ode::Tolerances& tolerances, double dt, double before,
            long step, Books& books) noexcept;

 private:
  double energy(double t, const double* q, const double* v) noexcept;
  double slope(double t, const double* y, double E, const double* by) noexcept;
  double explain(double t, const double* y, const ode::Tolerances& tolerances, double E,
                 long step) noexcept;
  double explain_each(double t, const double* y, const ode::Tolerances& tolerances,
                      double E) noexcept;
  double explain_works(double t, const double* y, const ode::Tolerances& tolerances, double dt,
                       long step) noexcept;
  double rounding_of_sizes(double t, const double* y, double E) noexcept;
  double rounding(double E, const Books& books, double explained) const noexcept;

  RightSide& side_;
  instant::StateLayout at_;
  double tolerance_, slack_ = 0;
  const double* sizes_ = nullptr;
  AlignedArray state_, by_, rate_;
};

}  // namespace zwang::motion
