// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second variation of a sampled curve, by the midpoint rule on a mesh of so many links, as a
// quadratic chain.

#include "extremal/discrete.h"
#include "extremal/quadratic_chain.h"

namespace zwang::extremal {

/// False where something is no finite number, or the velocity rows do not determine what they bind.
bool assemble_chain(const Functional& functional, const SampledCurve& curve, Index links,
                    QuadraticChain& chain);

}  // namespace zwang::extremal
