// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sampled curve, what it is between its nodes, and what its ends allow.

#include <vector>

#include "variation/functional.h"

namespace zwang::variation {

/// A curve, sampled: what the second variation of its action needs.
struct SampledCurve {
  std::vector<double> t;            // N + 1 nodes, so dense that cubics between them will do
  std::vector<double> x, v;         // (N + 1) × n at the nodes
  std::vector<double> lambda;       // (N + 1) × velocities
  std::vector<double> multipliers;  // (N + 1) × rows: Aᵀ·them = d/dt F_v − F_x
  std::vector<double> mu;
  /// Rows over (δx_0, δx_N, δp): what the variation of the ends must satisfy; p are `free`
  /// constants that the action depends on as well (an end time).
  Index free = 0;
  std::vector<double> end_rows;  // k × (2n + free)
  /// (2n + free)², added to the second derivatives of the action: − Σ ν·row's own, ν from
  /// (−F_v0, F_v1, dS/dp) = Σ ν·row. Nothing between δx_0 and δx_N. Empty: zero.
  std::vector<double> end_curvature;
  /// For each free constant: t(τ) moves by time_slope[0] + τ (time_slope[1] − time_slope[0]).
  std::vector<double> time_slopes;  // free × 2
  /// integrals × free: of what the integrals must be; empty: zero.
  std::vector<double> target_slopes;
};

/// The conditions on (δx_0, δx_N, δp), sorted: those of one node alone are met by the choice of its
/// directions, the others are rows of the whole.
class EndVariation {
 public:
  EndVariation(const Functional& functional, const SampledCurve& curve);

  /// Rows over δx of the first (0) or last (1) node.
  const std::vector<double>& held(int end) const { return held_[end]; }
  Index most_held() const;
  /// Conditions that are rows of the whole; the integrals come behind them.
  Index rows() const { return static_cast<Index>(coupled_.size()); }

  // For the first link (end 0) and the last (1), over its (δx_left, δx_right, δp). What refers to
  // δp alone goes with the first.
  void add_rows(int end, double* rows) const;
  void add_curvature(int end, double* Q) const;

 private:
  const Functional& f_;
  const SampledCurve& curve_;
  Index n_, free_, width_;
  std::vector<double> held_[2];
  std::vector<Index> coupled_;
};

/// Whether the arrays of the curve have their sizes, and times rise.
bool well_formed(const Functional& functional, const SampledCurve& curve);

/// A sampled curve between its nodes: cubics of Hermite through x and v, of Lagrange through the
/// multipliers. A place is a number 0 ≤ u ≤ N; node i is at u = i.
class Sampler {
 public:
  explicit Sampler(const Functional& functional, const SampledCurve& curve);

  double time(double u) const noexcept;
  /// Where the curve is at a time.
  double place(double t) const noexcept;
  /// Fills x, v, lambda, multipliers.
  void move_to(double u) noexcept;

  std::vector<double> x, v, lambda, multipliers;

 private:
  void interpolate(const std::vector<double>& values, double t, Index i,
                   std::vector<double>& out) const noexcept;
  Index interval(double u) const noexcept;

  const SampledCurve& curve_;
  Index n_, intervals_;
};

}  // namespace zwang::variation
