// SPDX-License-Identifier: Apache-2.0
#pragma once
// A condition on an integral, as it is written: "integral(G) = L", or the other way round.

#include <optional>

#include "zwang/description.h"

namespace zwang::compile {

/// Both know where they stand in the file.
struct IntegralCondition {
  Expression density, value;
};

/// Nothing if the text is no such condition.
std::optional<IntegralCondition> split_integral(const Expression& condition);

}  // namespace zwang::compile
