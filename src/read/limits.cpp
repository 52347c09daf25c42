// SPDX-License-Identifier: Apache-2.0
// The TOML library follows nested values and dotted keys by recursion, also when it frees them, and
// keeps dotted keys in a list. So the file is looked over first: strings and comments are skipped,
// brackets and dots counted. In text that is not TOML the counts mean little, and cost little.

#include "read/limits.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "read/code.h"

namespace zwang::read {

namespace {

class Survey {
 public:
  explicit Survey(std::string_view text) : text_(text) {}

  std::optional<Diagnostic> run() {
    while (at_ < text_.size() && what_.empty()) step();
    if (what_.empty()) return std::nullopt;
    return Diagnostic{code::file, {static_cast<Index>(at_), 1}, what_, ""};
  }

 private:
  void step() {
    const char c = text_[at_];
    switch (c) {
      case '#':
        at_ = std::min(text_.find('\n', at_), text_.size());
        return;
      case '"':
      case '\'':
        skip_string(c);
        break;
      case '[':
      case '{':
        open(c == '[');
        break;
      case ']':
      case '}':
        depth_ -= depth_ > 0;
        break;
      case '.':
        if (++dots_ >= max_key_parts) stop("a key has more than ", max_key_parts, " parts");
        break;
      case '=':
      case ',':
      case '\n':
        end_part(c);
        break;
      default:
        break;
    }
    blank_ = c == '\n' || (blank_ && (c == ' ' || c == '\t' || c == '\r'));
    if (what_.empty()) ++at_;
  }

  void open(bool bracket) {
    header_ = header_ || (bracket && depth_ == 0 && blank_);
    if (++values_ > max_values) stop("the file has more than ", max_values, " values");
    if (++depth_ > max_nesting) stop("brackets are nested more than ", max_nesting, " deep");
  }

  /// A key, a header or a value has ended.
  void end_part(char c) {
    if (c != '\n' && ++values_ > max_values) stop("the file has more than ", max_values, " values");
    if (dots_ > 0 && (c == '=' || header_) && ++dotted_ > max_dotted_keys)
      stop("the file has more than ", max_dotted_keys, " dotted keys");
    dots_ = 0;
    if (c == '\n') header_ = false;
  }

  void stop(const char* before, Index most, const char* after) {
    if (what_.empty()) what_ = before + std::to_string(most) + after;
  }

  /// Goes to the last quote of the string that begins here. An unfinished one ends with its line,
  /// or with the file; what is wrong with it is not said here.
  void skip_string(char quote) {
    const bool longer = text_.substr(at_).starts_with(std::string(3, quote));
    at_ += longer ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (quote == '"' && text_[at_] == '\\') {
        ++at_;
      } else if (!longer && text_[at_] == '\n') {
        --at_;
        return;
      } else if (text_[at_] == quote) {
        if (!longer) return;
        if (text_.substr(at_).starts_with(std::string(3, quote))) break;
      }
    }
    // Up to two quotes may stand before the three that end it.
    while (longer && at_ + 1 < text_.size() && text_[at_ + 1] == quote) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Index depth_ = 0, dots_ = 0, dotted_ = 0, values_ = 0;
  bool blank_ = true;    // nothing but spaces in this line so far
  bool header_ = false;  // in [header]
  std::string what_;
};

Index first_not_utf8(std::string_view text) {
  Index i = 0;
  while (i < static_cast<Index>(text.size())) {
    const Character c = decode(text, i);
    if (!c.valid) break;
    i += c.length;
  }
  return i;
}

}  // namespace

std::optional<Diagnostic> find_excess(std::string_view text) {
  if (static_cast<Index>(text.size()) > max_file_bytes)
    return Diagnostic{code::file,
                      {},
                      "the file is larger than 64 MiB",
                      "use families (count = …) and formulas to shorten it"};
  const Index stop = first_not_utf8(text);
  if (stop < static_cast<Index>(text.size()))
    return Diagnostic{
        code::file, {stop, 1}, "the file is not UTF-8 from here on", "save it in UTF-8"};
  return Survey(text).run();
}

}  // namespace zwang::read
