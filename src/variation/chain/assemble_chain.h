// SPDX-License-Identifier: Apache-2.0
#pragma once
// The second variation of a sampled curve, by the midpoint rule on a mesh of so many links, as a
// quadratic chain.

#include "variation/chain/quadratic_chain.h"
#include "variation/polygon/discrete.h"

namespace zwang::variation {

/// False where something is no finite number, or the velocity rows do not determine what they bind.
bool assemble_chain(const Functional& functional, const SampledCurve& curve, Index links,
                    QuadraticChain& chain);

}  // namespace zwang::variation
