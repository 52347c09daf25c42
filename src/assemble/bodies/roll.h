// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rolling without slipping.

#include <vector>

#include "scope/scope.h"

namespace zwang::compile {

/// Three rows: it touches, and the two bodies have one velocity along the plane of contact; in the plane two.
std::vector<formula::Node> roll_residuals(Scope& scope, const Closure& closure);

}  // namespace zwang::compile
