// SPDX-License-Identifier: Apache-2.0
#pragma once
// Curves given by formulas, sampled for the second variation.

#include <vector>

#include "variation/chain/second_variation.h"

namespace zwang::test::discrete {

struct Point {
  std::vector<double> x, v, multipliers = {}, lambda = {};
};

/// point(t) at intervals + 1 even times.
template <class Function>
variation::SampledCurve sample(double t0, double t1, Index intervals, const Function& point) {
  variation::SampledCurve curve;
  for (Index k = 0; k <= intervals; ++k) {
    const double t = t0 + (t1 - t0) * static_cast<double>(k) / static_cast<double>(intervals);
    const Point p = point(t);
    const auto append = [](std::vector<double>& all, const std::vector<double>& part) {
      all.insert(all.end(), part.begin(), part.end());
    };
    curve.t.push_back(t);
    append(curve.x, p.x);
    append(curve.v, p.v);
    append(curve.multipliers, p.multipliers);
    append(curve.lambda, p.lambda);
  }
  return curve;
}

/// Rows that hold all n coordinates at the ends asked for.
inline void hold(variation::SampledCurve& curve, Index n, bool first = true, bool last = true) {
  const Index width = 2 * n + curve.free;
  for (Index i = 0; i < 2 * n; ++i) {
    if (i < n ? !first : !last) continue;
    std::vector<double> row(static_cast<std::size_t>(width), 0.0);
    row[static_cast<std::size_t>(i)] = 1;
    curve.end_rows.insert(curve.end_rows.end(), row.begin(), row.end());
  }
}

}  // namespace zwang::test::discrete
