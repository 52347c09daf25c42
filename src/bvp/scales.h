// SPDX-License-Identifier: Apache-2.0
#pragma once
// How large each component of a curve is, and how large a step is beside that.

#include <vector>

#include "bvp/curve.h"

namespace zwang::bvp {

struct Scales {
  std::vector<double> z;  // size
  std::vector<double> p;
};

/// The largest magnitude of each component over the mesh and the Gauss points. A component that
/// vanishes has no size of its own: none counts as smaller than a thousandth of the largest of its
/// kind, x, v or w (of v: nor of x, which differs by the unit of τ alone; of w: nor of 1), and none of w
/// as smaller than the terms that it sums up. p not below 1.
Scales scales_of(const Curve& curve);

/// A step from a curve, itself one (differences of z, rates and p), measured in scales.
struct StepSize {
  double largest = 0;  // over all components and points; NaN and ∞ are kept
  double mean = 0;     // root of the mean square over all points, p beside them
};
StepSize step_size(const Curve& step, const Scales& scales);

/// Of each interval the largest within it. Where p moves further than all of them, raised by as much.
std::vector<double> step_within(const Curve& step, const Scales& scales);

}  // namespace zwang::bvp
