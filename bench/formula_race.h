// SPDX-License-Identifier: Apache-2.0
#pragma once
// The evaluation of formulas against hand-written code: everybody's outputs compared, then timed
// in interleaved rounds.

#include <string>
#include <vector>

#include "formula_model.h"
#include "race.h"

namespace bench {

/// The largest difference between two ways to round a mechanism's formulas: a few dozen roundings
/// of half an ulp, times the cancellation in sums of forces.
inline constexpr double formula_difference_limit = 1e-13;

struct FormulaTiming {
  std::string name, form;  // "hand", "native", "interpreter"
  std::size_t lanes = 1;
  double nanoseconds = 0;  // per instance, the least of all rounds; 0 if the outputs were wrong
  double difference = 0;   // from the hand-written form, relative to the largest entry of its block

  bool right() const { return difference <= formula_difference_limit; }
};

struct FormulaOutcome {
  std::string model;
  Asked asked;
  std::size_t instructions = 0, outputs = 0;
  std::vector<FormulaTiming> timings;

  /// The fastest right form, or null.
  const FormulaTiming* best(const std::string& name, std::size_t lanes,
                            const std::string& form = {}) const;
};

std::vector<FormulaOutcome> race_formulas(const Pace& pace);

}  // namespace bench
