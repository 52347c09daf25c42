// SPDX-License-Identifier: Apache-2.0
#pragma once
// The papers' identities, evaluated on a result: each with its residual and the
// rounding that it may have. A result whose certificate holds needs no trust.

#include <string_view>
#include <vector>

#include "zwang/instant.h"

namespace zwang {

struct Check {
  std::string_view name;      // "constraint", "virtual work of F^L", …
  std::string_view equation;  // its tag in the papers, "[FKNU05 32]"
  double residual = 0;        // relative to the size of the terms
  double bound = 0;           // what rounding explains
  bool holds() const noexcept { return residual <= bound; }
};

struct Certificate {
  std::vector<Check> checks;
  bool holds() const noexcept {
    for (const Check& check : checks)
      if (!check.holds()) return false;
    return true;
  }
};

/// Evaluates every identity that applies to `instant`, which must be the answer to `problem`.
Certificate certify(const Problem& problem, const Instant& instant);

}  // namespace zwang
