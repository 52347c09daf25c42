// SPDX-License-Identifier: Apache-2.0
#pragma once
// Meshes: how far a curve is from the solution within each interval, and where the error is large,
// shorter intervals.

#include <vector>

#include "base/index.h"
#include "bvp/curve.h"
#include "bvp/scales.h"

namespace zwang::bvp {

// How far a curve is from the solution within each interval, from the curve alone.

/// Of each interval the estimated largest error of x, v and w inside it, in scales. The rates'
/// polynomials of degree s − 1 miss a term G P_s(2θ − 1) first of all, because P_s vanishes at the
/// Gauss points; G is read off the nearest rate of the intervals beside. The error of v is that of
/// the integral. No equation is evaluated, so that stiff ones do not blow the estimate up. Needs
/// two intervals.
std::vector<double> local_errors(const Curve& curve, const Scales& scales);

/// Meshes: where the error is large, intervals become short.
struct Refinement {
  double target = 0;   // the error that every interval should have
  Index order = 0;     // errors fall with this power of the length
  double longest = 5;  // an interval's new length over its old one, at the most
  Index fewest = 0, most = 0;
};

/// The mesh on which all intervals have the same error, as far as neighbours do not differ by more
/// than a factor of about 4. If the target would need more than `most` intervals, so many in the same
/// proportions.
std::vector<double> equidistribute(const std::vector<double>& mesh,
                                   const std::vector<double>& errors, const Refinement& aim);

/// So many intervals of equal length.
std::vector<double> even_mesh(Index intervals);

/// Every interval halved.
std::vector<double> halve(const std::vector<double>& mesh);

}  // namespace zwang::bvp
