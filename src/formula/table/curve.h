// SPDX-License-Identifier: Apache-2.0
#pragma once
// A curve through measured points: one polynomial between each two of them.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace zwang::formula {

enum class Interpolation : std::uint8_t {
  linear,    // straight between the points; kinks at them
  cubic,     // C², not-a-knot at the ends: exact for cubics
  monotone,  // C¹, rises and falls only where the points do (Fritsch and Carlson)
  periodic,  // C² across the ends as well
};

struct Curve {
  Interpolation kind = Interpolation::cubic;
  std::vector<double> knots;  // increasing, two or more
  /// Between knots k and k+1: a[0] + a[1] d + a[2] d² + a[3] d³, d = x − knots[k].
  std::vector<std::array<double, 4>> pieces;

  /// The value or a derivative, along the first or last piece beyond the knots.
  double at(double x, int derivative = 0) const;
  /// The slope at the first or at the last knot.
  double end_slope(bool last) const { return at(last ? knots.back() : knots.front(), 1); }
};

/// Knots increase strictly and there are as many values, two or more; for a periodic curve the last value
/// is the first.
Curve curve_through(std::span<const double> knots, std::span<const double> values,
                    Interpolation kind);

}  // namespace zwang::formula
