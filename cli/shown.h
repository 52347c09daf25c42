// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts of others on a terminal.

#include <string>
#include <string_view>

namespace cli {

/// A title or a path without what a terminal would obey: control characters and changes of the
/// direction of writing become U+FFFD, and a line stays one line.
std::string shown(std::string_view text);

/// The same of a message of several lines, which stay lines.
std::string shown_lines(std::string_view text);

/// The title of a model, or else where it came from.
inline std::string title_of(const std::string& title, const std::string& source) {
  return shown(title.empty() ? source : title);
}

}  // namespace cli
