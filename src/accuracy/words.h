// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of the error of a run, in a sentence or two.

#include <string>

#include "accuracy/pair_events.h"
#include "zwang/run.h"

namespace zwang::error_words {

std::string not_whole();
/// The second run ended in another way than the first, and its summary is `other`.
std::string other_ending(const RunError& error, const Summary& other);
/// The two solutions went different ways after an event that only one of them has.
std::string parted(const PairedEvents& pairs);
/// No digits are left after error.unknown_after.
std::string lost(const RunError& error);
/// All is known; `is_finer`: the second run had the smaller errors.
std::string known(const RunError& error, bool is_finer);
/// Events that only one solution has, after which both go on together.
std::string harmless(const PairedEvents& pairs);

}  // namespace zwang::error_words
