// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ends of a two-ended question in the words of the user.

#include <string>
#include <vector>

#include "extremal/answer.h"
#include "zwang/model.h"

namespace zwang {

/// "The end `to` does not lie on 'circle' (line 7): x^2 + y^2 = 1 is missed by 0.02."; a sentence for
/// each end.
std::string missed_words(const Model& model, const std::vector<extremal::Missed>& missed);

/// "At the end `to`, x = sqrt(a) is not a number."; a sentence for each.
std::string no_number_words(const Model& model, const std::vector<extremal::Missed>& missed);

/// The constraints that these rows are of, each once.
std::vector<std::string> names_of_rows(const Model& model, const std::vector<Index>& rows);

/// "x and y at `from`, y at `to`": coordinates that an end leaves free; empty: none.
std::string free_words(const Model& model);

}  // namespace zwang
