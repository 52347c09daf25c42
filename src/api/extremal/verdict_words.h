// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was found between two ends, in words.

#include <string>

#include "zwang/extremal.h"

namespace zwang {

/// What kind each extremal is, and what a reader should know of it besides; empty if there is none.
std::string found_words(const Model& model, const ExtremalSummary& summary);

}  // namespace zwang
