// SPDX-License-Identifier: Apache-2.0
#include "record/json_writer.h"

#include <cmath>

#include "base/contract.h"
#include "base/number.h"
#include "base/utf8.h"

namespace zwang::record {

namespace {

std::string number_or_null(double value) {
  return std::isfinite(value) ? number_text(value) : "null";
}

/// Quotes, backslashes and control characters must not stand as they are.
std::string escaped(char32_t code) {
  if (code == '"') return "\\\"";
  if (code == '\\') return "\\\\";
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  if (code >= 0x20) return zwang::encode(code);
  return std::string("\\u00") + (code < 16 ? '0' : '1') + "0123456789abcdef"[code & 15];
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (Index at = 0; at < static_cast<Index>(text.size());) {
    const Character character = decode(text, at);
    result += escaped(character.code);
    at += character.length;
  }
  return result + "\"";
}

}  // namespace

void JsonWriter::break_line() {
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

void JsonWriter::separate() {
  if (levels_.empty()) return;
  if (!levels_.back().empty) text_ += ",";
  levels_.back().empty = false;
  break_line();
}

JsonWriter& JsonWriter::key(std::string_view name) {
  expects(!after_key_ && !levels_.empty() && levels_.back().bracket == '{');
  separate();
  text_ += quoted(name) + ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  expects(after_key_ || (levels_.empty() ? text_.empty() : levels_.back().bracket == '['));
  if (!after_key_) separate();
  after_key_ = false;
  text_ += text;
  return *this;
}

JsonWriter& JsonWriter::begin(char bracket) {
  value({&bracket, 1});
  levels_.push_back({bracket, true});
  return *this;
}

JsonWriter& JsonWriter::end(char bracket) {
  expects(!after_key_ && !levels_.empty());
  expects(levels_.back().bracket == (bracket == '}' ? '{' : '['));
  const bool empty = levels_.back().empty;
  levels_.pop_back();
  if (!empty) break_line();
  text_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::number(double v) { return value(number_or_null(v)); }
JsonWriter& JsonWriter::integer(std::int64_t v) { return value(std::to_string(v)); }
JsonWriter& JsonWriter::text(std::string_view v) { return value(quoted(v)); }
JsonWriter& JsonWriter::truth(bool v) { return value(v ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return value("null"); }

JsonWriter& JsonWriter::numbers(std::span<const double> values) {
  std::string list;
  for (double v : values) {
    if (!list.empty()) list += ", ";
    list += number_or_null(v);
  }
  return value("[" + list + "]");
}

JsonWriter& JsonWriter::members(std::string_view object) {
  expects(!after_key_ && !levels_.empty() && levels_.back().bracket == '{');
  const std::size_t open = object.find('{'), close = object.rfind('}');
  expects(open != object.npos && close != object.npos && open < close);
  object = object.substr(open + 1, close - open - 1);
  object = object.substr(0, object.find_last_not_of(" \n") + 1);
  if (object.empty()) return *this;
  if (!levels_.back().empty) text_ += ",";
  levels_.back().empty = false;
  text_ += object;
  return *this;
}

std::string JsonWriter::finish() && {
  expects(levels_.empty() && !text_.empty());
  return std::move(text_) + "\n";
}

}  // namespace zwang::record
