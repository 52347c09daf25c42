// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes JSON for people and programs: keys in the order in which they come, two spaces for each
// level, numbers that read back to the same bits; what is no finite number becomes null.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang::record {

/// Values follow each other; in an object each is preceded by its key:
///   json.begin_object().key("steps").integer(412).key("rank").integer(1).end_object();
class JsonWriter {
 public:
  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& number(double value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& text(std::string_view value);  // bytes that are no UTF-8 become U+FFFD
  JsonWriter& truth(bool value);
  JsonWriter& null();
  JsonWriter& numbers(std::span<const double> values);  // an array on one line
  /// The members of an object that was written before, into the one that is open.
  JsonWriter& members(std::string_view object);

  /// The whole, once every object and array is closed, with a line end.
  std::string finish() &&;

 private:
  struct Level {
    char bracket;
    bool empty;
  };
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& value(std::string_view text);
  void separate();
  void break_line();

  std::string text_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace zwang::record
