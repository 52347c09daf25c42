// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as it is asked, ready to be run.

#include "api/sweep/reduction.h"
#include "ensemble/plan.h"
#include "zwang/sweep.h"

namespace zwang {

/// Throws InputError for a sweep that cannot be.
ensemble::Plan plan_of(const Model& model, const Sweep& sweep);

/// Where the number of a variation goes: a parameter, a coordinate or a rate.
SweepSample sample_of(const Model& model, const Sweep& sweep, const ensemble::Plan& plan, long run);

/// What is watched: the sweep's, or all observables at the end.
std::vector<Watch> watches_of(const Model& model, const Sweep& sweep);
/// Throws ModelError.
std::vector<Reduction> reductions_of(const Model& model, const std::vector<Watch>& watches);

}  // namespace zwang
