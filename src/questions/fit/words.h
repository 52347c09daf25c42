// SPDX-License-Identifier: Apache-2.0
#pragma once
// A fit in sentences.

#include "estimate/determined.h"
#include "estimate/least_squares.h"
#include "zwang/fit.h"

namespace zwang {

/// "m*l^2", "a + 2*b"; names by unknown.
std::string in_words(const estimate::Combination& combination,
                     const std::vector<std::string>& names);

/// The summary: how it went, how good it is, what is not determined.
void describe(estimate::Ending ending, const estimate::Determined& determined,
              const std::vector<std::string>& names, FitResult& result);

/// Notes on columns whose residuals say that the model is not right: large, or alike from one time to the next.
void add_doubts(FitResult& result);

}  // namespace zwang
