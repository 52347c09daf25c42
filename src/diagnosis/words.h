// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pieces of sentences about constraints and their rows.

#include <span>
#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang::diagnosis {

using RowNumbers = std::vector<std::size_t>;

std::string capital(std::string text);

/// "'rod' and 'loop'"; numbers of constraints.
std::string names_of(const Model& model, const std::vector<std::size_t>& constraints);

/// "the constraint 'rod'", "row 2 of the constraint 'loop'", "3 of the 5 rows of …"
std::string rows_of(const Model& model, std::size_t constraint, const RowNumbers& rows);

/// "'rod'", "its other rows", "'rod' and its other rows": what rows of a constraint are compared
/// with.
std::string others_of(const Model& model, std::size_t constraint,
                      std::vector<std::size_t> constraints);

// Numbers in sentences.

/// Six digits, which tell a person where or how much.
std::string short_number(double x);

// A singular pose in words.

/// "At t = 0.7854 the rank falls from 2 to 1: 'crank' and row 1 of 'loop' are no longer independent
/// ('crank' - 2 row 1 of 'loop' = 0)."; w: a combination of the model's rows that is zero there.
std::string rank_words(const Model& model, double t, std::size_t from, std::size_t to,
                       std::span<const double> w);

}  // namespace zwang::diagnosis
