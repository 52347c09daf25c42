// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values as TOML writes them.

#include <string>
#include <string_view>

#include "zwang/description.h"

namespace zwang::import {

/// In quotes, with escapes where they are needed.
std::string toml_text(std::string_view words);

/// A number as a number, any other formula in quotes.
std::string toml_value(const Expression& expression);

/// [a, b, c]
std::string toml_list(const Components& components);

}  // namespace zwang::import
