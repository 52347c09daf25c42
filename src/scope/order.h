// SPDX-License-Identifier: Apache-2.0
#pragma once
// The order in which parameters can be computed.

#include <cstddef>
#include <vector>

#include "zwang/description.h"

namespace zwang::compile {

struct ParameterOrder {
  std::vector<std::size_t> sequence;              // those that can be computed
  std::vector<std::vector<std::size_t>> circles;  // those that need each other
};

/// By the names that stand in the formulas.
ParameterOrder order_parameters(const std::vector<Parameter>& parameters);

}  // namespace zwang::compile
