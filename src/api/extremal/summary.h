// SPDX-License-Identifier: Apache-2.0
#pragma once
// The truth about a search, from what it found.

#include "api/extremal/choices.h"
#include "api/extremal/sampler.h"

namespace zwang {

/// All but `seconds` and the message.
ExtremalSummary summarise(const Model& model, const ExtremalChoices& choices,
                          const extremal::Answer& answer, ExtremalSampler& sampler);

}  // namespace zwang
