// SPDX-License-Identifier: Apache-2.0
#pragma once
// The errors of what a search found.

#include "api/extremal/sampler.h"
#include "extremal/answer.h"
#include "extremal/plan.h"
#include "zwang/extremal.h"

namespace zwang {

/// Solves each extremal once more, at a smaller tolerance from the curve that was found, and fills in
/// ExtremalCurve::error of all.
void estimate_errors(const equations::Equations& equations, const extremal::Plan& plan,
                     const extremal::Answer& answer, ExtremalSampler& sampler,
                     ExtremalSummary& summary);

}  // namespace zwang
