// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a line and a column are in the bytes of a text.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/index.h"
#include "zwang/description.h"

namespace zwang::read {

/// Finds bytes in a time that grows neither with the text nor with the length of its lines.
class Lines {
 public:
  /// The text must be UTF-8 of less than 4 GiB and outlive this. A byte order mark at its
  /// beginning is no character of the first line.
  explicit Lines(std::string_view text);

  /// The byte of a character; of one that is beyond its line, the end of the line.
  Index byte(Location at) const;

 private:
  std::string_view text_;
  std::uint32_t characters_ = 0;
  std::vector<std::uint32_t> marks_;  // bytes of characters 0, 64, 128, …
  std::vector<std::uint32_t> first_;  // numbers of the characters that begin lines
};

/// The same for one place, without an index of the text.
Index byte_at(std::string_view text, Location at);

/// The bytes of a byte order mark that the text begins with: 3 or 0.
Index byte_order_mark(std::string_view text);

}  // namespace zwang::read
