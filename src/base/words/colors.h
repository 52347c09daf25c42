// SPDX-License-Identifier: Apache-2.0
#pragma once
// Colours: the names that CSS has for them, and #rgb or #rrggbb.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::words {

/// "#rrggbb" in small letters; nothing: this is no colour.
std::optional<std::string> color_of(std::string_view word);

/// All names, in alphabetical order.
std::vector<std::string> color_names();

}  // namespace zwang::words
