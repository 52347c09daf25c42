// SPDX-License-Identifier: Apache-2.0
#include "compile/families/indexed_text.h"

#include <utility>

namespace zwang::compile {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Letters beyond ASCII are bytes of 0x80 or more.
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The words of a formula, one after the other; what is between them belongs to none.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// The next word in begin() … end(); false: there is none.
  bool next() {
    for (begin_ = end_; begin_ < text_.size(); ++begin_) {
      const char c = text_[begin_];
      if (c == '"') {
        skip_quoted();
      } else if (is_digit(c)) {
        skip_number();
      } else if (begins_name(c)) {
        break;
      } else if (!is_space(c)) {
        behind_dot_ = c == '.';
      }
    }
    for (end_ = begin_; end_ < text_.size(); ++end_)
      if (!begins_name(text_[end_]) && !is_digit(text_[end_])) break;
    is_part_ = std::exchange(behind_dot_, false);
    return begin_ < text_.size();
  }

  std::size_t begin() const { return begin_; }
  std::size_t end() const { return end_; }
  std::string_view word() const { return text_.substr(begin_, end_ - begin_); }
  /// Whether a dot precedes it: a component, or the name of a point.
  bool is_part() const { return is_part_; }

  /// Where the bracket behind the word opens, or npos.
  std::size_t bracket() const {
    const std::size_t at = text_.find_first_not_of(" \t\n\r", end_);
    return at != std::string_view::npos && text_[at] == '[' ? at : std::string_view::npos;
  }

 private:
  void skip_quoted() {
    const std::size_t end = text_.find('"', begin_ + 1);
    begin_ = end == std::string_view::npos ? text_.size() - 1 : end;
    behind_dot_ = false;
  }
  // To its last character: 12, 1.5, 2e-3; the dots of 1..N are none of it.
  void skip_number() {
    const auto digit_at = [&](std::size_t k) { return k < text_.size() && is_digit(text_[k]); };
    std::size_t k = begin_;
    while (digit_at(k + 1) || (k + 1 < text_.size() && text_[k + 1] == '.' && digit_at(k + 2))) ++k;
    if (k + 1 < text_.size() && (text_[k + 1] == 'e' || text_[k + 1] == 'E')) {
      const bool sign = k + 2 < text_.size() && (text_[k + 2] == '+' || text_[k + 2] == '-');
      if (digit_at(k + 2 + (sign ? 1 : 0))) {
        k += sign ? 3 : 2;
        while (digit_at(k + 1)) ++k;
      }
    }
    begin_ = k;
    behind_dot_ = false;
  }

  std::string_view text_;
  std::size_t begin_ = 0, end_ = 0;
  bool behind_dot_ = false, is_part_ = false;
};

// The bracket that closes the one at `open`, or npos.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < text.size(); ++k) {
    if (text[k] == '[') ++depth;
    if (text[k] == ']' && --depth == 0) return k;
  }
  return std::string_view::npos;
}

}  // namespace

std::string with_numbers(std::string_view text, const IndexNumbers& indices) {
  std::string result;
  std::size_t from = 0;
  for (Words words(text); words.next();) {
    const auto index = words.is_part() ? indices.end() : indices.find(words.word());
    if (index == indices.end()) continue;
    const std::string number = std::to_string(index->second);
    result += text.substr(from, words.begin() - from);
    result += index->second < 0 ? "(" + number + ")" : number;
    from = words.end();
  }
  result += text.substr(from);
  return result;
}

bool names_member(std::string_view text, const FamilyNames& families) {
  for (Words words(text); words.next();) {
    if (!words.is_part() && words.bracket() != std::string_view::npos &&
        families.contains(words.word()))
      return true;
  }
  return false;
}

std::string with_plain_members(
    std::string_view text, const FamilyNames& families,
    const std::function<std::optional<long>(const std::string&)>& number) {
  std::string result;
  std::size_t from = 0;
  for (Words words(text); words.next();) {
    const std::size_t open = words.bracket();
    if (words.is_part() || open == std::string_view::npos || !families.contains(words.word()))
      continue;
    const std::size_t close = closing(text, open);
    if (close == std::string_view::npos) break;
    const auto index = number(std::string(text.substr(open + 1, close - open - 1)));
    if (!index) continue;
    result += text.substr(from, words.end() - from);
    result += "[" + std::to_string(*index) + "]";
    from = close + 1;
  }
  result += text.substr(from);
  return result;
}

}  // namespace zwang::compile
