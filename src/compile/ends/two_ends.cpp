// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/two_ends.h"

namespace zwang::compile {

Index lay_out_two_ends(equations::TwoEnds& two_ends, Index n, Index parameters, Index begin) {
  equations::TwoEndsLayout& layout = two_ends.layout;
  const Index u = two_ends.unknowns, directions = two_ends.directions();
  const Index kinds = densities(two_ends);
  Index next = begin;
  const auto take = [&next](Index& first, Index count) { next = (first = next) + count; };
  take(layout.parameters, parameters);
  take(layout.times, 2);
  take(layout.time_slopes, 2 * u);
  take(layout.targets, two_ends.integrals);
  take(layout.target_slopes, two_ends.integrals * u);
  take(layout.guess, 2 * n);
  take(layout.integrand, 1);
  take(layout.momentum, n);
  take(layout.densities, kinds);
  take(layout.momentum_gradient, n * 2 * n);
  take(layout.momentum_slopes, directions * n);
  take(layout.density_gradient, kinds * 2 * n);
  take(layout.density_slopes, directions * kinds);
  take(layout.F_x, n);
  take(layout.F_xx, n * n);
  take(layout.F_xv, n * n);
  take(layout.curvature, n * n);
  for (int end = 0; end < 2; ++end) {
    const auto rows = static_cast<Index>(two_ends.rows[end].size());
    take(layout.end_values[end], rows);
    take(layout.end_gradient[end], rows * 2 * n);
    take(layout.end_slopes[end], u * rows);
    take(layout.end_curvature[end], (n + u) * (n + u));
  }
  return next;
}

}  // namespace zwang::compile
