// SPDX-License-Identifier: Apache-2.0
#pragma once
// A curve between two ends: values at the points of a mesh, and between them the polynomials whose
// second derivatives (of w: first) take the values `rates` at the Gauss points of each interval.

#include <vector>

#include "bvp/bvp.h"
#include "bvp/gauss.h"

namespace zwang::bvp {

struct Curve {
  Index n = 0, extra = 0, stages = 0;
  std::vector<double> mesh;   // N + 1 points, from 0 to 1
  std::vector<double> z;      // (N + 1) × size
  std::vector<double> rates;  // N × stages × (n + extra)
  std::vector<double> p;
  /// Of w: how large the terms are that it sums up, which may cancel. Empty: nothing is known.
  std::vector<double> terms;

  Index intervals() const { return static_cast<Index>(mesh.size()) - 1; }
  Index size() const { return 2 * n + extra; }
  const double* at(Index i) const { return z.data() + i * size(); }
  double* at(Index i) { return z.data() + i * size(); }
  const double* rates_of(Index i) const { return rates.data() + i * stages * (n + extra); }
  double* rates_of(Index i) { return rates.data() + i * stages * (n + extra); }
};

/// With room for so many intervals, all zero; the mesh is even.
Curve make_curve(const Bvp& bvp, Index stages, Index intervals);

/// to ← a + λ b, all on one mesh with as many stages: differences of curves are curves.
void combine(const Curve& a, double lambda, const Curve& b, Curve& to) noexcept;

/// z at τ, in the interval that contains it. O(log N).
void evaluate(const Curve& curve, double tau, double* z) noexcept;

/// The same curve on another mesh (its values at the new points and Gauss points), with as many
/// stages or so many.
Curve resample(const Curve& curve, std::vector<double> mesh, Index stages = 0);

/// The same curve with so many stages: with more of them the very same.
Curve restage(const Curve& curve, Index stages);

// A curve within one interval of its mesh.

/// z of interval i where the weights were taken.
void value_within(const Curve& curve, Index i, const GaussWeights& weights, double* z) noexcept;

/// Gives the curve the rates of the cubics through x and v at the points of its mesh, and of the lines
/// through w.
void cubic_rates(Curve& curve) noexcept;

}  // namespace zwang::bvp
