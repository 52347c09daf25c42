// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a place in a formula to the place in the file that it was read from.

#include <string_view>

#include "base/diagnostic.h"
#include "zwang/description.h"

namespace zwang::read {

/// The byte of the file at which byte `offset` of the formula stands. Exact up to the first escape
/// of the string that holds it; beyond that, and in a number that the file writes otherwise, the
/// beginning of the formula.
Index offset_in_file(std::string_view file, const Expression& formula, Index offset);

/// The same for a stretch of the formula.
Place place_in_file(std::string_view file, const Expression& formula, Place place);

}  // namespace zwang::read
