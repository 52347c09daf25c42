// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pieces of sentences about constraints and their rows.

#include <string>
#include <vector>

#include "zwang/model.h"

namespace zwang {

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

}  // namespace zwang
