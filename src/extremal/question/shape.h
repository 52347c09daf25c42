// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the parts of z = (x, dx/dτ, w) and of p stand in a two-ended question.

#include <vector>

#include "base/index.h"

namespace zwang::extremal {

struct Shape {
  Index n = 0, lambdas = 0, integrals = 0, unknowns = 0;
  std::vector<Index> quadratures;  // unknowns whose ∂S/∂p is gathered along the way

  Index extra() const { return lambdas + integrals + static_cast<Index>(quadratures.size()); }
  Index size() const { return 2 * n + extra(); }
  Index parameters() const { return integrals + unknowns; }
  Index lambda() const { return 2 * n; }                            // in z
  Index integral() const { return 2 * n + lambdas; }                // in z
  Index quadrature() const { return 2 * n + lambdas + integrals; }  // in z
  Index unknown() const { return integrals; }                       // in p; the μ stand before
};

}  // namespace zwang::extremal
