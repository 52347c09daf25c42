// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constraints between bodies, as the file writes them.

#include <optional>

#include "read/section.h"

namespace zwang::read {

/// weld, point, hinge, …
const std::vector<std::string>& closure_words();

/// The first of them in a constraint; nothing if there is none.
std::optional<Closure> read_closure(Complaints& complaints, const Section& section);

}  // namespace zwang::read
