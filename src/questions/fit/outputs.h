// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is measured, at the samples of a motion, and how it answers to parameters and starts.

#include <string>
#include <vector>

#include "questions/fit/motion_slopes.h"

namespace zwang {

struct FitOutput {
  enum class Kind { coordinate, rate, shown_rate, observable };
  Kind kind = Kind::coordinate;
  std::size_t number = 0;
};

/// values: by sample and output; slopes: by sample, output and move.
struct OutputSlopes {
  std::vector<double> values, slopes;
};

/// Of coordinates and rates as exact as the columns are. Nothing compiled knows the derivatives of observables: they
/// are differences of order 4 along each column, with accelerations and reactions of the moved states.
OutputSlopes outputs_of(const MotionSlopes& motion, const SlopeAnswer& answer,
                        const std::vector<double>& values, const std::vector<FitOutput>& outputs);

}  // namespace zwang
