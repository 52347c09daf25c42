// SPDX-License-Identifier: Apache-2.0
#pragma once
// Integrals that are asked to be what they cannot between these ends: a string shorter than its span.

#include "extremal/answer.h"
#include "extremal/question/question.h"
#include "variation/functional.h"

namespace zwang::extremal {

/// The first whose least value, along the way down from the guess, lies beyond what is asked for, or
/// whose largest lies below. Only between fixed ends, without unknowns, and where no rows bind rates; p
/// are set, those of the first guess.
OutOfRange integral_out_of_range(Question& question, const variation::Functional& functional);

}  // namespace zwang::extremal
