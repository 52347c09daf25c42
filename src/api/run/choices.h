// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a run is asked to do: the options of the call, else [simulate], else the defaults.

#include <string>

#include "accuracy/run_choices.h"

namespace zwang {

/// Throws InputError for options that cannot be, ModelError for a model that lacks something.
RunChoices choices_of(const Model& model, const RunOptions& options);

/// All that was chosen, in one line: runs whose lines differ are different runs.
std::string in_words(const RunChoices& choices);

}  // namespace zwang
