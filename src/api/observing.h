// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "zwang/model.h"

namespace zwang {

/// The same model that observes more, behind what it observes by itself: with the same values and the same
/// motion. Throws ModelError.
Model observing(const Model& model, std::vector<Observable> more);

}  // namespace zwang
