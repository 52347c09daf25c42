// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"

namespace zwang::instant {

/// The state that is integrated: q, v, and three books, the work of what the energy does not
/// contain, and the works of F^L and of F^C. A first-order system keeps its rates in v as they come
/// out; there they have no rate of their own.
struct StateLayout {
  Index n;
  Index q() const { return 0; }
  Index v() const { return n; }
  Index applied_work() const { return 2 * n; }
  Index constraint_work() const { return 2 * n + 1; }
  Index nonideal_work() const { return 2 * n + 2; }
  Index size() const { return 2 * n + 3; }
};

}  // namespace zwang::instant
