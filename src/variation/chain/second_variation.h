// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second variation of a sampled curve, by the midpoint rule on finer and finer meshes.

#include "variation/chain/sampled_curve.h"

namespace zwang::variation {

/// Of the second variation on all variations that satisfy the rows. Zero counts directions along
/// which it vanishes, as far as discretisation can tell: eigenvalues below 1e-6 of those of a free
/// particle. Not known where the count grows with the mesh, as it does without Legendre's
/// condition, or where numbers went bad.
Inertia second_variation(const Functional& functional, const SampledCurve& curve);

/// A quick look, where its index is expected: whether one mesh, as fine as the samples, counts
/// `expected` negative directions and has no eigenvalue near zero. Where not, second_variation() tells.
bool confirms(const Functional& functional, const SampledCurve& curve, Index expected);

}  // namespace zwang::variation
