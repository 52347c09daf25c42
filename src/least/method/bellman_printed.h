// SPDX-License-Identifier: Apache-2.0
#pragma once
// The β–R algorithm exactly as printed, for teaching and as the twin of bellman.cpp in the tests.
// It loses κ² eps, and all digits where its first columns are nearly dependent: not for use.

#include <vector>

#include "base/index.h"
#include "zwang/papers.h"

namespace zwang::least {

/// C: m×n, column-major, its first r columns independent; d: m.
PrintedRecursion shortest_as_printed(Index m, Index n, Index r, const std::vector<double>& C,
                                     const std::vector<double>& d);

}  // namespace zwang::least
