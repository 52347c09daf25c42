// SPDX-License-Identifier: Apache-2.0
#pragma once
// A derivative of what nothing compiled knows the derivative of: central differences of order 8, with
// the one of two steps that agrees better with itself.

#include "linear/matrix.h"

namespace zwang::linear {

/// d/dh of f(h) at 0, a vector, where f changes over h of about `reach`: steps of reach/16 leave 1e-12 of
/// an analytic function, rounding times 16.
template <class Function>
Vector slope_along(const Function& f, double reach) {
  constexpr double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  constexpr double lower[] = {3.0 / 4, -3.0 / 20, 1.0 / 60};
  Vector best;
  double least = 0;
  for (const double share : {1.0 / 16, 1.0 / 128}) {
    const double h = share * reach;
    Vector high, low;
    for (int k = 1; k <= 4; ++k) {
      const Vector difference = (f(k * h) - f(-k * h)) / h;
      if (k == 1) high = low = Vector::Zero(difference.size());
      high += weights[k - 1] * difference;
      if (k <= 3) low += lower[k - 1] * difference;
    }
    const double doubt = (high - low).cwiseAbs().sum();
    if (best.size() == 0 || !(doubt >= least)) {
      best = high;
      least = doubt;
    }
  }
  return best;
}

}  // namespace zwang::linear
