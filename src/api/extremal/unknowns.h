// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parameters, where some of them were to be found.

#include <vector>

#include "equations/evaluate.h"
#include "zwang/model.h"

namespace zwang {

/// Hands all parameters to the numbers, those that follow from unknowns computed anew.
void set_unknowns(const equations::Equations& equations, const std::vector<double>& unknowns,
                  equations::Workspace& numbers);

/// Where the question begins, with the guess of what is unknown: the end `from` as far as it is
/// given, else the guess, else the start of [coordinates].
State first_end(const equations::Equations& equations);

}  // namespace zwang
