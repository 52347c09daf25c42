// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the ends are, and how that answers to the unknowns: t = t0 + τ length.

#include <vector>

namespace zwang::extremal {

struct Span {
  double t0 = 0, length = 1;
  std::vector<double> t0_slopes, length_slopes;  // by the unknowns

  double time(double tau) const { return t0 + tau * length; }
};

}  // namespace zwang::extremal
