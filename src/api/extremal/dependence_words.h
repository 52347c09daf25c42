// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conditions of a two-ended question that depend on each other, in words.

#include <string>

#include "extremal/answer.h"
#include "zwang/model.h"

namespace zwang {

/// With what to do about it; empty where none do.
std::string dependence_words(const Model& model, const extremal::Dependent& dependent);

/// Of a row that is there.
std::string stalled_words(const Model& model, const extremal::Stalled& stalled);

/// Why there is none: an integral is asked to be what it cannot be; or nothing.
std::string range_words(const Model& model, const extremal::OutOfRange& range);

}  // namespace zwang
