// SPDX-License-Identifier: Apache-2.0
#pragma once
// A curve within one interval of its mesh.

#include "bvp/curve.h"
#include "bvp/gauss.h"

namespace zwang::bvp {

/// z of interval i where the weights were taken.
void value_within(const Curve& curve, Index i, const GaussWeights& weights, double* z) noexcept;

/// (x'', w') there.
void rate_within(const Curve& curve, Index i, const GaussWeights& weights, double* g) noexcept;

}  // namespace zwang::bvp
