// SPDX-License-Identifier: Apache-2.0
#pragma once
// LaTeX in pieces.

#include <string>
#include <string_view>

namespace zwang::report {

class LatexReader {
 public:
  explicit LatexReader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool at(std::string_view words) const { return rest_.starts_with(words); }
  char front() const { return rest_.front(); }
  /// Goes over the words if they come next.
  bool skip(std::string_view words);
  void skip_blanks();

  /// "\\frac", "\\,", one character of UTF-8, or a number with its digits and its point.
  std::string_view take();
  /// What stands between braces, which come next; or the next piece. Braces inside are balanced.
  std::string_view take_argument();
  /// Up to \end{name}, which is gone over.
  std::string_view take_environment(std::string_view name);

 private:
  std::string_view take(std::size_t count);

  std::string_view rest_;
};

/// The words of \text{…} without LaTeX's escapes.
std::string plain_words(std::string_view latex);

}  // namespace zwang::report
