// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as it is asked, ready to be run.

#include "ensemble/plan.h"
#include "zwang/sweep.h"

namespace zwang {

/// Throws InputError for a sweep that cannot be.
ensemble::Plan plan_of(const Model& model, const Sweep& sweep);

/// Where the number of a variation goes: a parameter, a coordinate or a rate.
SweepSample sample_of(const Model& model, const Sweep& sweep, const ensemble::Plan& plan, long run);

/// What is watched: the sweep's; or all observables at the end, and all numbers of the run that the model
/// observes by itself, both without a formula. Throws ModelError for what is not one number of a run.
std::vector<Watch> watches_of(const Model& model, const Sweep& sweep);

}  // namespace zwang
