// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step ahead that is not taken: how large components will be that are zero now. Without a size
// there is no error that may be made of them, and a step of a method is as wrong as can be.

#include "base/aligned.h"
#include "flow/project.h"
#include "flow/tolerances.h"
#include "ode/explicit/dopri853.h"

namespace zwang::motion {

class Probe {
 public:
  explicit Probe(Index size);

  /// From (t, y), whose rate is f: a thousandth of the span, and tenths of that for what is not seen
  /// clearly yet. Does nothing where every component has a size.
  void look_ahead(RightSide& side, Projector& projector, double t, const double* y, const double* f,
                  double span, Tolerances& tolerances) noexcept;

 private:
  bool leap(RightSide& side, Projector& projector, double t, const double* y, const double* f,
            double dt) noexcept;

  ode::Dopri853 step_;
  AlignedArray end_, error_;
};

}  // namespace zwang::motion
