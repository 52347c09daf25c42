// SPDX-License-Identifier: Apache-2.0
#pragma once
// The truth about a search, from what it found.

#include "api/extremal/choices.h"
#include "api/extremal/sampler.h"
#include "extremal/answer.h"
#include "zwang/extremal.h"

namespace zwang {

/// All but `seconds` and the message.
ExtremalSummary summarise(const Model& model, const ExtremalChoices& choices,
                          const extremal::Answer& answer, ExtremalSampler& sampler);

// How a search between two ends ended, as its summary says it.
ExtremalEnding ending_of(extremal::Failure failure);

}  // namespace zwang
