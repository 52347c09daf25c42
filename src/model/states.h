// SPDX-License-Identifier: Apache-2.0
#pragma once
// States that users give, and how far apart they are.

#include "zwang/model.h"

namespace zwang {

/// Throws InputError where a size does not fit.
void check_state(const Model& model, const State& state);

/// Of the numbers' absolute values.
double largest(const std::vector<double>& x);
double largest_difference(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace zwang
