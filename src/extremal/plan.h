// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a two-ended question is to be answered.

#include <optional>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/kinds.h"
#include "bvp/curve.h"

namespace zwang::extremal {

struct Plan {
  double tolerance = 1e-9;
  Index all = 1;  // so many at the most
  Method method = Method::collocation;
  bool cross_check = false;
  bool verdict = true;  // false: what is found is called stationary, and not looked into
  std::vector<std::pair<Index, double>> follow;    // parameter, the value to begin with
  std::optional<bvp::Curve> first = std::nullopt;  // a curve to begin with
  bool only_first = false;                         // where that does not lead to one, there is none
  void* self = nullptr;
  /// Asked now and then: how many extremals are found, how many intervals the mesh has; false: stop.
  bool (*goes_on)(void* self, Index found, Index intervals) noexcept = nullptr;
};

}  // namespace zwang::extremal
