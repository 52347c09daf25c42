// SPDX-License-Identifier: Apache-2.0
#pragma once
// What stays as it is while the nodes of a polygon move: N + 1 nodes at even times, joined by
// straight links, some coordinates of the first and the last held.

#include "variation/polygon/discrete.h"

namespace zwang::variation {

struct Polygon {
  const Functional* functional = nullptr;
  double t0 = 0, t1 = 1;
  Index links = 0;
  const DiscreteEnd* ends = nullptr;  // 2

  Index n() const { return functional->n; }
  Index nodes() const { return links + 1; }
  Index size() const { return nodes() * n(); }  // of x
  double step() const { return (t1 - t0) / static_cast<double>(links); }
  double time(Index k) const { return k == links ? t1 : t0 + static_cast<double>(k) * step(); }
  double middle(Index k) const { return t0 + (static_cast<double>(k) + 0.5) * step(); }
  /// Of the time that a node stands for.
  double weight(Index k) const { return k == 0 || k == links ? step() / 2 : step(); }

  bool holds(Index k, Index i) const {
    if (k != 0 && k != links) return false;
    const auto& fixed = ends[k == 0 ? 0 : 1].fixed;
    return !fixed.empty() && fixed[i];
  }
  bool holds_all(Index k) const {
    for (Index i = 0; i < n(); ++i)
      if (!holds(k, i)) return false;
    return true;
  }
};

}  // namespace zwang::variation
