// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a curve is from the solution within each interval, from the curve alone.

#include <vector>

#include "bvp/curve.h"
#include "bvp/scales.h"

namespace zwang::bvp {

/// Of each interval the estimated largest error of x, v and w inside it, in scales. The rates'
/// polynomials of degree s − 1 miss a term G P_s(2θ − 1) first of all, because P_s vanishes at the
/// Gauss points; G is read off the nearest rate of the intervals beside. The error of v is that of
/// the integral. No equation is evaluated, so that stiff ones do not blow the estimate up. Needs
/// two intervals.
std::vector<double> local_errors(const Curve& curve, const Scales& scales);

}  // namespace zwang::bvp
