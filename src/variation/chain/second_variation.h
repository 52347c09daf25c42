// SPDX-License-Identifier: Apache-2.0
#pragma once
// A quick look at the second variation, where its index is expected.

#include "variation/polygon/discrete.h"

namespace zwang::variation {

/// Whether one mesh, as fine as the samples, counts `expected` negative directions and has no
/// eigenvalue near zero. Where not, second_variation() tells.
bool confirms(const Functional& functional, const SampledCurve& curve, Index expected);

}  // namespace zwang::variation
