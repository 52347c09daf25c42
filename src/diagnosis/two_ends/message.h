// SPDX-License-Identifier: Apache-2.0
#pragma once
// What became of a two-ended question, in a few sentences.

#include <string>

#include "extremal/answer.h"
#include "zwang/extremal.h"

namespace zwang::diagnosis {

/// `summary` is complete but for its message.
std::string message_of(const Model& model, const ExtremalSummary& summary,
                       const extremal::Answer& answer);

}  // namespace zwang::diagnosis
