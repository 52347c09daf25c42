// SPDX-License-Identifier: Apache-2.0
#pragma once
// A singular pose in words.

#include <span>
#include <string>

#include "zwang/model.h"

namespace zwang {

/// "At t = 0.7854 the rank falls from 2 to 1: 'crank' and row 1 of 'loop' are no longer independent
/// ('crank' - 2 row 1 of 'loop' = 0)."; w: a combination of the model's rows that is zero there.
std::string rank_words(const Model& model, double t, std::size_t from, std::size_t to,
                       std::span<const double> w);

}  // namespace zwang
