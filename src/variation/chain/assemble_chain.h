// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second variation of a sampled curve, by the midpoint rule on a mesh of so many links, as a
// quadratic chain.

#include <vector>

#include "variation/chain/quadratic_chain.h"
#include "variation/chain/sampled_curve.h"
#include "variation/functional.h"
#include "variation/node_rows.h"

namespace zwang::variation {

// The second variation of one link of a polygon, over (δx_left, δx_right, δp). With δ = x_right −
// x_left and D the time between the ends, of which the link takes the part h/D, its action is
//   s(x, δ, t, D) = h F*(t, x, δ/h),   ∂/∂D at fixed part.

/// Where a link is, and how it answers to the free constants.
struct LinkPlace {
  double t = 0, h = 0, D = 0;
  const double *x = nullptr, *v = nullptr, *lambda = nullptr, *mu = nullptr;
  const double* time_slope = nullptr;    // free: ∂t/∂p of its middle
  const double* length_slope = nullptr;  // free: ∂D/∂p
};

class LinkForm {
 public:
  LinkForm(const Functional& functional, Index free);

  /// False where something is no finite number.
  bool at(const LinkPlace& place) noexcept;

  Index width() const { return 2 * n_ + free_; }
  std::vector<double> Q;                                // width × width, symmetric
  std::vector<double> integrals;                        // integrals × width  δ∫G
  std::vector<double> velocities;                       // velocities × width  δf
  const FunctionalPoint& point() const { return at_; }  // of F*, G and f in the middle

 private:
  bool evaluate(const LinkPlace& place) noexcept;
  bool evaluate_in_time(const LinkPlace& place) noexcept;
  void fill_quadratic(const LinkPlace& place) noexcept;
  void fill_constants(const LinkPlace& place) noexcept;
  void fill_rows(const LinkPlace& place) noexcept;

  const Functional& f_;
  Index n_, free_;
  FunctionalPoint at_, aside_;  // the latter at t ± ε
  double F_t_ = 0, F_tt_ = 0;
  std::vector<double> F_xt_, F_vt_, G_t_, f_t_;
};

/// What the rows do to a variation at one node: δx = Z η + c δp, where c follows rows that know the
/// time; and the second derivatives of Σ λ φ(t, x) over (δx, δp).
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

/// False where something is no finite number, or the velocity rows do not determine what they bind.
bool assemble_chain(const Functional& functional, const SampledCurve& curve, Index links,
                    QuadraticChain& chain);

}  // namespace zwang::variation
