// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "flow/interpolant.h"

namespace zwang::motion {

/// A step as it was taken, while what held along it still holds: both ends, and the states between.
struct StepView {
  double t0 = 0, t1 = 0;
  const double *y0 = nullptr, *y1 = nullptr;  // of StateLayout
  Interpolant within;
  bool fresh =
      false;  // y0 is not where the step before ended: the run began here, or something happened
};

}  // namespace zwang::motion
