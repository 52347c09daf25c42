// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is wrong with a text that is not TOML, and what its writer probably meant.

#include <string_view>

#include "base/diagnostic.h"

namespace zwang::read {

/// `description` is the library's: "Error while parsing key-value pair: expected '=', saw '2'".
Diagnostic explain(std::string_view text, Index at, std::string_view description);

}  // namespace zwang::read
