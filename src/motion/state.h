// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"

namespace zwang::motion {

/// The state that is integrated: q, v, and two books, the work of what the energy does not
/// contain and the work of the constraints. A first-order system keeps its rates in v as they come
/// out; there they have no rate of their own.
struct StateLayout {
  Index n;
  Index q() const { return 0; }
  Index v() const { return n; }
  Index applied_work() const { return 2 * n; }
  Index constraint_work() const { return 2 * n + 1; }
  Index size() const { return 2 * n + 2; }
};

}  // namespace zwang::motion
