// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a search is asked to do: the options of the call, else [extremal], else the defaults.

#include <string>

#include "extremal/find.h"
#include "zwang/extremal.h"

namespace zwang {

struct ExtremalChoices {
  extremal::Plan plan;
  std::string method;  // that is used
  long samples = 0;    // of each extremal
};

/// Throws InputError for options that cannot be, ModelError for a model without [extremal].
ExtremalChoices extremal_choices(const Model& model, const ExtremalOptions& options);

/// All that was chosen, in one line.
std::string in_words(const ExtremalChoices& choices);

}  // namespace zwang
