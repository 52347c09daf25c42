// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts of strangers within HTML: whatever they contain, a browser shows it and does nothing else.

#include <string>
#include <string_view>

namespace zwang::report {

/// As text between tags or within a quoted attribute. Bytes that are no UTF-8, and characters that
/// HTML cannot show, become U+FFFD.
std::string html_text(std::string_view text);

/// A name within a sentence: its direction of writing does not reach what is around it.
std::string html_name(std::string_view name);

/// JSON within a <script>: "<", ">", "&" and the line ends of JavaScript become \u003c, …, which
/// they can only be inside strings.
std::string json_in_html(std::string_view json);

}  // namespace zwang::report
