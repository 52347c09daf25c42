// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large an error may be, and how large one is in that measure.

#include "base/index.h"

namespace zwang::ode {

struct Tolerances {
  const double* absolute = nullptr;  // n, each in the unit of its component
  double relative = 1e-6;
};

/// RMS of error_i / (absolute_i + relative · max(|y_old_i|, |y_new_i|)): at most 1 is good. A zero
/// error counts as zero even where nothing is allowed.
double error_norm(Index n, const double* error, const double* y_old, const double* y_new,
                  const Tolerances& tolerances) noexcept;

}  // namespace zwang::ode
