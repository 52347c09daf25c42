// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the rows do to a variation at one node: δx = Z η + c δp, where c follows rows that know the
// time; and the second derivatives of Σ λ φ(t, x) over (δx, δp).

#include "variation/node_rows.h"

#include "variation/functional.h"

namespace zwang::variation {

struct NodePlace {
  double t = 0, D = 0;
  const double *x = nullptr, *multipliers = nullptr;
  const double* time_slope = nullptr;  // free: ∂t/∂p
  const double* held = nullptr;        // more rows over δx, `held_rows` of them
  Index held_rows = 0;
};

class NodeForm {
 public:
  NodeForm(const Functional& functional, Index free, Index most_held);

  /// False where something is no finite number, or rows that move contradict each other.
  bool at(const NodePlace& place) noexcept;

  Index left_free() const noexcept { return rows_.free(); }
  std::vector<double> Z;  // n × left_free, column after column
  std::vector<double> c;  // n × free, column after column
  std::vector<double> C;  // (n + free)²

 private:
  bool evaluate(const NodePlace& place) noexcept;
  bool evaluate_in_time(const NodePlace& place) noexcept;

  const Functional& f_;
  Index n_, free_;
  NodeRows rows_;
  double twice_ = 0;  // Σ λ φ_tt
  std::vector<double> A_, demand_, phi_, phi_t_, A_other_, mixed_, curvature_, follow_;
};

}  // namespace zwang::variation
