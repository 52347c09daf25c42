// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ends of a two-ended question in the words of the user.

#include <string>
#include <vector>

#include "extremal/answer.h"
#include "zwang/extremal.h"
#include "zwang/model.h"

namespace zwang::diagnosis {

/// "The end `to` does not lie on 'circle' (line 7): x^2 + y^2 = 1 is missed by 0.02."; a sentence for
/// each end.
std::string missed_words(const Model& model, const std::vector<extremal::Missed>& missed);

/// "At the end `to`, x = sqrt(a) is not a number."; a sentence for each.
std::string no_number_words(const Model& model, const std::vector<extremal::Missed>& missed);

/// The constraints that these rows are of, each once.
std::vector<std::string> names_of_rows(const Model& model, const std::vector<Index>& rows);

/// "x and y at `from`, y at `to`": coordinates that an end leaves free; empty: none.
std::string free_words(const Model& model);

// Conditions of a two-ended question that depend on each other, in words.

/// With what to do about it; empty where none do.
std::string dependence_words(const Model& model, const extremal::Dependent& dependent);

/// Of a row that is there.
std::string stalled_words(const Model& model, const extremal::Stalled& stalled);

/// Why there is none: an integral is asked to be what it cannot be; or nothing.
std::string range_words(const Model& model, const extremal::OutOfRange& range);

// Why an integrand has no extremals of its own, in words: its second derivative by the rates.

/// It is singular in some direction.
std::string mass_words(const Model& model, const extremal::Answer& answer);

/// It is singular along the path: arc lengths.
std::string degree_one_words(const Model& model);

/// It has both signs at one end only.
std::string sign_words(const extremal::Answer& answer);

// What was found between two ends, in words.

/// What kind each extremal is, and what a reader should know of it besides; empty if there is none.
std::string found_words(const Model& model, const ExtremalSummary& summary);

}  // namespace zwang::diagnosis
