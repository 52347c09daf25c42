// SPDX-License-Identifier: Apache-2.0
#include "report/latex_reader.h"

#include <algorithm>
#include <cctype>

#include "base/number.h"
#include "base/utf8.h"

namespace zwang::report {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

std::size_t count_while(std::string_view text, std::size_t from, bool (*holds)(char)) {
  std::size_t end = from;
  while (end < text.size() && holds(text[end])) ++end;
  return end;
}

}  // namespace

std::string_view LatexReader::take(std::size_t count) {
  const std::string_view piece = rest_.substr(0, count);
  rest_.remove_prefix(piece.size());
  return piece;
}

bool LatexReader::skip(std::string_view words) {
  if (!at(words)) return false;
  rest_.remove_prefix(words.size());
  return true;
}

void LatexReader::skip_blanks() {
  while (!done() && (front() == ' ' || front() == '\n')) rest_.remove_prefix(1);
}

std::string_view LatexReader::take() {
  if (front() == '\\') {
    const std::size_t end = count_while(rest_, 1, is_letter);
    return take(std::max<std::size_t>(end, 2));
  }
  if (is_digit(front())) {
    return take(count_while(rest_, 1, [](char c) { return is_digit(c) || c == '.'; }));
  }
  return take(static_cast<std::size_t>(decode(rest_, 0).length));
}

std::string_view LatexReader::take_argument() {
  skip_blanks();
  if (done()) return {};
  if (front() != '{') return take();
  std::size_t end = 0, depth = 0;
  do {
    if (rest_[end] == '\\') {
      ++end;  // \{ is no brace
    } else {
      depth += rest_[end] == '{' ? 1 : 0;
      depth -= rest_[end] == '}' ? 1 : 0;
    }
    ++end;
  } while (depth > 0 && end < rest_.size());
  const std::string_view inside = take(std::min(end, rest_.size())).substr(1);
  return inside.substr(0, inside.empty() ? 0 : inside.size() - 1);
}

std::string_view LatexReader::take_environment(std::string_view name) {
  const std::string begin = "\\begin{" + std::string(name) + "}";
  const std::string end = "\\end{" + std::string(name) + "}";
  std::size_t depth = 1, at = 0;
  while (at < rest_.size()) {
    if (rest_.substr(at).starts_with(begin)) ++depth;
    if (rest_.substr(at).starts_with(end) && --depth == 0) break;
    ++at;
  }
  const std::string_view inside = take(at);
  skip(end);
  return inside;
}

std::string plain_words(std::string_view latex) {
  std::string words;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    const std::string_view rest = latex.substr(i);
    if (rest.starts_with("\\textbackslash{}")) {
      words += '\\';
      i += 15;
    } else if (rest.starts_with("\\~{}") || rest.starts_with("\\^{}")) {
      words += rest[1];
      i += 3;
    } else if (rest[0] == '\\' && rest.size() > 1) {
      words += rest[1];
      ++i;
    } else {
      words += rest[0];
    }
  }
  return words;
}

}  // namespace zwang::report
